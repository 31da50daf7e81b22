/// The form of an entry in the history file: one line, in which `\\` is a backslash and `\n` a newline.
enum HistoryLine {
  /// The first line of a file that Moonshell made; it is no Lua, so no entry looks like it.
  static let header = "#moonshell history 1"

  static func encode(_ entry: String) -> String {
    var line = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\0": line += "\\0"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The entry that a line stands for, or nil where it is none: invalid UTF-8, an unknown escape, the header.
  static func decode(_ bytes: some Collection<UInt8>) -> String? {
    guard !bytes.isEmpty, !bytes.contains(0), let line = String(validating: bytes, as: UTF8.self), line != header
    else { return nil }
    guard bytes.contains(UInt8(ascii: "\\")) else { return line }
    var entry = ""
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        entry.unicodeScalars.append(scalar)
        continue
      }
      guard let escaped = scalars.next().flatMap(unescape) else { return nil }
      entry.unicodeScalars.append(escaped)
    }
    return entry
  }

  private static func unescape(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\\": "\\"
    case "n": "\n"
    case "r": "\r"
    case "0": "\0"
    default: nil
    }
  }
}
