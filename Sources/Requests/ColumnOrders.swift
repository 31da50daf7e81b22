import LuaRuntime
import Model

/// The columns of lists of plain rows, in the order of the statement that gave them: a table of Lua keeps none.
///
/// The lists are the keys of a weak table, so that they are forgotten with the script's last use of them.
package final class ColumnOrders: SessionState {
  private let lists: LuaTable
  /// The same names are one table, however often a statement is run.
  private var known: [[String]: LuaTable] = [:]
  private let session: SessionContext
  private static let mostKnown = 256

  package init(_ session: SessionContext) {
    self.session = session
    lists = session.lua.makeTable()
    let metatable = session.lua.makeTable()
    metatable["__mode"] = "k"
    lists.setMetatable(metatable)
  }

  /// Remembers the columns of a list of rows.
  package func remember(_ names: [String], of list: LuaValue) {
    guard list.table != nil else { return }
    lists[list] = .table(table(of: names))
  }

  /// The columns of a list of rows that came from a request or a statement; nil for any other table.
  package func names(of list: LuaTable) -> [String]? {
    lists[.table(list)].table?.elements.compactMap(\.text)
  }

  private func table(of names: [String]) -> LuaTable {
    if let table = known[names] { return table }
    if known.count >= Self.mostKnown { known = [:] }
    let table = session.lua.makeTable()
    for (place, name) in names.enumerated() { table[place + 1] = .string(LuaString(name)) }
    known[names] = table
    return table
  }
}
