/// Joins pieces into lines no wider than a terminal; lines after the first begin with an indent.
///
/// ```swift
/// wrapped(["one", "two", "three"], separator: ", ", width: 12, indent: "  ")   // "one, two,\n  three"
/// ```
/// - Parameters:
///   - width: in character cells; nil does not break lines.
///   - start: the cells that are taken in the first line before the text.
package func wrapped(_ pieces: [String], separator: String, width: Int?, indent: String = "", start: Int = 0) -> String
{
  var result = ""
  var column = start
  for (index, piece) in pieces.enumerated() {
    let text = index == pieces.count - 1 ? piece : piece + separator
    let cells = displayWidth(of: visiblePrompt(text))
    if let width, index > 0, column + cells > width {
      while result.last == " " { result.removeLast() }
      result += "\n" + indent
      column = indent.count
    }
    result += text
    column += cells
  }
  return result
}
