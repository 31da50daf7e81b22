import Testing

@testable import Schema

/// What is said of values without asking the test must be what the test says.
@Suite struct PassingValueTests {
  private let numbers: [Int64] = [.min, -25, -24, -1, 0, 1, 2, 4, 5, 8, 17, 18, 19, 24, 25, 64, 65, .max]

  private static let tests: [Schema.Test] = [
    .kind(.between, [.integer(18), .integer(24)]), .kind(.between, [.real(-1), .real(1)]),
    .kind(.between, [.integer(24), .integer(18)]), .kind(.between, [.integer(1), .real(2)]),
    .kind(.between, TestArguments([.integer(18), .integer(24)], options: [.upperOpen])),
    .kind(.between, TestArguments([.integer(18), .integer(24)], options: [.lowerOpen])),
    .kind(.atLeast, [.integer(18)]), .kind(.atMost, [.integer(18)]), .kind(.atLeast, [.real(0.5)]),
    .kind(.atMost, [.real(.infinity)]), .kind(.atLeast, [.null]), .kind(.atMost, [.text("m")]),
    .kind(.length, [.integer(0), .integer(5)]), .kind(.length, [.integer(1), .integer(64)]),
    .kind(.length, [.integer(2), .integer(9)]), .kind(.length, [.integer(5)]), .kind(.length, [.integer(0)]),
    .kind(.length, [.integer(-3), .integer(-1)]), .kind(.length, [.integer(.max), .integer(.max)]),
    .kind(.notEmpty, []), .and(.kind(.notEmpty, []), .kind(.length, [.integer(0), .integer(4)])),
    .and(.kind(.atLeast, [.integer(18)]), .kind(.atMost, [.integer(24)])),
    .and(.kind(.atLeast, [.integer(25)]), .kind(.atMost, [.integer(24)])),
    .and(.kind(.atLeast, [.integer(1)]), .kind(.notEqual, [.integer(2)])),
    .kind(.between, [.integer(.min), .integer(.max)]), .kind(.between, [.integer(1), .integer(.max)]),
    .kind(.atMost, [.integer(.max)]), .kind(.atLeast, [.integer(.min)]), .kind(.atMost, [.integer(1 << 53 | 1)]),
    .not(.kind(.between, [.integer(18), .integer(24)])), .kind(.equal, [.integer(1)]), .kind(.present, []),
  ]

  /// The cells that are said to pass, of many.
  private func passing(_ values: TrivialValues) -> [OwnedCell] {
    let texts = ["", " ", "a", "é", "🙂", "ab", "\ta", "éé", "abcd", "🙂🙂", "abcdefgh", "🙂🙂🙂🙂", "  x", "abcde"]
    return switch values {
    case .integers(let range): numbers.filter(range.contains).map { OwnedCell(.integer($0)) }
    case .reals(let range):
      ([-.infinity, -0x1p63, -0x1p80, 0x1p63, 0x1p63.nextDown, -1.5, -0.0, 0.25, 0.5, 1, 1e300, .infinity]
        + numbers.map(Double.init)).filter(range.contains)
        .map { OwnedCell(.real($0)) }
    case .texts(let bytes):
      texts.filter { text in
        bytes.contains(Int64(text.utf8.count)) && (bytes.lowerBound == 0 || (text.utf8.first ?? 0) > 32)
      }.map { OwnedCell(.text($0)) }
    case .unknown: []
    }
  }

  @Test(arguments: tests)
  func `a value that is said to pass passes, and NULL is nothing to the test`(test: Schema.Test) throws {
    let matches = test.matcher()
    for cell in passing(test.passingValues) { #expect(try matches(cell.cell) == true, "\(cell.cell.value)") }
    if test.passingValues != .unknown { #expect(try matches(.null) == nil) }
  }

  @Test(arguments: tests)
  func `a real that is said to pass a test of whole numbers passes`(test: Schema.Test) throws {
    let matches = test.matcher()
    for cell in passing(test.passingValues.ofReals) { #expect(try matches(cell.cell) == true, "\(cell.cell.value)") }
  }

  @Test func `usual tests say which values pass`() {
    #expect(Schema.Test.kind(.between, [.integer(18), .integer(24)]).passingValues == .integers(18...24))
    #expect(Schema.Test.kind(.length, [.integer(1), .integer(64)]).passingValues == .texts(bytes: 1...64))
    #expect(Schema.Test.kind(.length, [.integer(2), .integer(64)]).passingValues == .texts(bytes: 8...64))
    #expect(Self.tests[21].passingValues == .integers(18...24))
    #expect(Self.tests[22].passingValues == .unknown)
  }
}
