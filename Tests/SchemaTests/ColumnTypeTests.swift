import Schema
import Testing

@Suite struct ColumnTypeTests {
  private struct Row {
    let type: ColumnType
    let given: Given
    let outcome: Outcome
    var bits = 64
  }

  private static let choices: [Field.Choice] = [
    .init(label: "pro", stored: .text("pro")), .init(label: "male", stored: .integer(1)),
    .init(label: "é", stored: .text("e\u{301}")),
  ]

  private func field(_ row: Row) -> Field {
    var field = Field(name: "f", type: row.type)
    field.bits = row.bits
    field.choices = Self.choices
    return field
  }

  private func check(_ rows: [Row], _ location: SourceLocation = #_sourceLocation) {
    for row in rows {
      let outcome = row.given.stored(in: field(row))
      #expect(outcome == row.outcome, "\(row.type.name): \(row.given)", sourceLocation: location)
    }
  }

  private func refused(_ type: ColumnType, _ given: Given, _ expected: String) -> Row {
    Row(type: type, given: given, outcome: .refused(expected))
  }

  private func kept(_ type: ColumnType, _ given: Given, _ value: Value) -> Row {
    Row(type: type, given: given, outcome: .stored(value))
  }

  @Test func `null is stored by every type`() {
    for type in ColumnType.all { check([kept(type, .null, .null)]) }
  }

  @Test func `text takes UTF 8 without NUL`() {
    let words = "valid UTF-8 without NUL"
    check([
      kept(.text, .text(""), .text("")),
      kept(.text, .text("it's 🙂 é"), .text("it's 🙂 é")),
      kept(.text, .text("ascii of more than eight"), .text("ascii of more than eight")),
      refused(.text, .integer(1), "text"),
      refused(.text, .boolean(true), "text"),
      refused(.text, .other("a table"), "text"),
      refused(.text, .text("\0"), words),
      refused(.text, .text("eight by\0"), words),
      refused(.text, .text("é\0"), words),
      refused(.text, .bytes([0xFF]), words),
      refused(.text, .bytes([0xC3]), words),
      // Overlong, a surrogate, beyond the last scalar.
      refused(.text, .bytes([0xC0, 0x80]), words),
      refused(.text, .bytes([0xED, 0xA0, 0x80]), words),
      refused(.text, .bytes([0xF4, 0x90, 0x80, 0x80]), words),
    ])
  }

  @Test func `a NUL is found at every place`() {
    for length in 1...24 {
      for place in 0..<length {
        var bytes = [UInt8](repeating: 0x61, count: length)
        #expect(bytes.withUnsafeBytes(isStorableText))
        bytes[place] = 0
        #expect(!bytes.withUnsafeBytes(isStorableText), "\(place) of \(length)")
        bytes[place] = 0x80
        #expect(!bytes.withUnsafeBytes(isStorableText), "\(place) of \(length)")
      }
    }
  }

  @Test func `integers keep to their bits`() {
    let narrow = "an integer of 16 bits (-32768 to 32767)"
    let middle = "an integer of 32 bits (-2147483648 to 2147483647)"
    check([
      kept(.integer, .integer(.min), .integer(.min)),
      kept(.integer, .integer(.max), .integer(.max)),
      kept(.integer, .real(2), .integer(2)),
      refused(.integer, .real(2.5), "an integer"),
      refused(.integer, .text("2"), "an integer"),
      refused(.integer, .boolean(true), "an integer"),
      Row(type: .integer, given: .integer(32767), outcome: .stored(.integer(32767)), bits: 16),
      Row(type: .integer, given: .integer(-32768), outcome: .stored(.integer(-32768)), bits: 16),
      Row(type: .integer, given: .integer(32768), outcome: .refused(narrow), bits: 16),
      Row(type: .integer, given: .integer(-32769), outcome: .refused(narrow), bits: 16),
      Row(type: .integer, given: .integer(2_147_483_647), outcome: .stored(.integer(2_147_483_647)), bits: 32),
      Row(type: .integer, given: .integer(2_147_483_648), outcome: .refused(middle), bits: 32),
      Row(type: .integer, given: .integer(-2_147_483_649), outcome: .refused(middle), bits: 32),
    ])
  }

  @Test func `reals take integers that they hold exactly`() {
    let words = "a number that a real holds exactly"
    check([
      kept(.real, .real(2.5), .real(2.5)),
      kept(.real, .real(.infinity), .real(.infinity)),
      kept(.real, .integer(1 << 53), .real(0x1p53)),
      kept(.real, .integer(.min), .real(-0x1p63)),
      refused(.real, .integer(1 << 53 + 1), words),
      refused(.real, .integer(.max), words),
      refused(.real, .real(.nan), "a number"),
      refused(.real, .text("2.5"), "a number"),
    ])
  }

