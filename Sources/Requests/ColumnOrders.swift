import LuaRuntime
import Model
import Schema

/// The columns of lists of plain rows, in the order of the statement that gave them: a table of Lua keeps none.
///
/// The lists are the keys of a weak table, so that they are forgotten with the script's last use of them.
package final class ColumnOrders: SessionState {
  private let lists: LuaTable
  /// The places of the columns of durations, which are numbers to Lua and texts to people, of those lists that have some.
  private let durations: LuaTable
  /// The names in a single row, in the order that a script gave: of what is counted of all rows.
  private let rows: LuaTable
  /// Whether there was one so far; without any no table need be looked for.
  private var hasRows = false
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
    durations = session.lua.makeTable()
    durations.setMetatable(metatable)
    rows = session.lua.makeTable()
    rows.setMetatable(metatable)
  }

  /// Remembers the columns of a list of rows.
  ///
  /// - Parameter fields: what the columns are, where that is known.
  package func remember(_ names: [String], of list: LuaValue, _ fields: [Field] = []) {
    guard list.table != nil else { return }
    lists[list] = .table(table(of: names))
    let places = fields.indices.filter { [.duration, .meanDuration].contains(fields[$0].type) }
    if places.isEmpty { return }
    let table = session.lua.makeTable()
    for (count, place) in places.enumerated() { table[count + 1] = .integer(Int64(place + 1)) }
    durations[list] = .table(table)
  }

  /// Remembers the order of the names in one plain table, which is no list.
  package func remember(_ names: [String], ofRow row: LuaValue) {
    guard row.table != nil else { return }
    rows[row] = .table(table(of: names))
    hasRows = true
  }

  /// The places of the names in a plain table; empty where nothing is remembered of it: names stand by themselves then.
  package func places(inRow row: @autoclosure () -> LuaTable?) -> [String: Int] {
    guard hasRows, let row = row() else { return [:] }
    let names = rows[.table(row)].table?.elements.compactMap(\.text) ?? []
    return Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The rows of a list as people see them: durations are ISO 8601.
  package func shown(_ rows: [LuaValue], of list: LuaTable) -> [LuaValue] {
    guard let places = durations[.table(list)].table?.elements.compactMap(\.integer), let names = names(of: list) else {
      return rows
    }
    let keys = places.flatMap { [LuaValue.integer($0), .string(LuaString(names[Int($0) - 1]))] }
    return rows.map { row in
      guard let table = row.table else { return row }
      let copy = session.lua.makeTable()
      for (key, value) in table.entries() { copy[key] = value }
      for key in keys {
        switch table[key] {
        case .integer(let seconds): copy[key] = .string(LuaString(durationText(seconds)))
        case .number(let seconds): copy[key] = .string(LuaString(durationText(seconds)))
        default: continue
        }
      }
      return .table(copy)
    }
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
