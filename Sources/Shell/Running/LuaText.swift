/// A text as Lua writes it: `"it's"`.
func luaQuoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\0": result += "\\0"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
