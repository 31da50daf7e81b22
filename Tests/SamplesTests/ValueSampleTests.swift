import Samples
import Schema
import Testing

/// Values that satisfy the tests of a field.
@Suite struct ValueSampleTests {
  private func values(of field: Field, count: Int = 50, seed: Int64 = 1) -> [Value?] {
    let sampler = ValueSampler(field)
    return (0..<count).map { number in
      var dice = SampleDice(seed: seed, field.name, number)
      return sampler.value(&dice)
    }
  }

  private func field(_ type: ColumnType, _ tests: Schema.Test...) -> Field {
    var field = Field(name: "value", type: type)
    field.tests = tests
    return field
  }

  @Test func `the same seed gives the same values, another one others`() {
    let text = field(.text)
    #expect(values(of: text) == values(of: text))
    #expect(values(of: text) != values(of: text, seed: 2))
    #expect(Set(values(of: text)).count > 40)
  }

  @Test func `both ends of a range are met, open ones are not`() {
    let closed = Set(values(of: field(.integer, .kind(.between, [.integer(3), .integer(5)]))))
    #expect(closed == [.integer(3), .integer(4), .integer(5)])
    let open = TestArguments([.integer(3), .integer(5)], options: [.lowerOpen, .upperOpen])
    #expect(Set(values(of: field(.integer, .kind(.between, open)))) == [.integer(4)])
    let top = field(.integer, .kind(.atLeast, [.integer(.max)]))
    #expect(Set(values(of: top)) == [.integer(.max)])
  }

  @Test func `texts are within their bounds, however narrow those are`() {
    let tests: [Schema.Test] = [
      .kind(.between, [.text("zz"), .text("zz")]), .kind(.less, [.text(" ")]),
      .kind(.between, [.text("abc"), .text("abd")]), .kind(.greater, [.text("~~~")]), .kind(.atMost, [.text("")]),
    ]
    for test in tests { #expect(!values(of: field(.text, test)).contains(nil), "\(test)") }
  }

  @Test func `what no value passes gives none`() {
    let tests: [Schema.Test] = [.kind(.less, [.integer(3)]), .kind(.greater, [.integer(5)])]
    var field = field(.integer)
    field.tests = tests
    #expect(values(of: field, count: 2) == [nil, nil])
    field.tests = [.kind(.matching, [.text("(?(1)a|b)")])]
    field.type = .text
    #expect(values(of: field, count: 1) == [nil])
  }

  @Test func `what an expression does not say by itself is tried`() {
    let address = "^(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.|$)){4}"
    #expect(!values(of: field(.text, .kind(.matching, [.text(address)]))).contains(nil))
    let noDouble: Schema.Test = .kind(.matching, [.text("^(?!.*(.)\\1)[a-d]{4}$")])
    #expect(!values(of: field(.text, noDouble)).contains(nil))
  }

  @Test func `moments keep the digits of their field`() {
    var at = field(
      .datetime, .kind(.between, [.text("2024-02-29T12:00:00.500Z"), .text("2024-02-29T12:00:00.504Z")]))
    at.precision = 3
    for value in values(of: at) {
      guard case .text(let text)? = value else {
        Issue.record("no value")
        continue
      }
      #expect(text.hasPrefix("2024-02-29T12:00:00.50") && text.count == 24, "\(text)")
    }
  }

  @Test func `one of two tests is enough`() {
    let either: Schema.Test = .or([.kind(.less, [.integer(0)]), .kind(.greater, [.integer(1000)])])
    let found = values(of: field(.integer, either))
    #expect(found.contains { if case .integer(let value)? = $0 { value < 0 } else { false } })
    #expect(found.contains { if case .integer(let value)? = $0 { value > 1000 } else { false } })
  }
}
