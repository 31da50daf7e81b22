import LuaRuntime
import Model

/// `expr "n + 1"`: a value of each row where a plain text would be a text.
package final class ExpressionValue {
  let text: String
  /// The table of parameters; nil where there is none.
  let parameters: LuaValue

  package init(_ text: String, parameters: LuaValue) {
    self.text = text
    self.parameters = parameters
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    ["__tostring": { call in call.returning("expr: " + (call.object(1, as: ExpressionValue.self)?.text ?? "")) }]
  }
}

extension HostTypes {
  package var expression: LuaHostType { self["expression"] }
}