  @Test func `booleans are true or false only`() {
    check([
      kept(.boolean, .boolean(true), .integer(1)),
      kept(.boolean, .boolean(false), .integer(0)),
      refused(.boolean, .integer(1), "true or false"),
      refused(.boolean, .text("true"), "true or false"),
    ])
  }

  @Test func `dates are days that exist`() {
    let words = "a date such as 2024-02-29"
    check([
      kept(.date, .text("2024-02-29"), .text("2024-02-29")),
      kept(.date, .text("0000-01-01"), .text("0000-01-01")),
      kept(.date, .text("9999-12-31"), .text("9999-12-31")),
      kept(.date, .text("2000-02-29T00:00:00Z"), .text("2000-02-29")),
      kept(.date, .text("2024-03-01T02:00+02:00"), .text("2024-03-01")),
      kept(.date, .integer(86400), .text("1970-01-02")),
      kept(.date, .real(-86400), .text("1969-12-31")),
      refused(.date, .text("2023-02-29"), words),
      refused(.date, .text("1900-02-29"), words),
      refused(.date, .text("2024-04-31"), words),
      refused(.date, .text("2024-00-01"), words),
      refused(.date, .text("2024-13-01"), words),
      refused(.date, .text("2024-01-00"), words),
      refused(.date, .text("2024-1-1"), words),
      refused(.date, .text("20240101"), words),
      refused(.date, .text(" 2024-01-01"), words),
      refused(.date, .text("2024-01-01 "), words),
      refused(.date, .text("2024-01-01T00:00:01Z"), words),
      refused(.date, .text("2024-01-01T00:00+02:00"), words),
      refused(.date, .text("10000-01-01"), words),
      refused(.date, .text("-001-01-01"), words),
      refused(.date, .text(""), words),
      kept(.date, .integer(1), .text("1970-01-01")),
      kept(.date, .integer(-1), .text("1969-12-31")),
      refused(.date, .real(0.5), words),
      refused(.date, .boolean(true), words),
    ])
  }

  @Test(arguments: [
    ("2024-02-29T12:30:00Z", "2024-02-29T12:30:00Z"),
    ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("2024-02-29 12:30", "2024-02-29T12:30:00Z"),
    ("2024-02-29t12:30:59z", "2024-02-29T12:30:59Z"),
    ("2024-02-29T12:30+02:00", "2024-02-29T10:30:00Z"),
    ("2024-02-29T12:30:00-0230", "2024-02-29T15:00:00Z"),
    ("2024-02-29T12:30+02", "2024-02-29T10:30:00Z"),
    ("2024-12-31T23:59:59-00:01", "2025-01-01T00:00:59Z"),
    ("2024-01-01T00:00+23:59", "2023-12-31T00:01:00Z"),
    ("2024-02-29T12:30:00.000Z", "2024-02-29T12:30:00Z"),
    ("2024-02-29T12:30:00.0", "2024-02-29T12:30:00Z"),
  ]) func momentsAreNormalised(_ text: String, _ normal: String) {
    check([kept(.datetime, .text(text), .text(normal))])
  }

  @Test(arguments: [
    "2024-02-30T12:30:00Z", "2024-02-29T24:00:00Z", "2024-02-29T12:60Z", "2024-02-29T12:30:60Z", "2024-02-29T12Z",
    "2024-02-29T12:30:00.Z", "2024-02-29T12:30+24:00",
    "2024-02-29T12:30+02:60", "2024-02-29T12:30+02:", "2024-02-29T12:30+2", "2024-02-29T12:30+", "2024-02-29T",
    "2024-02-29T12:30ZZ", "2024-02-29T12:30+02:00Z", "2024-02-29X12:30", "2024-02-29T12:30:00Z\0",
    "0000-01-01T00:00+00:01", "9999-12-31T23:59-00:01", "now", "٢٠٢٤-٠٢-٢٩",
  ]) func momentsThatAreNoneAreRefused(_ text: String) {
    check([refused(.datetime, .text(text), "a moment such as 2024-02-29T12:30:00Z (of whole seconds)")])
  }

  @Test(arguments: [("2024-02-29T12:30:00.5Z", 1), ("2024-02-29T12:30:00.05", 2)])
  func `a fraction of a second is refused with the precision that would take it`(text: String, precision: Int) {
    let words = "a moment of whole seconds (precision = \(precision) would take it)"
    check([refused(.datetime, .text(text), words)])
  }

