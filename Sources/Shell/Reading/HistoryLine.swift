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
  ///
  /// Thousands of lines are decoded before the first prompt, so this works on bytes.
  static func decode(_ line: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    var isEscaped = false
    for byte in line {
      if byte == 0 { return nil }
      if isEscaped {
        guard let meant = unescape(byte) else { return nil }
        bytes.append(meant)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    guard !isEscaped, !bytes.isEmpty, let entry = String(validating: bytes, as: UTF8.self), entry != header else {
      return nil
    }
    return entry
  }

  private static func unescape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\\"): byte
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "0"): 0
    default: nil
    }
  }
}
