/// The shape of a text as far as quotes and comments go: what decides whether a person is still typing it.
///
///     SQLShape("SELECT 'it").isOpen                     // true
///     SQLShape("SELECT 1; -- done").endsWithSemicolon   // true
package struct SQLShape: Hashable, Sendable {
  /// Whether the last token that counts is a semicolon.
  package private(set) var endsWithSemicolon = false
  /// Whether there is anything but comments, blanks and semicolons.
  package private(set) var holdsWords = false
  private let syntax: SQLSyntax
  private var opening: SQLOpening?

  package init(_ text: String, syntax: SQLSyntax = .sqlite) {
    self.syntax = syntax
    add(line: text)
  }

  /// Whether a text in quotes, a name or a comment is still open.
  package var isOpen: Bool { opening != nil }

  /// Goes on with another line, without reading again what precedes it; returns how many tokens there are in it.
  @discardableResult
  package mutating func add(line: String) -> Int {
    var scanner = SQLScanner(line, syntax: syntax, after: opening)
    opening = nil
    while let piece = scanner.next() {
      opening = piece.opening
      guard piece.kind != .comment else { continue }
      endsWithSemicolon = scanner.isSign(piece, ";")
      if !endsWithSemicolon { holdsWords = true }
    }
    return scanner.count
  }
}
