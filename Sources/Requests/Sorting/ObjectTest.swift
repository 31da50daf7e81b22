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

  /// Nil where the argument is no test.
  ///
  /// - Throws: an error for a test of values, which cannot tell what an object is.
  package init?(_ call: LuaCall, at place: Int) throws { try self.init(call.value(place)) }

  /// The same of a value.
  package init?(_ value: LuaValue) throws {
    guard let value = value.userdata?.object(as: TestValue.self) else { return nil }
    guard let test = value.test else { throw ScriptError(RequestError.filterTestWithoutValue(test: value.name)) }
    if let source = test.testOfValues {
      throw ScriptError(RequestError.filterTestOfValue(test: source))
    }
    decision = TestDecision(test)
    functions = value.functions
  }

  /// Whether it holds for an object or a table.
  package func holds(for row: BorrowedValue) throws -> Bool {
    // Functions are asked of what is not NULL; they see the object instead.
    try decision.truth(of: Cell(Int64(1))) { hook throws in try functions[hook]?.isTrue(of: row) ?? true } == true
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
