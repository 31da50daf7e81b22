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
}
