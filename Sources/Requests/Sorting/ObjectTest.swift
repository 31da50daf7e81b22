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
    try self.init(call.value(place), session)
  }

  /// The same of a value.
  package init?(_ value: LuaValue, _ session: SessionContext) throws {
    guard let value = value.userdata?.object(as: TestValue.self) else { return nil }
    guard let test = value.test else { throw ScriptError(RequestError.filterTestWithoutValue(test: value.name)) }
    if let source = test.testOfValues {
      throw ScriptError(RequestError.filterTestOfValue(test: source))
    }
    decision = TestDecision(test)
    functions = value.functions
    stack = session.lua.stack
  }

  /// Whether it holds for the object, or the table, on top of the stack.
  package func holdsForTop() throws -> Bool {
    let place = stack.top
    // Functions are asked of what is not NULL; they see the object instead.
    return try decision.truth(of: Cell(Int64(1))) { hook throws in
      guard let function = functions[hook] else { return true }
      stack.push(reference: function)
      stack.copy(place)
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
