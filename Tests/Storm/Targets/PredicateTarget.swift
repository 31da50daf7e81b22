import Query
import Schema

extension FuzzTarget {
  static let predicates = FuzzTarget(
    name: "predicates",
    corpus: [
      "age >= low and name:prefix('Z')", "not (age == nil) or age + 2 * 3 <= -4.5e3", "name:between{'a', \"b\\n\"}",
      "name .. 'x' ~= [[long]] -- comment", "age // 2 % 3 == 0x10 and (name == '\\u{e9}\\x41\\065\\z  ')",
    ],
    words: [
      "age", "name", "and", "or", "not", "nil", "true", "(", ")", "==", "~=", "<", ">=", "+", "-", "//", "%", "..",
      "'x'",
      "[[", "]]", "[==[", "--[[", "0x", "1e", ".5", ":", ":prefix", ":matches", "{", "}", "ignore_case = true", "\\u{",
      "\\z", "low", "and age == 1 ", "not ", "((((((((", "--", "\\999", "9223372036854775808",
    ],
    feeder: {
      let entity = Entity(
        name: "Player", table: "player",
        fields: [Field(name: "age", type: .integer), Field(name: "name", type: .text)])
      let resolver = FieldResolver(catalog: Catalog([entity]), entity: entity)
      return { try read(String(decoding: $0, as: UTF8.self), resolver) }
    })

  private static func read(_ text: String, _ resolver: FieldResolver) throws -> Bool {
    do {
      _ = try PredicateMeaning.expression(
        text, resolver: resolver, parameters: ["low": PredicateParameter(.value, [.integer(1)])],
        tests: PredicateTests { kind, arguments in .kind(kind, arguments) })
      return true
    } catch let error as PredicateError {
      guard error.range.upperBound <= text.utf8.count, !error.description.isEmpty else {
        throw Finding("the place of the error is outside of the text")
      }
      return false
    }
  }
}
