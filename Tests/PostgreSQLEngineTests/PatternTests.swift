import Testing

@testable import PostgreSQLEngine

@Suite struct PatternTests {
  @Test(arguments: [
    ("^a.c$", "***:^a[^\\n]c$"), ("a\\.b", "***:a\\.b"), ("(a|b)+?", "***:(?:a|b)+"),
    ("[^a-z-]{2,3}", "***:[^a-z\\-]{2,3}"),
    ("(?:x)", "***:(?:x)"), ("é*", "***:é*"),
  ])
  func `what means the same there is said`(pattern: String, text: String) {
    #expect(ExactPattern(pattern)?.text == text)
  }

  @Test(arguments: [
    "\\d", "\\bx", "a(?=b)", "(a)\\1", "a*+", "[[:alpha:]]", "a{300}", "(a", "a)", "\\p{L}", "x**", "(?i)a",
  ])
  func `what may mean something else is not`(pattern: String) {
    #expect(ExactPattern(pattern) == nil)
  }

  @Test(arguments: [
    (#"^\d+$"#, #"\d"#), (#"a\p{Lu}b"#, #"\p{Lu}"#), ("x(?=b)c", "(?="), ("(?i)a", "(?i"), ("ba*+c", "*+"),
    ("x[[:alpha:]]", "[[:alpha:]"), ("b{300}c", "{300}"), (#"(a)\1"#, #"\1"#), ("a)b", ")"), ("(a", "("),
  ])
  func `the part that is in the way is named`(pattern: String, part: String) {
    #expect(ExactPattern.part(refusedIn: pattern) == part)
  }

  @Test func `a pattern that means the same has no such part`() {
    #expect(ExactPattern.part(refusedIn: "^(a|b)+c$") == nil)
  }
}
