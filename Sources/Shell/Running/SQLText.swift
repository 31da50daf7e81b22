/// The shape of a statement as far as quotes and comments go: what decides whether a person is still typing it.
struct SQLText {
  /// Whether a quoted text, a name or a comment is still open.
  private(set) var isOpen = false
  /// Whether the last character that counts is a semicolon.
  private(set) var endsWithSemicolon = false

  init(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "'", "\"", "`": skip(until: [scalar], &rest)
      case "[": skip(until: ["]"], &rest)
      case "-" where rest.first == "-": rest = rest.drop { $0 != "\n" }
      case "/" where rest.first == "*": skip(until: ["*", "/"], &rest)
      case " ", "\t", "\n", "\r": break
      default: endsWithSemicolon = scalar == ";"
      }
    }
  }

  /// A doubled quote ends one text and begins another, which comes to the same.
  private mutating func skip(until end: [Unicode.Scalar], _ rest: inout ArraySlice<Unicode.Scalar>) {
    if end.count == 1 { endsWithSemicolon = false }
    while !rest.isEmpty {
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        return
      }
      rest = rest.dropFirst()
    }
    isOpen = true
  }
}
