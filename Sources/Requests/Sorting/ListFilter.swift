import ClosureSQL
import LuaRows
import LuaRuntime
import Model
import Schema

/// Says which rows of a list satisfy a condition.
///
/// Rows that are as the database gave them are asked by their cells, and no objects are made of them; so are functions
/// that say no more than a condition does. The others are looked at as objects, one by one.
package struct ListFilter {
  private let condition: RowCondition
  private let rows: ListRows
  private let context: ObjectContext

  package init(_ condition: RowCondition, _ rows: ListRows, of context: ObjectContext) {
    self.condition = condition
    self.rows = rows
    self.context = context
  }

  /// Fewer rows than these take less time to be asked than a function takes to be read.
  private static let fewRows = 64

  /// The places of the rows, from 0.
  package func places() throws -> [Int] {
    if case .closure(let hook) = condition.condition.expression, let function = condition.condition.functions[hook] {
      if rows.count >= Self.fewRows, let cells = try cells(saying: function) { return try places(by: cells) }
      return try places(by: function)
    }
    guard let cells = CellFilter(selecting: condition.condition.expression, rows) else {
      return try (0..<rows.count).filter(asks)
    }
    return try places(by: cells)
  }

  private func places(by filter: CellFilter) throws -> [Int] {
    try withUnsafeTemporaryAllocation(of: Cell.self, capacity: max(filter.width, 1)) { cells in
      try (0..<rows.count).filter { place in
        try filter.selects(place, rows, cells) ?? asks(place)
      }
    }
  }

  /// Whether a row satisfies the condition, as an object.
  private func asks(_ place: Int) throws -> Bool {
    try rows.withObject(place) { try condition.selects($0) }
  }

  /// So many rows are shown to a function at once.
  private static let batch = 64

  private func places(by function: LuaFunction) throws -> [Int] {
    var places: [Int] = []
    for start in stride(from: 0, to: rows.count, by: Self.batch) {
      let range = start..<min(start + Self.batch, rows.count)
      for (place, isSelected) in zip(range, try rows.answers(of: function, for: range)) where isSelected {
        places.append(place)
      }
    }
    return places
  }

  /// What a function says as a condition on cells; nil where it must be called.
  private func cells(saying function: LuaFunction) throws -> CellFilter? {
    let closures = try ListClosures(context)
    let reading = try context.session.state(ClosureReading.self).translator.filter(function, closures.world)
    guard let seen = rows.seen(closures.fieldsRead) else { return nil }
    switch reading {
    case .pushed(let yes, _): return CellFilter(selecting: yes, asking: nil, seen, rows)
    case .prefilter(let yes, let ask, _): return CellFilter(selecting: yes, asking: ask, seen, rows)
    case .closure: return nil
    }
  }
}

/// A condition on the cells of the rows of a list, and what these must be for it to mean what it says.
private struct CellFilter {
  private let condition: CellCondition
  private let slots: [Int]
  /// Where only a function tells; it has cells of its own.
  private let ask: CellCondition?
  private let askedSlots: [Int]
  /// What a function reads; a row that holds something else is shown to it.
  private let seen: [SeenField]

  /// How many cells it looks at.
  var width: Int { max(slots.count, askedSlots.count) }

  /// Nil where cells do not tell.
  init?(selecting condition: Expression, _ rows: ListRows) {
    self.init(condition, asking: nil, [], rows) { rows.field($0)?.nature.collation }
  }

  /// The same for a function: `yes` selects, and of rows where `ask` holds only a call tells; Lua compares bytes.
  init?(selecting yes: Expression, asking ask: Expression?, _ seen: [SeenField], _ rows: ListRows) {
    self.init(yes, asking: ask, seen, rows) { rows.field($0).map { _ in .binary } }
  }

  private init?(
    _ condition: Expression, asking: Expression?, _ seen: [SeenField], _ rows: ListRows,
    _ collation: @escaping (FieldPath) -> Collation?
  ) {
    guard let condition = CellCondition(condition, collation: collation) else { return nil }
    let ask = asking.flatMap { CellCondition($0, collation: collation) }
    guard (ask == nil) == (asking == nil) else { return nil }
    (self.condition, self.ask, self.seen) = (condition, ask, seen)
    slots = condition.columns.compactMap { rows.slot($0) }
    askedSlots = ask?.columns.compactMap { rows.slot($0) } ?? []
  }

  /// Whether it selects a row; nil where only the row's object tells.
  func selects(_ place: Int, _ rows: ListRows, _ cells: UnsafeMutableBufferPointer<Cell>) throws -> Bool? {
    guard let row = rows.row(place), rows.holds(row, seen) else { return nil }
    if let ask {
      guard read(askedSlots, row, rows, into: cells) else { return nil }
      if try ask.selects(UnsafeBufferPointer(cells)) { return nil }
    }
    guard read(slots, row, rows, into: cells) else { return nil }
    return try condition.selects(UnsafeBufferPointer(cells))
  }

  private func read(
    _ slots: [Int], _ row: ListReader.Row, _ rows: ListRows, into cells: UnsafeMutableBufferPointer<Cell>
  ) -> Bool {
    for (place, slot) in slots.enumerated() {
      guard let cell = rows.cell(slot, of: row) else { return false }
      cells[place] = cell
    }
    return true
  }
}
