import Query
import Schema
import TestSupport
import Testing

@Suite struct PredicateFuzzTests {
  private static let words = [
    "age", "name", "and", "or", "not", "nil", "true", "(", ")", "==", "~=", "<", ">=", "+", "-", "//", "%", "..", "/",
    "'x'", "\"", "'", "\\", "3", "0x", "1e", ".5", ":", "between", ",", ".", "{", "}", "é", "\u{0}", "\n", "[", "low",
  ]

  /// Every seed is a test of its own, and so is printed where it fails.
  @Test(arguments: 0..<20) func `any text is an expression or an error with its place`(seed: UInt64) {
    var dice = Dice(seed: seed)
    let entity = Entity(
      name: "Player", table: "player",
      fields: [Field(name: "age", type: .integer), Field(name: "name", type: .text)])
    let resolver = FieldResolver(catalog: Catalog([entity]), entity: entity)
    for _ in 0..<300 {
      let text = (0..<dice.roll(12)).map { _ in dice.pick(Self.words) }.joined(separator: dice.pick(["", " "]))
      do {
        _ = try PredicateMeaning.expression(
          text, resolver: resolver, parameters: ["low": PredicateParameter(.value, [.integer(1)])],
          tests: PredicateTests { kind, arguments in
            if kind == .between, arguments.count != 2 { throw SchemaError.testNeedsText(test: "", field: "", type: "") }
            return .kind(kind, arguments)
          })
      } catch let error as PredicateError {
        #expect(error.range.upperBound <= text.utf8.count && !error.description.isEmpty, "\(text.debugDescription)")
      } catch {
        Issue.record("\(text.debugDescription): \(error)")
      }
    }
  }
}
