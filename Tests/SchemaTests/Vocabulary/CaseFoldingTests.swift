import Testing

@testable import Schema

@Suite struct CaseFoldingTests {
  private func folded(_ text: String) -> String {
    String(decoding: Array(text.utf8).withUnsafeBytes { foldedCase($0) }, as: UTF8.self)
  }

  static let rows: [(String, String)] = [
    ("", ""), ("Zerator 9_", "zerator 9_"), ("ÄÉÎ", "äéî"), ("ΣΑΣ σας", "σασ σασ"), ("ẞß", "ßß"), ("Iıİi", "iıİi"),
    ("\u{212A}K", "kk"), ("ſS", "ss"), ("ǅǄǆ", "ǆǆǆ"), ("ᾈᾀ", "ᾀᾀ"), ("ФЫ", "фы"), ("𐐀", "𐐨"), ("🙂東", "🙂東"),
    ("e\u{301}E\u{301}", "e\u{301}e\u{301}"), ("\0A", "\0a"),
  ]

  @Test(arguments: rows)
  func `letters that differ by case fold to one`(text: String, result: String) {
    #expect(folded(text).unicodeScalars.elementsEqual(result.unicodeScalars), "\(folded(text))")
  }

  @Test func `every scalar folds to one that folds to itself`() {
    var broken: [Unicode.Scalar] = []
    for code in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let once = foldedCase(scalar)
      let bytes = Array(String(scalar).utf8).withUnsafeBytes { foldedCase($0) }
      if foldedCase(once) != once || bytes != Array(String(once).utf8) { broken.append(scalar) }
    }
    #expect(broken.isEmpty)
  }

  @Test func `bytes that are no character stay`() {
    let bytes: [UInt8] = [0x41, 0x80, 0xC1, 0x81, 0xED, 0xA0, 0x80, 0xF8, 0xC3, 0x42, 0xE2, 0x84, 0xC3, 0x89, 0xC3]
    let expected: [UInt8] = [0x61, 0x80, 0xC1, 0x81, 0xED, 0xA0, 0x80, 0xF8, 0xC3, 0x62, 0xE2, 0x84, 0xC3, 0xA9, 0xC3]
    #expect(bytes.withUnsafeBytes { foldedCase($0) } == expected)
  }
}
