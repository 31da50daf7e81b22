import Schema
import Testing

/// What a person sees of the lists that help is made of.
@Suite struct ListTests {
  @Test func `every column type is named once and explained`() {
    let names = ColumnType.all.map(\.name)
    #expect(Set(names).count == names.count)
    for type in ColumnType.all {
      #expect(ColumnType.named(type.name) == type)
      #expect(!type.summary.isEmpty && !type.expected.isEmpty)
      #expect(type.example.contains(" = \(type.name) "), "\(type.example)")
    }
    #expect(ColumnType.named("nothing") == nil)
  }

  @Test func `what a type says of a stored value is stored as that value`() throws {
    for type in ColumnType.all where type.words != nil {
      var field = Field(name: "f", type: type)
      field.choices = [.init(label: "pro", stored: .integer(1)), .init(label: "amateur", stored: .integer(-5400))]
      for number: Int64 in [1, -5400, 0, 59, 90_061, .max, .min + 1, .min] {
        guard let words = Value.integer(number).withCell(field.label) else {
          // Of a list of words only what stands in it has one.
          #expect(!field.hasUnit)
          continue
        }
        #expect(Given.text(words).stored(in: field) == .stored(.integer(number)), "\(type.name): \(words)")
      }
    }
  }

  @Test func `every test is named once and explained`() {
    let names = TestKind.all.map(\.name)
    #expect(Set(names).count == names.count)
    for kind in TestKind.all {
      #expect(TestKind.named(kind.name) == kind)
      #expect(!kind.summary.isEmpty)
      #expect(kind.example.hasPrefix("is.\(kind.name)"), "\(kind.example)")
      #expect((kind.operands == .none) == (kind.example == "is.\(kind.name)"), "\(kind.example)")
    }
    #expect(TestKind.named("nothing") == nil)
  }
}
