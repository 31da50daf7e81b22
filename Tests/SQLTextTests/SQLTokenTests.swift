import SQLText
import TestSupport
import Testing

@Suite struct SQLTokenTests {
  @Test(
    arguments: [
      ("SELECT a_1,$b", ["word SELECT", "word a_1", "sign ,", "parameter $b"]),
      ("'it''s' \"a\"\"b\" `c``d` [e f]", ["text 'it''s'", "name a\"b", "name c`d", "name e f"]),
      ("x'00' X'' x", ["blob x'00'", "blob X''", "word x"]),
      (
        "1 1.5e-3 .5 0xFF 1e5 1.e+2 1a",
        [
          "number 1", "number 1.5e-3", "number .5", "number 0xFF", "number 1e5", "number 1.e+2", "number 1a",
        ]
      ),
      ("? ?12 :a @b $c :", ["parameter ?", "parameter ?12", "parameter :a", "parameter @b", "parameter $c", "sign :"]),
      (
        "a<=b||c->>'d'->e",
        [
          "word a", "sign <=", "word b", "sign ||", "word c", "sign ->>", "text 'd'", "sign ->", "word e",
        ]
      ),
      ("1-- a;\n2/* b */3", ["number 1", "comment -- a;\n", "number 2", "comment /* b */", "number 3"]),
      ("a - -b / c", ["word a", "sign -", "sign -", "word b", "sign /", "word c"]),
      ("größe a$b", ["word größe", "word a$b"]), ("\u{FEFF}SELECT", ["word SELECT"]), (" \t\n", []),
    ] as [(String, [String])])
  func `a text falls into tokens`(text: String, tokens: [String]) {
    #expect(SQLToken.all(in: text).map { "\($0.kind) \($0.text)" } == tokens)
  }

  @Test(arguments: ["'open", "\"open", "`open", "[open", "/* open", "x'00", "'a''", "/*", "/*/"])
  func `what does not end reaches to the end`(text: String) {
    let tokens = SQLToken.all(in: text)
    #expect(tokens.count == 1)
    #expect(tokens.first?.isOpen == true)
    #expect(tokens.first?.place == 0..<text.utf8.count)
  }

  @Test(
    arguments: [
      ("$$ it's; $$", ["text $$ it's; $$"]), ("$a$ $$ $b$ $a$ c", ["text $a$ $$ $b$ $a$", "word c"]),
      ("$1::int", ["parameter $1", "sign ::", "word int"]), ("E'it\\'s' e", ["text E'it\\'s'", "word e"]),
      ("/* a /* b */ c */ d", ["comment /* a /* b */ c */", "word d"]),
      ("a[1]", ["word a", "sign [", "number 1", "sign ]"]),
    ] as [(String, [String])])
  func `PostgreSQL has quotes of its own`(text: String, tokens: [String]) {
    #expect(SQLToken.all(in: text, syntax: .postgreSQL).map { "\($0.kind) \($0.text)" } == tokens)
  }

  @Test func `tokens cover all but blanks, in order`() {
    var dice = Dice(seed: 1)
    let parts = [
      "'", "\"", "`", "[", "]", "--", "/*", "*/", "\n", " ", "a", "1", ".", "x'", ";", "$", "e", "\\", "é", "->",
    ]
    for syntax in [SQLSyntax.sqlite, .postgreSQL] {
      for _ in 0..<2000 {
        let text = (0..<Int.random(in: 0...12, using: &dice)).compactMap { _ in parts.randomElement(using: &dice) }
          .joined()
        var end = 0
        let bytes = Array(text.utf8)
        for token in SQLToken.all(in: text, syntax: syntax) {
          #expect(token.place.lowerBound >= end && !token.place.isEmpty, "\(text)")
          #expect(bytes[end..<token.place.lowerBound].allSatisfy { $0 == 32 || $0 == 10 }, "\(text)")
          end = token.place.upperBound
        }
        #expect(bytes[end...].allSatisfy { $0 == 32 || $0 == 10 }, "\(text)")
      }
    }
  }

  @Test(arguments: [
    ("select 1", "SELECT"), ("; /* a */ -- b\n begin", "BEGIN"), ("'SELECT'", ""), ("", ""), ("/* SELECT", ""),
    ("(SELECT 1)", ""),
  ])
  func `a statement is known by its first word`(text: String, word: String) {
    #expect(SQLKeywords.first(of: text) == word)
  }
}
