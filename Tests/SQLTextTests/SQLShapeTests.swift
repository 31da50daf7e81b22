import SQLText
import TestSupport
import Testing

@Suite struct SQLShapeTests {
  @Test(arguments: [
    ("SELECT 1;", false, true), ("SELECT 1; -- end", false, true), ("SELECT ';'", false, false),
    ("SELECT 'a", true, false), ("SELECT 'it''s", true, false), ("SELECT \"a", true, false),
    ("SELECT 1 /* a", true, false),
    ("SELECT 1 -- it's", false, false), ("SELECT [a;]; /* done */ ", false, true),
  ])
  func `statements have an end`(text: String, isOpen: Bool, endsWithSemicolon: Bool) {
    let shape = SQLShape(text)
    #expect(shape.isOpen == isOpen)
    #expect(shape.endsWithSemicolon == endsWithSemicolon)
  }

  @Test(arguments: [("", false), (" ; -- a\n/* b */;", false), (";a", true), ("''", true)])
  func `comments and semicolons are no words`(text: String, holdsWords: Bool) {
    #expect(SQLShape(text).holdsWords == holdsWords)
  }

  @Test func `a text that comes line by line has the shape of the whole`() {
    var dice = Dice(seed: 2)
    let parts = ["'", "''", "\"", "`", "[", "]", "--", "/*", "*/", "\n", " ", "a", ";", "x'", "$a$", "E'", "\\"]
    for syntax in [SQLSyntax.sqlite, .postgreSQL] {
      for _ in 0..<5000 {
        let text = (0..<Int.random(in: 0...14, using: &dice)).compactMap { _ in parts.randomElement(using: &dice) }
          .joined()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var shape = SQLShape(lines[0], syntax: syntax)
        for line in lines.dropFirst() { shape.add(line: line) }
        #expect(shape == SQLShape(text, syntax: syntax), "\(text)")
      }
    }
  }

  @Test func `a line of a long statement is read once`() {
    var shape = SQLShape("INSERT INTO t VALUES")
    let counts = (0..<1000).map { _ in shape.add(line: "(1, 'a;b'),") }
    #expect(counts == Array(repeating: 6, count: 1000))
    #expect(shape.add(line: "(1, 'a') ;") == 6)
    #expect(shape.endsWithSemicolon)
  }

  @Test(arguments: [
    ("SELECT 1::int", false), ("SELECT 'a'::text", false), ("SELECT current_user", false), ("SELECT ARRAY[1,2]", false),
    ("SELECT interval '1 day'", false), ("SELECT now()::date", false), ("SELECT name", true),
    ("SELECT a, b::int", true),
    ("SELECT \"user\"", true), ("SELECT a[1]", false), ("SELECT '10:00'::time without time zone", false),
    ("SELECT 1 UNION ALL TABLE team", false), ("SELECT 1 EXCEPT TABLE team", false), ("SELECT 1 UNION SELECT a", true),
  ])
  func `what a server makes without a table is whole`(text: String, lacksSource: Bool) {
    #expect(SQLShape.lacksSource(text, syntax: .postgreSQL) == lacksSource)
  }

  @Test func `to a file these may be names of columns`() {
    #expect(SQLShape.lacksSource("SELECT user") && SQLShape.lacksSource("SELECT a [b]"))
  }
}
