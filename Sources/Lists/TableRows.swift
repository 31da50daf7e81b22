import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema

/// Plain tables of a script that came as the rows of one list: read as cells, compared by their marks.
final class TableRows {
  private let tables: any RawTables
  private unowned let session: SessionContext

  var count: Int { tables.count }
  subscript(place: Int) -> LuaValue { tables.table(place, on: session.lua.stack) }

  /// What is in a row, as a list keeps it or as it is now.
  func mark(_ place: Int) throws -> ContentMark {
    if let mark = (tables as? CopiedTables)?.mark(place, on: session.lua.stack) { return mark }
    return try RowContent(session: session, stack: session.lua.stack).mark(of: self[place])
  }

  /// Compares rows with others, by their places; nil where only their marks tell.
  func withComparison<Result>(
    to others: TableRows, _ body: ((Int, Int) -> Bool?) throws -> Result
  ) rethrows -> Result? {
    guard let given = tables as? GivenTables, let others = others.tables as? GivenTables else { return nil }
    return try given.withComparison(to: others, on: session.lua.stack, body)
  }

  /// Has all that is in the rows of two lists read in one go; no script may run meanwhile.
  func readingMembers<Result>(with others: TableRows, _ body: () throws -> Result) rethrows -> Result {
    guard let first = tables as? GivenTables, let second = others.tables as? GivenTables else { return try body() }
    return try GivenTables.readingMembers(of: first, second, on: session.lua.stack, body)
  }

  /// Rows as a list keeps them, or as they are; nil where one is no plain table, or, to be kept, more than one of texts,
  /// numbers and truths: they are looked at one by one then.
  init?(_ list: LuaTable, copied: Bool, _ session: SessionContext) {
    let stack = session.lua.stack
    let tables: (any RawTables)? = copied ? CopiedTables(list, on: stack) : GivenTables(list, on: stack)
    guard let tables else { return nil }
    (self.tables, self.session) = (tables, session)
  }

  /// What tells the rows apart, a field; nil where one of them has none.
  func keys(_ unique: RowProperty?) -> [Scalar]? {
    var name = "id"
    if let unique {
      guard case .member(let path) = unique, path.count == 1 else { return nil }
      name = path[0]
    }
    return tables.withColumn(name, on: session.lua.stack) { cells in
      cells.contains { $0.isNull } ? nil : cells.map { Scalar($0) }
    }
  }

  /// The order of some rows, as indices into their places; nil where only the rows themselves tell.
  func sorted(_ places: [Int], by sort: RowSort) throws -> [Int]? {
    if sort.isNone { return Array(places.indices) }
    if let (function, isDescending) = sort.onlyComparator {
      guard places == Array(0..<tables.count) else { return nil }
      return try tables.sortedPlaces(by: function, isDescending: isDescending, on: session.lua.stack)
    }
    let keys = SortKeys(sort.sorts, count: places.count)
    for (column, part) in sort.sorts.enumerated() {
      guard let path = part.path, path.names.count == 1, path.isName else { return nil }
      let isRead: Void? = tables.withColumn(path.names[0], on: session.lua.stack) { cells in
        // The tables stay, and their texts with them.
        for (row, place) in places.enumerated() { keys.set(column, of: row, lasting: cells[place]) }
      }
      if isRead == nil { return nil }
    }
    return keys.sortedRows()
  }

  /// The numbers of the sections of some rows; nil where only the rows themselves tell.
  func sections(_ places: [Int], by section: RowProperty?, _ names: SectionNames) throws -> [Int]? {
    switch section {
    case nil: return Array(repeating: names.number(of: .text([]), ""), count: places.count)
    case .member(let path)? where path.count == 1:
      return tables.withColumn(path[0], on: session.lua.stack) { places.map(numbering(names, $0)) }
    case .initial(let path)? where path.count == 1:
      var initials = Initials(names)
      return tables.withColumn(path[0], on: session.lua.stack) { cells in
        places.map { initials.number(of: cells[$0]) }
      }
    case .function(let function)? where places.count == tables.count:
      return try tables.withResults(of: function, on: session.lua.stack) { places.map(numbering(names, $0)) }
    default: return nil
    }
  }

  /// Finds the number of a name once for all texts at one address: there they are the same.
  private func numbering(_ names: SectionNames, _ cells: [Cell]) -> (Int) -> Int {
    var known: [UInt64: Int] = [:]
    return { place in
      let cell = cells[place]
      if cell.kind == .text, let number = known[cell.bits] { return number }
      let number = names.number(of: Scalar(cell), LuaValue(cell))
      if cell.kind == .text { known[cell.bits] = number }
      return number
    }
  }
}
