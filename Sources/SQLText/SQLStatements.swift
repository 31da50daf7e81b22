/// One statement of a text of SQL, and the byte of it where it begins, from 0.
package struct SQLStatement: Equatable, Sendable {
  package var text: String
  package var start: Int
}

/// A text of SQL as its statements: they end at a semicolon that is in no quotes, no comment and no trigger.
///
///     SQLStatements.all(in: "SELECT ';';\nSELECT 2").map(\.text)   // ["SELECT ';';", "SELECT 2"]
///
/// One is looked for when it is asked for, and no byte is read twice. A comment in front belongs to its statement.
package struct SQLStatements {
  private var scanner: SQLScanner

  package init(_ text: String, syntax: SQLSyntax = .sqlite) {
    scanner = SQLScanner(text, syntax: syntax)
  }

  package static func all(in text: String, syntax: SQLSyntax = .sqlite) -> [SQLStatement] {
    var statements = SQLStatements(text, syntax: syntax)
    var all: [SQLStatement] = []
    while let statement = statements.next() { all.append(statement) }
    return all
  }

  /// How many tokens were read so far.
  package var tokenCount: Int { scanner.count }

  /// The tokens after which a caller is asked whether to go on.
  private static let pollingStep = 1024

  /// The next statement, with its semicolon; nil at the end.
  package mutating func next() -> SQLStatement? { next {} }

  /// The next statement, with its semicolon; nil at the end.
  ///
  /// - Parameter check: is called now and then in a long statement, and ends the reading by what it throws.
  package mutating func next(checking check: () throws -> Void) rethrows -> SQLStatement? {
    var shape = Shape(scanner.syntax)
    while let piece = scanner.next() {
      if scanner.count % Self.pollingStep == 0 { try check() }
      guard shape.ends(with: piece, in: scanner) else { continue }
      if shape.holdsWords { return shape.place.map(statement) }
      shape = Shape(scanner.syntax)
    }
    return shape.holdsWords ? shape.place.map(statement) : nil
  }

  private func statement(_ place: Range<Int>) -> SQLStatement {
    var bytes = scanner.bytes[place]
    // A comment of one line has the line's end in it.
    while bytes.last?.isSQLBlank == true { bytes.removeLast() }
    return SQLStatement(text: String(decoding: bytes, as: UTF8.self), start: place.lowerBound)
  }
}

/// What is known of a statement from the tokens so far.
private struct Shape {
  /// From the first token to the last.
  private(set) var place: Range<Int>?
  /// Whether there is anything but comments and a semicolon.
  private(set) var holdsWords = false
  private var trigger: Trigger

  /// How far a text is in making a trigger, whose own statements end with semicolons, too: as `sqlite3_complete` has it.
  private enum Trigger {
    case perhaps, create, none
    /// The words of a trigger; a semicolon in them; END directly behind one.
    case body, semicolon, end
  }

  init(_ syntax: SQLSyntax) {
    trigger = syntax.hasTriggerBodies ? .perhaps : .none
  }

  /// Takes a token; true if it is the semicolon at the statement's end.
  mutating func ends(with piece: SQLPiece, in scanner: SQLScanner) -> Bool {
    place = (place?.lowerBound ?? piece.place.lowerBound)..<piece.place.upperBound
    if piece.kind == .comment { return false }
    let isSemicolon = scanner.isSign(piece, ";")
    if !isSemicolon { holdsWords = true }
    defer { follow(piece, isSemicolon, scanner) }
    switch trigger {
    case .perhaps, .create, .none, .end: return isSemicolon
    case .body, .semicolon: return false
    }
  }

  private mutating func follow(_ piece: SQLPiece, _ isSemicolon: Bool, _ scanner: SQLScanner) {
    switch trigger {
    case .none: break
    case .perhaps:
      if scanner.isWord(piece, "CREATE") {
        trigger = .create
      } else if !["EXPLAIN", "QUERY", "PLAN"].contains(where: { scanner.isWord(piece, $0) }) {
        trigger = .none
      }
    case .create:
      if scanner.isWord(piece, "TRIGGER") {
        trigger = .body
      } else if !scanner.isWord(piece, "TEMP"), !scanner.isWord(piece, "TEMPORARY") {
        trigger = .none
      }
    case .body: if isSemicolon { trigger = .semicolon }
    case .semicolon: if !isSemicolon { trigger = scanner.isWord(piece, "END") ? .end : .body }
    case .end: if !isSemicolon { trigger = .body }
    }
  }
}
