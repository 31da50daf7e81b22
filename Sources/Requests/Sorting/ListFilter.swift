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
      return try places(by: function)
    }
    guard let cells = CellFilter(selecting: condition.condition.expression, rows) else {
      return try (0..<rows.count).filter(asks)
    }
    return try places(by: cells)
  }

  private func places(by filter: CellFilter) throws -> [Int] {
    var verdicts = Verdicts(filter, rows)
    return try (0..<rows.count).filter { place in
      try verdicts.selects(place) ?? verdicts.asking { try asks(place) }
    }
  }

  /// Whether a row satisfies the condition, as an object.
  private func asks(_ place: Int) throws -> Bool {
    try rows.withObject(place) { try condition.selects($0) }
  }

  /// So many rows are shown to a function at once.
  private static let batch = 64

  /// A function is called for the rows of which cells do not tell what it says, for many that follow each other at once.
  private func places(by function: LuaFunction) throws -> [Int] {
    let isRead = rows.count >= Self.fewRows
    let isLent = try isRead && rows.keepsNone(function)
    let filter = isRead ? try cells(saying: function, isLent) : nil
    var rows = rows
    if isLent { rows.lentTo = [function] }
    let lent = rows.lentTo.isEmpty ? nil : rows.lend()
    defer {
      lent?.state = .returned
      lent?.place.drop()
    }
    var verdicts = filter.map { Verdicts($0, rows) }
    var places: [Int] = []
    var place = 0
    while place < rows.count {
      if let isSelected = try verdicts?.selects(place) {
        if isSelected { places.append(place) }
        place += 1
        continue
      }
      var end = place + 1
      while end < min(place + Self.batch, rows.count), try verdicts?.selects(end) == nil { end += 1 }
      let answers = try rows.answers(of: function, for: place..<end)
      verdicts?.forget()
      places += zip(place..<end, answers).lazy.filter(\.1).map(\.0)
      place = end
    }
    return places
  }

  /// What a function says as a condition on cells; nil where it must be called, or where that takes less time, as it does
  /// where one object shows all rows and more is made of cells than comparisons.
  private func cells(saying function: LuaFunction, _ isLent: Bool) throws -> CellFilter? {
    let closures = try ListClosures(context)
    let reading = try context.session.state(ClosureReading.self).translator.filter(function, closures.world)
    guard let seen = rows.seen(closures.fieldsRead) else { return nil }
    let filter: CellFilter? =
      switch reading {
      case .pushed(let yes, _): CellFilter(selecting: yes, asking: nil, seen, rows)
      case .prefilter(let yes, let ask, _): CellFilter(selecting: yes, asking: ask, seen, rows)
      case .closure: nil
      }
    return isLent && filter?.comparesAlone == false ? nil : filter
  }
}

/// A condition on the cells of the rows of a list, and what these must be for it to mean what it says.
private struct CellFilter {
  private let condition: CellCondition
  /// Where only a function tells; it has cells of its own.
  private let ask: CellCondition?
  /// What a function reads; a row that holds something else is shown to it.
  private let seen: [SeenField]
  /// What is read of each row: for the condition, then for `ask`, then what is `seen`.
  let slots: [Int]

  /// Nil where cells do not tell.
  init?(selecting condition: Expression, _ rows: ListRows) {
    self.init(condition, asking: nil, [], rows) { rows.field($0)?.collation }
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
    slots = (condition.columns + (ask?.columns ?? [])).compactMap { rows.slot($0) } + seen.map(\.slot)
  }

  /// Whether it does nothing but compare cells.
  var comparesAlone: Bool { condition.comparesAlone && ask?.comparesAlone ?? true }

  /// Whether it selects a row of these cells; nil where only the row's object tells.
  func selects(_ cells: UnsafeBufferPointer<Cell>, _ reader: ListReader) throws -> Bool? {
    let first = slots.count - seen.count
    for place in seen.indices where !seen[place].holds(cells[first + place], in: reader) { return nil }
    if let ask, try ask.selects(UnsafeBufferPointer(rebasing: cells[condition.columns.count...])) { return nil }
    return try condition.selects(cells)
  }
}

/// What a filter says of the rows of a list, which are read some at a time.
private struct Verdicts {
  private let filter: CellFilter
  private let reader: ListReader
  private var read: ListReader.Cells?
  private var range = 0..<0

  private static let batch = 256

  init(_ filter: CellFilter, _ rows: ListRows) {
    self.filter = filter
    reader = rows.reader
  }

  /// Whether it selects a row; nil where only the row's object tells.
  mutating func selects(_ place: Int) throws -> Bool? {
    if !range.contains(place) {
      range = place..<min(place + Self.batch, reader.count)
      read = reader.cells(filter.slots, of: range)
    }
    let row = place - range.lowerBound
    guard let read, read.areFound[row] else { return nil }
    return try read.cells.withUnsafeBufferPointer { cells in
      try filter.selects(UnsafeBufferPointer(rebasing: cells[row * read.width..<(row + 1) * read.width]), reader)
    }
  }

  /// Asks a script, which may change the rows that were read.
  mutating func asking(_ body: () throws -> Bool) rethrows -> Bool {
    forget()
    return try body()
  }

  mutating func forget() { range = 0..<0 }
}