  @Test func `epoch seconds are moments`() {
    let words = "a moment such as 2024-02-29T12:30:00Z (of whole seconds)"
    check([
      kept(.datetime, .integer(0), .text("1970-01-01T00:00:00Z")),
      kept(.datetime, .integer(-1), .text("1969-12-31T23:59:59Z")),
      kept(.datetime, .real(1_700_000_000), .text("2023-11-14T22:13:20Z")),
      kept(.datetime, .integer(-62_167_219_200), .text("0000-01-01T00:00:00Z")),
      kept(.datetime, .integer(253_402_300_799), .text("9999-12-31T23:59:59Z")),
      refused(.datetime, .integer(-62_167_219_201), words),
      refused(.datetime, .integer(253_402_300_800), words),
      refused(.datetime, .integer(.min), words),
      refused(.datetime, .integer(.max), words),
      refused(.datetime, .real(0.5), "a moment of whole seconds (precision = 1 would take it)"),
      refused(.datetime, .real(.infinity), words),
      refused(.datetime, .real(.nan), words),
    ])
  }

  @Test func `data takes any bytes`() {
    check([
      kept(.data, .bytes([0, 255]), .data([0, 255])),
      kept(.data, .text(""), .data([])),
      refused(.data, .integer(1), "a string of bytes"),
    ])
  }

  @Test func `uuids are written in lower case`() {
    let words = "a UUID such as 123e4567-e89b-42d3-a456-426614174000"
    let uuid = "123e4567-e89b-42d3-a456-426614174000"
    check([
      kept(.uuid, .text(uuid), .text(uuid)),
      kept(.uuid, .text(uuid.uppercased()), .text(uuid)),
      refused(.uuid, .text("{\(uuid)}"), words),
      refused(.uuid, .text(String(uuid.dropLast())), words),
      refused(.uuid, .text("123e4567-e89b-42d3-a456-42661417400g"), words),
      refused(.uuid, .text("123e4567xe89b-42d3-a456-426614174000"), words),
      refused(.uuid, .text("123e45670e89b-42d3-a456-42661417400-"), words),
      refused(.uuid, .integer(1), words),
    ])
  }

  @Test func `new UUI ds are of version four`() {
    for _ in 0..<200 {
      let uuid = randomUUID()
      check([kept(.uuid, .text(uuid), .text(uuid))])
      let letters = Array(uuid)
      #expect(letters[14] == "4")
      #expect("89ab".contains(letters[19]))
    }
  }

  @Test func `JSON is text that is UTF 8`() {
    let words = "a value that JSON can hold"
    check([
      kept(.json, .text("{}"), .text("{}")), refused(.json, .bytes([0xFF]), words), refused(.json, .integer(1), words),
    ])
  }

  @Test func `enums store the value of their word`() {
    let words = "one of 'pro', 'male', 'é'"
    check([
      kept(.enumeration, .text("pro"), .text("pro")),
      kept(.enumeration, .text("male"), .integer(1)),
      // The word is composed, what is stored for it is not.
      kept(.enumeration, .text("é"), .text("e\u{301}")),
      refused(.enumeration, .text("e\u{301}"), words),
      refused(.enumeration, .text("Pro"), words),
      refused(.enumeration, .integer(1), words),
      refused(.enumeration, .text(""), words),
    ])
  }

  @Test func `enums read their words back`() {
    var field = Field(name: "rank", type: .enumeration)
    field.choices = Self.choices
    #expect(Value.integer(1).withCell(field.label) == "male")
    #expect(Value.text("pro").withCell(field.label) == "pro")
    #expect(Value.text("male").withCell(field.label) == nil)
    #expect(Value.null.withCell(field.label) == nil)
  }

  @Test func `enums are stored as their values are`() {
    var field = Field(name: "rank", type: .enumeration)
    #expect(field.storage == .text)
    field.choices = [.init(label: "a", stored: .integer(1))]
    #expect(field.storage == .integer)
    field.choices = [.init(label: "a", stored: .real(1.5))]
    #expect(field.storage == .real)
  }

  @Test func `a column made elsewhere takes any plain value`() {
    check([
      kept(.any, .integer(1), .integer(1)),
      kept(.any, .real(2.5), .real(2.5)),
      kept(.any, .boolean(true), .integer(1)),
      kept(.any, .text("x"), .text("x")),
      kept(.any, .bytes([0xFF]), .data([0xFF])),
      kept(.any, .text("a\0"), .data([0x61, 0])),
      refused(.any, .real(.nan), "a number"),
      refused(.any, .other("a table"), "a number or text"),
    ])
  }
}
