import LuaRuntime
import Schema

/// An error that says what is wrong by a case, and its words elsewhere.
package protocol WordedError: Error {
  var kind: ScriptError.Kind { get }
  var message: String { get }
  var details: [(name: String, value: LuaValue)] { get }
  var position: SourcePosition? { get }
}

extension WordedError {
  package var details: [(name: String, value: LuaValue)] { [] }
  package var position: SourcePosition? { nil }
}

extension ScriptError {
  package init(_ error: some WordedError) {
    self.init(error.kind, error.message, error.details, at: error.position)
  }
}
