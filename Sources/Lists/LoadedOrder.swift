import ClosureSQL
import LuaRuntime
import Model
import Query
import Requests
import Schema

/// An order that can be told from the fields that rows of a list hold.
struct LoadedOrder {
  private struct Key {
    var slot: Int
    var sort: Sort
    /// Whether it is what scripts see, not what is stored.
    var isSeen = false
    /// Whether a function would raise an error about rows without a value.
    var lacksNone = false
  }

  private var keys: [Key] = []
  /// What functions read, which rows must hold as their fields say.
  private var seen: [SeenField] = []

  /// Whether functions say which fields they are.
  private(set) var asksScript = false

  init?(_ sort: RowSort, _ rows: LoadedRows, _ session: SessionContext) throws {
    let budget = ReadingBudget(session.lua)
    let closures = try ListClosures(rows.context)
    for part in sort.sorts {
      switch part.key {
      case .value(.field(let path)):
        guard let slot = rows.slot(path.names) else { return nil }
        keys.append(Key(slot: slot, sort: part))
      case .value(.closure(let hook)):
        asksScript = true
        guard let function = sort.functions[hook],
          case .pushed(let key) = try session.state(ClosureReading.self).translator.key(
            function, closures.world, budget),
          case .field(let path) = key.expression, let slot = rows.seenSlot(path.names)
        else { return nil }
        keys.append(Key(slot: slot, sort: part, isSeen: true))
      case .comparator(let hook):
        guard let function = sort.functions[hook],
          let fields = try session.state(ClosureReading.self).translator.fields(
            comparedBy: function, part, closures.world, budget)
        else { return nil }
        for (path, sort) in fields {
          guard let slot = rows.seenSlot(path.names) else { return nil }
          keys.append(Key(slot: slot, sort: sort, isSeen: true, lacksNone: true))
        }
      default: return nil
      }
    }
    guard let seen = rows.seen(closures.fieldsRead) else { return nil }
    self.seen = seen
    // The keys that a list keeps of its rows are one for each part.
    if asksScript, sort.comparesRows { return nil }
  }

  /// The keys of rows, by their places; nil where only their objects tell.
  ///
  /// They hold as long as the rows are there.
  func keys(_ places: [Int], _ rows: LoadedRows) -> SortKeys? {
    var result = SortKeys(keys.map(\.sort), count: places.count)
    let areRead = rows.withReader { (reader) throws(Never) in
      for field in seen {
        let read = reader.loadedCells([field.slot], at: places)
        guard !read.areFound.contains(false), read.cells.allSatisfy({ field.holds($0, in: reader) }) else {
          return false
        }
      }
      for (column, key) in keys.enumerated() {
        if !key.isSeen { result.compare(column, by: rows.collation(key.slot)) }
        let read = reader.loadedCells([key.slot], at: places)
        if read.areFound.contains(false) { return false }
        for row in places.indices {
          var cell = read.cells[row]
          guard !key.isSeen || reader.readsAsStored(key.slot, cell), !(key.lacksNone && cell.isNull) else {
            return false
          }
          // To a function bytes are a text like others.
          if key.isSeen, cell.kind == .data { cell = Cell(.text, borrowing: cell.bytes) }
          result.set(column, of: row, lasting: cell)
        }
      }
      return true
    }
    return areRead == true ? result : nil
  }

  /// The keys of one row, as they are kept.
  func scalars(_ place: Int, _ rows: LoadedRows) -> [Scalar] {
    keys.map { key in
      let scalar = rows.scalar(key.slot, place, isSeen: key.isSeen)
      if key.isSeen { return scalar.compared(by: key.sort) }
      let collation = rows.collation(key.slot)
      return scalar.key(by: collation).compared(by: key.sort, collation)
    }
  }
}
