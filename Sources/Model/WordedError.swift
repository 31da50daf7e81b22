import LuaRuntime
import Schema

/// A mistake that says in words what it is; only a `+Words` file has the words.
package protocol Worded: Sendable {
  var message: String { get }
}

/// A mistake that scripts see as an error of a kind.
package protocol WordedError: Worded, Error {
  var kind: ScriptError.Kind { get }
  var details: [(name: String, value: LuaValue)] { get }
  /// Where in the script, when it is not simply the line that called.
  var position: SourcePosition? { get }
}

extension WordedError {
  package var details: [(name: String, value: LuaValue)] { [] }
  package var position: SourcePosition? { nil }
}

extension ScriptError {
  /// The error of a script for a mistake, with what only its place knows: more details, and where it is.
  package init(
    _ error: some WordedError, _ more: [(name: String, value: LuaValue)] = [], at position: SourcePosition? = nil
  ) {
    self.init(error.kind, error.message, error.details + more, at: position ?? error.position)
  }
}

extension [(name: String, value: LuaValue)] {
  /// The details that most errors have: the entity, and its field.
  package static func naming(entity: String, field: String? = nil) -> Self {
    let named = [(name: "entity", value: LuaValue.string(LuaString(entity)))]
    guard let field else { return named }
    return named + [(name: "field", value: LuaValue.string(LuaString(field)))]
  }
}
