import Schema
import Testing

/// `duration`: text of ISO 8601 as seconds, and back.
@Suite struct DurationTests {
  private let field = Field(name: "lap", type: .duration)

  @Test(
    arguments: [
      ("PT1H30M", 5400, "PT1H30M"), ("P1DT12H", 129_600, "PT36H"), ("P1W", 604_800, "PT168H"), ("PT0S", 0, "PT0S"),
      ("-PT10S", -10, "-PT10S"), ("P1W2DT3H4M5S", 788_645, "PT219H4M5S"), ("PT90M", 5400, "PT1H30M"),
      ("P0D", 0, "PT0S"), ("-P0D", 0, "PT0S"), ("PT0061S", 61, "PT1M1S"),
      ("PT9223372036854775807S", .max, "PT2562047788015215H30M7S"),
      ("-PT9223372036854775808S", .min, "-PT2562047788015215H30M8S"),
    ] as [(String, Int64, String)])
  func `a text is its seconds, which are said without days`(text: String, seconds: Int64, said: String) {
    #expect(Given.text(text).stored(in: field) == .stored(.integer(seconds)))
    #expect(Value.integer(seconds).withCell(field.label) == said)
    #expect(field.words(stored: .integer(seconds)) == said)
  }

  @Test(arguments: [
    "", "P", "PT", "-", "-P", "5400", "PT1", "1H", "T1H", "P1H", "PT1D", "PT1W", "PTT1H", "P1DT", "PT1M1H", "PT1H1H",
    "P1D1W", " PT1H", "PT1H ", "PT-1H", "+PT1H", "--PT1H", "pt1h", "PT1h", "PT1H\0", "PT١H",
  ])
  func `what is no duration is refused`(text: String) {
    #expect(
      Given.text(text).stored(in: field) == .refused("whole seconds, or a duration such as \"PT1H30M\""), "\(text)")
  }

  @Test func `a refusal says why`() {
    let calendar = "a duration of weeks, days, hours, minutes and seconds (years and months differ in length)"
    let fraction = "a duration of whole seconds (a fraction would be lost)"
    let size = "a duration whose seconds are an integer of 64 bits"
    for (given, words): (Given, String) in [
      (.text("P1Y"), calendar), (.text("P2M"), calendar), (.text("P1Y2M3DT4H"), calendar), (.text("PT1.5S"), fraction),
      (.text("PT1,5H"), fraction), (.real(1.5), fraction), (.text("PT9223372036854775808S"), size),
      (.text("P99999999999999999999D"), size), (.text("-P15250284452472W"), size),
    ] {
      #expect(given.stored(in: field) == .refused(words), "\(given)")
    }
    #expect(Given.boolean(true).stored(in: field) == .refused(field.type.expected))
    #expect(Given.real(60).stored(in: field) == .stored(.integer(60)))
    #expect(Given.integer(.min).stored(in: field) == .stored(.integer(.min)))
  }
}
