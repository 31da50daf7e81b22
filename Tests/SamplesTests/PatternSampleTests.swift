import RegularExpressions
import Samples
import Testing

/// Texts that are made of regular expressions.
@Suite struct PatternSampleTests {
  @Test(arguments: [
    #"^[A-Z]{2}-\d+$"#, "abc", "^(red|green|blue)$", #"^\w+@\w+\.(com|org)$"#, #"^\+?\d{1,3}[ -]?\d{3,}$"#,
    "^[^aeiou]+$", "^a*b+?c{2,}d{3,5}e?$", #"^\p{Lu}\p{Ll}+$"#, #"^(\w)\1$"#, #"^(?<x>ab|cd)-\k<x>$"#,
    "(?i)^hello$", #"^[\d\-a-f]{8}$"#, "^[[:alpha:]_][[:alnum:]_]*$", #"^\x41\x{42}\t$"#, #"^\Qa.b\E+$"#,
    #"^#[0-9a-fA-F]{6}$"#, "^[]a]+$", "^[a-]$",
    "^(a(b(c)?)*|d)+$", #"^\S+\s\S+$"#, "(?x) ^ a b # two letters\n c $", #"^\d{4}-(0[1-9]|1[0-2])$"#, "ä+ö",
    #"^[\p{L}' ]{3,20}$"#, #"^\D\W\H$"#, "^.{5}$", "", "^$", "(?>a|b)c", #"^[^\W\d]+$"#, "a{", "^(?i:abc)D$",
  ])
  func `the expression is found in what is made of it`(source: String) throws {
    let pattern = try Pattern(source)
    let samples = try #require(PatternSamples(source), "\(source) was not read")
    var dice = SampleDice(seed: 7)
    for appetite in [0, 1, 3, 12] {
      for _ in 0..<20 {
        let text = samples.text(&dice, appetite: appetite)
        let isFound = Array(text.utf8).withUnsafeBytes { pattern.search($0) } == .found
        #expect(isFound, "\(source) is not found in '\(text)'")
      }
    }
  }

  @Test func `what is not known is not read`() {
    for source in ["(?(1)a|b)", #"\p{Klingon}"#, "(*ACCEPT)a", "a)", "[a"] {
      #expect(PatternSamples(source) == nil, "\(source)")
    }
  }

  @Test func `repetitions end, however they stand in each other`() throws {
    let samples = try #require(PatternSamples("((((a{0,9999}){0,9999}){0,9999}){0,9999})"))
    var dice = SampleDice(seed: 1)
    #expect(samples.text(&dice, appetite: 9999).count <= 30_000)
  }
}
