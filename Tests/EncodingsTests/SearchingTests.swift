import Encodings
import Testing

/// Places of a text within another.
struct SearchingTests {
  @Test(
    "a part is found at its first place, byte by byte",
    arguments: [
      ("a = b = c", " = ", 1), ("aab", "ab", 1), ("aaab", "aab", 1), ("größer", "ößer", 2), ("x", "x", 0),
    ])
  func firstPlace(text: String, part: String, bytes: Int) throws {
    let place = try #require(text.firstRange(of: part))
    #expect(text.utf8.distance(from: text.startIndex, to: place.lowerBound) == bytes)
    #expect(text[place] == part)
  }

  @Test(
    "no part of no bytes has a place, nor one that is longer than the text or cut off at its end",
    arguments: [
      ("abc", ""), ("", ""), ("", "a"), ("ab", "abc"), ("xab", "abc"), ("e\u{301}", "é"),
    ])
  func noPlace(text: String, part: String) {
    #expect(text.firstRange(of: part) == nil)
  }

  @Test("a part of no bytes stands in every text, another only where its bytes do")
  func contains() {
    #expect("abc".contains("") && "".contains("") && "abc".contains("bc"))
    #expect(!"abc".contains("cb") && !"".contains("ab"))
    #expect("abc".dropFirst().contains("bc") && !"abc".dropLast().contains("bc"))
  }

  @Test("what replaces a part is not searched again, and what is left of the text stays")
  func replacing() {
    #expect("it's 'so'".replacing("'", with: "''") == "it''s ''so''")
    #expect("aaa".replacing("aa", with: "a") == "aa")
    #expect("a-b-c".replacing("-", with: "", maxReplacements: 1) == "ab-c")
    #expect("abc".replacing("", with: "x") == "abc" && "".replacing("a", with: "x").isEmpty)
    #expect("xabx".dropFirst().dropLast().replacing("b", with: "c") == "ac")
  }

  @Test("a separator of several characters parts a text, with or without the empty parts")
  func split() {
    #expect("a''b''''c".split(separator: "''") == ["a", "b", "c"])
    #expect("''a''''b".split(separator: "''", omittingEmptySubsequences: false) == ["", "a", "", "b"])
    #expect("".split(separator: "''", omittingEmptySubsequences: false) == [""])
    #expect("".split(separator: "''").isEmpty)
  }
}
