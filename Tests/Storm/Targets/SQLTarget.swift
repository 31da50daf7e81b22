import SQLText

extension FuzzTarget {
  static let sql = FuzzTarget(
    name: "sql",
    corpus: [
      "SELECT 'it''s', \"a\"\"b\", [c d], `e` FROM t WHERE x >= ?1 AND y = :name; -- end\nSELECT 2",
      "CREATE TEMP TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; SELECT 'END;'; END; SELECT 3;",
      "INSERT INTO t VALUES (1.5e-3, .5, 0xFF, X'00ff', $a$ it's; $a$, E'a\\'b;'); /* a /* b */ c */ SELECT 1->>'$.x'",
    ],
    words: [
      "'", "\"", "[", "]", "`", "--", "/*", "*/", ";", "$a$", "$$", "E'", "\\'", "BEGIN", "END", "END;", "CREATE",
      "TRIGGER",
      "EXPLAIN", "\n", "?", ":", "@", "$", "0x", "1e+", "::", "||", "\u{FEFF}", "é", "\0",
    ],
    feeder: {
      { input in
        let text = String(decoding: input, as: UTF8.self)
        for syntax in [SQLSyntax.sqlite, .postgreSQL] {
          try tokens(of: text, syntax)
          try statements(of: text, syntax)
          try lines(of: text, syntax)
        }
        return true
      }
    })

  /// Tokens follow each other, and each can be said.
  private static func tokens(of text: String, _ syntax: SQLSyntax) throws {
    var scanner = SQLScanner(text, syntax: syntax)
    var end = 0
    while let piece = scanner.next() {
      guard piece.place.lowerBound >= end, !piece.place.isEmpty, piece.place.upperBound <= text.utf8.count else {
        throw Finding("a token at \(piece.place) behind \(end)")
      }
      end = piece.place.upperBound
      _ = scanner.token(piece).normal
    }
  }

  /// A statement is one when it is read alone.
  private static func statements(of text: String, _ syntax: SQLSyntax) throws {
    for statement in SQLStatements.all(in: text, syntax: syntax) {
      let alone = SQLStatements.all(in: statement.text, syntax: syntax).map(\.text)
      if alone != [statement.text] { throw Finding("alone it is \(alone), not \([statement.text])") }
    }
  }

  /// A text that comes line by line is open, and ends, as it does as a whole.
  private static func lines(of text: String, _ syntax: SQLSyntax) throws {
    var shape = SQLShape("", syntax: syntax)
    for line in text.utf8.split(separator: 10, omittingEmptySubsequences: false).map({ Array($0) + [10] }).dropLast() {
      shape.add(line: String(decoding: line, as: UTF8.self))
    }
    let last = text.utf8.split(separator: 10, omittingEmptySubsequences: false).last ?? Substring(text).utf8
    shape.add(line: String(decoding: Array(last), as: UTF8.self))
    let whole = SQLShape(text, syntax: syntax)
    guard shape.isOpen == whole.isOpen, shape.endsWithSemicolon == whole.endsWithSemicolon,
      shape.holdsWords == whole.holdsWords
    else { throw Finding("line by line it is \(shape), as a whole \(whole)") }
  }
}
