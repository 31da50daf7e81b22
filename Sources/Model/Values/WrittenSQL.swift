import LuaRuntime
import Query
import Schema

/// SQL that a script wrote: a rule of the schema, `sql "start < finish"`, or a value of each row of a request,
/// `sql("price > ? * 2", 10)`; the database alone knows what it means.
package final class WrittenSQL {
  package let text: String
  private let values: WrittenText.Values

  package init(_ text: String, _ values: WrittenText.Values = .list([])) {
    self.text = text
    self.values = values
  }

  /// It as a value of each row.
  package func expression() throws(WrittenMistake) -> WrittenExpression {
    try WrittenText(text, values).expression()
  }

  package static let metamethods: @Sendable (SessionContext) -> HostFunctions = { _ in
    ["__tostring": { call in call.returning(call.object(1, as: WrittenSQL.self)?.text ?? "") }]
  }
}

extension LuaValue {
  /// What `sql` made; nil for any other value.
  package var writtenSQL: WrittenSQL? { userdata?.object(as: WrittenSQL.self) }
}

extension HostTypes {
  package var sql: LuaHostType { self["sql"] }
}
