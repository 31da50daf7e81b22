import Schema
import Testing

/// `is.workday`.
@Suite struct WorkdayTests {
  private let test = FieldTest.kind(.workday, [])

  @Test(arguments: [
    ("2024-02-26", true), ("2024-02-27", true), ("2024-02-28", true), ("2024-02-29", true), ("2024-03-01", true),
    ("2024-03-02", false), ("2024-03-03", false), ("1970-01-01", true), ("1969-12-31", true), ("1969-12-28", false),
    ("0000-01-01", false), ("0000-01-03", true), ("9999-12-31", true), ("2024-03-01T23:59:59Z", true),
    ("2024-03-02T00:00:00Z", false), ("2024-02-30", nil), ("2024-2-29", nil), ("Thursday", nil), ("", nil),
  ])
  func `a day is one from Monday to Friday, or not, or no day`(text: String, truth: Bool?) throws {
    #expect(try Value.text(text).withCell(test.matcher()) == truth)
    #expect(try Value.text(text).withCell(FieldTest.not(test).matcher()) == truth.map { !$0 })
  }

  @Test func `what is no text is no day`() throws {
    for value: Value in [.null, .integer(0), .real(1.5), .data(Array("2024-02-29".utf8))] {
      #expect(try value.withCell(test.matcher()) == nil, "\(value)")
    }
  }

  @Test func `only a field of days or moments takes it`() throws {
    for type in ColumnType.all {
      let field = Field(name: "f", type: type)
      let message = words { try test.fitted(to: field) }
      let refusal = "field 'f' is \(type.name): is.workday tests days and moments only"
      #expect(message == (type.calendar == nil && type.storage != .any ? refusal : "no error"))
    }
  }
}
