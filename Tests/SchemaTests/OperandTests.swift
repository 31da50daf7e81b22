import Schema
import Testing

/// What a test makes of its operands when it meets a field.
@Suite struct OperandTests {
  private func field(_ type: ColumnType) -> Field {
    var field = Field(name: "f", type: type)
    field.choices = [.init(label: "male", stored: .integer(1)), .init(label: "female", stored: .integer(2))]
    return field
  }

  private func fitted(_ kind: TestKind, _ values: [Value], _ type: ColumnType) -> String {
    do {
      guard case .kind(_, let arguments) = try FieldTest.kind(kind, TestArguments(values)).fitted(to: field(type))
      else {
        return "no test of one kind"
      }
      return shows(arguments.values.map(\.description).joined(separator: ", "))
    } catch {
      return "\(error)"
    }
  }

  /// How a test with these operands shows, apart from what is said of those that do not fit.
  private func shows(_ values: String) -> String {
    "fitted: \(values)"
  }

  @Test func `operands are stored as the field stores`() {
    #expect(fitted(.equal, [.text("male")], .enumeration) == shows("1"))
    #expect(fitted(.oneOf, [.text("male"), .text("female")], .enumeration) == shows("1, 2"))
    #expect(fitted(.less, [.integer(0)], .datetime) == shows("'1970-01-01T00:00:00Z'"))
    #expect(fitted(.equal, [.text("2024-02-29 10:00")], .datetime) == shows("'2024-02-29T10:00:00Z'"))
    #expect(fitted(.equal, [.text("A")], .data) == shows("x'41'"))
    #expect(fitted(.equal, [.data([0x41])], .text) == shows("'A'"))
    #expect(fitted(.less, [.real(2.5)], .integer) == shows("2.5"))
    #expect(fitted(.less, [.integer(.max)], .real) == shows("9223372036854775807"))
    #expect(fitted(.equal, [.null], .integer) == shows("NULL"))
    #expect(fitted(.prefix, [.text("A")], .data) == shows("x'41'"))
    #expect(fitted(.prefix, [.text("A")], .text) == shows("'A'"))
    #expect(fitted(.length, [.integer(1)], .text) == shows("1"))
  }

  @Test func `what could never be a value is refused`() {
    #expect(
      fitted(.equal, [.text("x")], .integer)
        == "field 'f' is integer: it cannot be compared with 'x' (expected an integer)")
    #expect(
      fitted(.equal, [.text("man")], .enumeration)
        == "field 'f' is enum: it cannot be compared with 'man' (expected one of 'male', 'female')")
    #expect(
      fitted(.equal, [.integer(1)], .boolean)
        == "field 'f' is boolean: it cannot be compared with 1 (expected true or false)")
    #expect(
      fitted(.equal, [.data([0xFF])], .text)
        == "field 'f' is text: it cannot be compared with 1 bytes (expected valid UTF-8 without NUL)")
    #expect(
      fitted(.prefix, [.data([0xFF])], .text)
        == "field 'f' is text: it cannot be compared with 1 bytes (expected text)")
    #expect(
      fitted(.prefix, [.null], .text) == "field 'f' is text: it cannot be compared with NULL (expected text)")
  }

  @Test func `text tests test text only`() {
    for kind in TestKind.all where kind.operands == .text || kind.operands == .counts || kind == .notEmpty {
      for type in [ColumnType.integer, .real, .boolean] {
        let message = "field 'f' is \(type.name): is.\(kind.name) tests text only"
        #expect(fitted(kind, [.text("x")], type) == message)
      }
    }
  }

  @Test func `every part of a combination is fitted`() throws {
    let test = FieldTest.or(
      .not(.kind(.equal, [.text("male")])),
      .and(.kind(.equal, [.text("female")]), .function(TestFunction(ScriptHook(1)))))
    let expected = FieldTest.or(
      .not(.kind(.equal, [.integer(1)])), .and(.kind(.equal, [.integer(2)]), .function(TestFunction(ScriptHook(1)))))
    #expect(try test.fitted(to: field(.enumeration)) == expected)
  }
}
