import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema

/// Sorts a list in memory.
///
/// A function that does nothing but read or compare fields is not called: what it would read is compared instead, as
/// long as all rows have values that compare in Lua as they do in the database.
///
///     list:sorted(function(a, b) return a.team < b.team end)   // by the field team
package struct ListSorter {
  let order: Order
  var rows: ListRows
  let context: ObjectContext

  /// Fewer rows than these take less time to be asked than the functions take to be read.
  private static let fewRows = 64

  package init(_ order: Order, _ rows: ListRows, of context: ObjectContext) {
    self.order = order
    self.rows = rows
    self.context = context
  }

  /// Which row comes first, which second, and so on.
  package mutating func places() throws -> [Int] {
    if rows.count >= Self.fewRows, order.sorts.contains(where: \.asksScript) {
      if let keys = try readKeys() { return keys.sortedRows() }
    }
    return try asked()
  }

  /// The same with all functions called.
  private mutating func asked() throws -> [Int] {
    let lent = rows.lentTo.isEmpty ? nil : rows.lend()
    defer {
      lent?.state = .returned
      lent?.place.drop()
    }
    return try RowSorter(order: order, session: context.session).places(of: rows)
  }

  // MARK: Reading functions

  /// A key that is read from the rows.
  private struct Key {
    var sort: Sort
    /// The slot that a function reads; nil for a key without one.
    var slot: Int?
    /// Whether the function would raise an error about rows without a value.
    var lacksNone = false
  }

  /// The keys of all rows, where no function needs to be called for them.
  private mutating func readKeys() throws -> SortKeys? {
    let closures = try ListClosures(context)
    let budget = ReadingBudget(context.session.lua)
    var said: [Key]? = []
    for sort in order.sorts {
      // The others are read too: they may turn out to keep no rows.
      let keys = try read(sort, closures.world, budget)
      said = keys.flatMap { keys in said.map { $0 + keys } }
    }
    // What a key is made of is looked at where the key is set.
    guard let said, rows.allHold(closures.fieldsRead, but: said.compactMap(\.slot)) else { return nil }
    var keys = SortKeys(said.map(\.sort), count: rows.count)
    for (column, key) in said.enumerated() {
      if let slot = key.slot {
        let lacksNone = key.lacksNone
        guard try rows.setSeenKeys(column, slot: slot, lacksNone: lacksNone, in: &keys) else { return nil }
      } else {
        try rows.setKeys(column, for: key.sort, in: &keys)
      }
    }
    keys.finish()
    return keys
  }

  private mutating func read(
    _ sort: Sort, _ world: ClosureTranslator.World, _ budget: ReadingBudget
  ) throws -> [Key]? {
    switch sort.key {
    case .comparator(let hook):
      return try order.functions[hook].flatMap { try read(comparator: $0, sort, world, budget) }
    case .value(.closure(let hook)):
      guard let function = order.functions[hook] else { return nil }
      guard case .pushed(let key) = try translator.key(function, world, budget) else {
        if try rows.keepsNone(function) { rows.lentTo.append(function) }
        return nil
      }
      rows.lentTo.append(function)
      guard case .field(let path) = key.expression, let slot = rows.slot(path) else { return nil }
      var sort = sort
      sort.key = .value(key.expression)
      return [Key(sort: sort, slot: slot)]
    case .value: return [Key(sort: sort)]
    }
  }

  private func read(
    comparator: LuaFunction, _ sort: Sort, _ world: ClosureTranslator.World, _ budget: ReadingBudget
  ) throws -> [Key]? {
    guard let fields = try translator.fields(comparedBy: comparator, sort, world, budget) else { return nil }
    var result: [Key] = []
    for (path, sort) in fields {
      guard let slot = rows.slot(path) else { return nil }
      result.append(Key(sort: sort, slot: slot, lacksNone: true))
    }
    return result
  }

  private var translator: ClosureTranslator { context.session.state(ClosureReading.self).translator }
}
