import LuaRuntime
import Query
import Schema

extension ConditionReader {
  /// The condition that a text says: `where("age >= low", { low = 20 })`.
  func predicate(_ text: String, parameters: LuaValue) throws -> Condition {
    let named = session.namedTests
    let tests = PredicateTests(named: named.compactMapValues(\.test), encoder: session.operandEncoder) {
      kind, arguments in
      try kind.test(with: arguments)
    }
    do {
      let expression = try PredicateMeaning.expression(
        text, resolver: resolver, parameters: self.parameters(parameters), tests: tests)
      // A test that a script named may ask functions.
      let functions = named.values.reduce(into: [:]) { $0.merge($1.functions) { first, _ in first } }
      return Condition(expression: expression, functions: expression.containsClosure ? functions : [:])
    } catch let error as PredicateError {
      throw ScriptError(.query, "\(word): \(error)")
    }
  }

  private func parameters(_ value: LuaValue) throws -> [String: PredicateParameter] {
    guard case .table(let table) = value else { return [:] }
    var result: [String: PredicateParameter] = [:]
    for (key, value) in table.entries() {
      guard case .string(let name) = key, let text = name.text else {
        throw ScriptError(.argument, "\(word): parameters have names: \(word)(\"age >= low\", { low = 20 })")
      }
      result[text] = try parameter(value, text)
    }
    return result
  }

  private func parameter(_ value: LuaValue, _ name: String) throws -> PredicateParameter {
    if value.isSame(as: session.null) { return PredicateParameter(.value, [.null]) }
    if case .table(let list) = value { return PredicateParameter(.list, try list.plainElements(session, word)) }
    if let plain = Value(plain: value) {
      return PredicateParameter(value.kind == .boolean ? .truth : .value, [plain])
    }
    if let (key, _) = try session.operandKey(value, "\(word): parameter '\(name)'", in: database) {
      return PredicateParameter(.key, [key])
    }
    throw ScriptError(
      .argument, "\(word): parameter '\(name)' is a value, a list, null or an object, not \(value.described)")
  }
}
