import Schema
import Testing

/// What a person sees of the lists that help is made of.
@Suite struct ListTests {
  @Test func everyColumnTypeIsNamedOnceAndExplained() {
    let names = ColumnType.all.map(\.name)
    #expect(Set(names).count == names.count)
    for type in ColumnType.all {
      #expect(ColumnType.named(type.name) == type)
      #expect(!type.summary.isEmpty && !type.expected.isEmpty)
      #expect(type.example.contains(" = \(type.name) "), "\(type.example)")
    }
    #expect(ColumnType.named("nothing") == nil)
  }

  @Test func everyTestIsNamedOnceAndExplained() {
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
