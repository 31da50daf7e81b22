import LuaRuntime

/// SQL that a script wrote where the schema takes it: `sql "start < finish"`; the database alone knows what it means.
package final class WrittenSQL {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static let metamethods: @Sendable (SessionContext) -> HostFunctions = { _ in
    ["__tostring": { call in call.returning(call.object(1, as: WrittenSQL.self)?.text ?? "") }]
  }
}

extension HostTypes {
  package var sql: LuaHostType { self["sql"] }
}
