import LuaRuntime
import Model
import Schema

/// A test that is asked of whole objects: one that is made of functions of the script.
///
///     is.adult = test(function(p) return p.age >= 18 end)
///     list:filter(is.adult)   list:filter(~is.adult)
package struct ObjectTest {
  private let decision: TestDecision
  private let functions: [ScriptHook: LuaFunction]
  private let stack: LuaStack

  /// Nil where the argument is no test.
  ///
  /// - Throws: an error for a test of values, which cannot tell what an object is.
  package init?(_ call: LuaCall, at place: Int, _ session: SessionContext) throws {
    guard let value = call.object(place, as: TestValue.self) else { return nil }
    guard let test = value.test else { throw ScriptError(RequestError.filterTestWithoutValue(test: value.name)) }
    if let source = test.testOfValues {
      throw ScriptError(RequestError.filterTestOfValue(test: source))
    }
    decision = TestDecision(test)
    functions = value.functions
    stack = call.stack
  }

  /// Whether it holds for the object at a place of a list.
  package func holds(at place: Int, of list: Int) throws -> Bool {
    let list = stack.absolute(list)
    // Functions are asked of what is not NULL; they see the object instead.
    return try decision.truth(of: Cell(Int64(1))) { hook throws in
      guard let function = functions[hook] else { return true }
      stack.push(reference: function)
      try stack.get(list, place)
      try stack.call(arguments: 1, results: 1)
      defer { stack.pop(1) }
      return stack.boolean(-1)
    } == true
  }
}

extension Test {
  /// What in it is asked of values, as a script writes it.
  fileprivate var testOfValues: String? {
    switch self {
    case .kind: source
    case .not(let test): test.testOfValues
    case .and(let tests), .or(let tests): tests.lazy.compactMap(\.testOfValues).first
    case .function: nil
    }
  }
}
