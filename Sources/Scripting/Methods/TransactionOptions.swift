import LuaRuntime
import Model
import Store

/// What a script asks of a transaction: `db:transaction(fn, { retry = 3 })`.
struct TransactionOptions {
  /// How often the function is run again at most, after conflicts with other sessions.
  var retries = 0

  static let names = ["retry"]

  init(_ value: LuaValue, _ session: SessionContext) throws {
    if value.isNil { return }
    guard case .table(let table) = value else {
      throw MethodError.transactionOptions(value: value.described)
    }
    for (key, value) in table.entries() {
      switch (key, value) {
      case (.string("retry"), .integer(let count)) where (0...1000).contains(count): retries = Int(count)
      default:
        throw MethodError.transactionOption(option: session.lua.describe(key), value: value.described)
      }
    }
  }

  /// Whether an error says that what another session committed came between.
  static func isConflict(_ error: any Error) -> Bool {
    switch error {
    case let error as StoreError: return error.isConflict
    case let error as LuaError:
      if case .boolean(true)? = error.value.table?["conflict"] { return true }
      return false
    default: return false
    }
  }
}
