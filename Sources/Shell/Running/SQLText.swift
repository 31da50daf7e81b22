/// The shape of a statement as far as quotes and comments go: what decides whether a person is still typing it.
struct SQLText {
  /// Whether a quoted text, a name or a comment is still open.
  private(set) var isOpen = false
  /// Whether the last character that counts is a semicolon.
  private(set) var endsWithSemicolon = false
  /// Whether there is anything but comments, blanks and semicolons.
  private(set) var holdsWords = false

  init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "'", "\"", "`": skip(until: [scalar], &rest)
      case "[": skip(until: ["]"], &rest)
      case "-" where rest.first == "-": rest = rest.drop { $0 != "\n" }
      case "/" where rest.first == "*": skip(until: ["*", "/"], &rest)
      case " ", "\t", "\n", "\r": break
      default:
        endsWithSemicolon = scalar == ";"
        if scalar != ";" { holdsWords = true }
      }
    }
  }

  /// A doubled quote ends one text and begins another, which comes to the same.
  private mutating func skip(until end: [Unicode.Scalar], _ rest: inout ArraySlice<Unicode.Scalar>) {
    if end.count == 1 {
      endsWithSemicolon = false
      holdsWords = true
    }
    while !rest.isEmpty {
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        return
      }
      rest = rest.dropFirst()
    }
    isOpen = true
  }

  /// The text with a blank in place of each comment, quoted text and quoted name.
  static func bare(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = Array(text.unicodeScalars)[...]
    var skipped = SQLText("")
    while let scalar = rest.popFirst() {
      switch scalar {
      case "'", "\"", "`": skipped.skip(until: [scalar], &rest)
      case "-" where rest.first == "-": rest = rest.drop { $0 != "\n" }
      case "/" where rest.first == "*": skipped.skip(until: ["*", "/"], &rest)
      default:
        result.append(scalar)
        continue
      }
      result.append(" ")
    }
    return String(result)
  }
}
