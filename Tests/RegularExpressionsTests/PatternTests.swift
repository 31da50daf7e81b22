import Testing

@testable import RegularExpressions

@Suite struct PatternTests {
  private func search(_ source: String, _ text: String) throws -> Pattern.Outcome {
    let pattern = try Pattern.cached(source)
    return Array(text.utf8).withUnsafeBytes { pattern.search($0) }
  }

  static let rows: [(String, String, Bool)] = [
    ("b", "abc", true), ("^b", "abc", false), ("c$", "abc", true), ("c$", "abc\n", false), ("", "", true),
    ("^.$", "é", true), ("^..$", "e\u{301}", true), ("^.$", "🙂", true), (#"^\w+$"#, "Ärger", true),
    (#"\d"#, "٣", true), (#"^\p{Lu}"#, "Éa", true), ("(?i)ÄRGER", "ärger", true), ("ÄRGER", "ärger", false),
    ("a.b", "a\0b", true), ("^(a|b)*$", "abab", true), (#"(\w)\1"#, "hello", true), (#"(\w)\1"#, "helo", false),
  ]

  @Test(arguments: rows)
  func `a pattern is searched for by characters`(source: String, text: String, isFound: Bool) throws {
    #expect(try search(source, text) == (isFound ? .found : .notFound))
  }

  static let mistakes: [(String, PatternMistake)] = [
    ("(a", PatternMistake(reason: "missing closing parenthesis", offset: 2)),
    ("é[z-a]", PatternMistake(reason: "range out of order in character class", offset: 4)),
    ("*", PatternMistake(reason: "quantifier does not follow a repeatable item", offset: 0)),
  ]

  @Test(arguments: mistakes)
  func `a mistake says what and where`(source: String, mistake: PatternMistake) {
    #expect(throws: mistake) { try Pattern(source) }
  }

  @Test func `a byte that takes characters apart is refused`() {
    #expect(throws: PatternMistake.self) { try Pattern(#"\C"#) }
  }

  @Test func `bytes that are not UTF-8 are never found, and what is around them is`() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    let search = { (source: String) in try Pattern(source).search(UnsafeRawBufferPointer(start: nil, count: 0)) }
    #expect(try search("^$") == .found)
    #expect(try bytes.withUnsafeBytes { try Pattern("b$").search($0) } == .found)
    #expect(try bytes.withUnsafeBytes { try Pattern("a.b").search($0) } == .notFound)
  }

  @Test(arguments: ["^(a+)+$", "(x+x+)+[yz]", "^(([a-z])+.)+[A-Z]([a-z])+$", #"(?:\D+|<\d+>)*[!?]"#])
  func `a pattern that would search for ages is given up`(source: String) throws {
    let text = String(repeating: source.contains("x+") ? "x" : "a", count: 40) + "-"
    #expect(try search(source, text) == .tooLong)
  }

  @Test(arguments: ["z", "^.*z", "[yz]$", #"\w+z"#, "(?i)Z", "b|c|(?:z)", "a{3}z"])
  func `a long text is searched to its end`(source: String) throws {
    #expect(try search(source, String(repeating: "a", count: 2_000_000)) == .notFound)
    #expect(try search(source, String(repeating: "aaaaaaa ", count: 250_000)) == .notFound)
  }

  @Test func `a deep search needs no deep stack`() throws {
    #expect(try search("^(?:(a)|b)*$", String(repeating: "ab", count: 20_000)) == .found)
  }
}
