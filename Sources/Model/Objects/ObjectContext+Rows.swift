import LuaRows
import LuaRuntime
import Query
import Schema
import Store

extension ObjectContext {
  /// The object with a key, above; nil, and nothing, where there is none.
  package func object(_ key: RowKey, on stack: LuaStack) throws -> LuaRowObject? {
    guard let object = try row(key, on: stack) else { return nil }
    let context = object.context(as: ObjectContext.self) ?? self
    if let hook = context.model.hooks.afterLoad { try hook.call([object.place.value]) }
    return object
  }

  /// The statement is free again before a hook may want it.
  private func row(_ key: RowKey, on stack: LuaStack) throws -> LuaRowObject? {
    let statement = try keyStatement(bound: key)
    defer { statement.reset() }
    return try statement.advance() ? object(of: statement, on: stack) : nil
  }

  /// Reads the row with a key into a buffer; false when there is none.
  package func readRow(_ key: RowKey, into buffer: RowBuffer) throws -> Bool {
    let statement = try keyStatement(bound: key)
    defer { statement.reset() }
    return try statement.step(into: buffer)
  }

  private func keyStatement(bound key: RowKey) throws -> any Statement {
    let statement = try keyStatement()
    let kinds = try tied().kindValues
    let store = try database.store()
    store.noteReads(of: statement)
    if let echo = store.echo { echo(RenderedSQL(text: keyText, bindings: key.values + kinds)) }
    if kinds.isEmpty, case .integer(let number) = key {
      try withUnsafePointer(to: Cell(number)) { try statement.bind($0, count: 1) }
    } else {
      try statement.bind(key.values + kinds)
    }
    return statement
  }
}
