import LuaRuntime
import Schema

/// The functions of scripts that fields name by a number.
package final class FieldFunctions: SessionState {
  /// The `encode` and `decode` functions of fields.
  var coders: [ScriptHook: LuaFunction] = [:]
  /// The tests that are functions of the fields inside documents.
  package var documentTests: [ScriptHook: LuaFunction] = [:]

  package init(_ session: SessionContext) {}
}

/// The constructors of fields and relations, to recognise one that was not called.
package final class Constructors: SessionState {
  package var all: [(name: String, function: LuaFunction)] = []

  package init(_ session: SessionContext) {}
}

/// The words that make an order: `asc`, `desc`.
package final class SortWords: SessionState {
  package var all: [LuaFunction] = []

  package init(_ session: SessionContext) {}
}

/// The tests that scripts named: `is.even = test(…)`.
package final class NamedTests: SessionState {
  package var all: [String: TestValue] = [:]

  package init(_ session: SessionContext) {}
}
