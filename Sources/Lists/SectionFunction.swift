import ClosureSQL
import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Schema

/// A function that gives rows their sections, and says no more than cells do.
///
///     section = function(p) return p.name:sub(1, 1) end   // the first byte of the cell of `name`
struct SectionFunction {
  private let name: CellCondition
  /// What the function reads; a row that holds something else is shown to it.
  private let seen: [SeenField]
  private let slots: [Int]

  /// Nil where it must be called.
  init?(_ function: LuaFunction, _ rows: LoadedRows, _ session: SessionContext) throws {
    let closures = try ListClosures(rows.context)
    guard
      case .pushed(let key) = try session.state(ClosureReading.self).translator.key(
        function, closures.world, ReadingBudget(session.lua)),
      key.kind == .text || key.kind == .number,
      let name = CellCondition(value: key.expression, collation: { rows.seenSlot($0.names).map { _ in .binary } }),
      let seen = rows.seen(closures.fieldsRead)
    else { return nil }
    self.name = name
    self.seen = seen
    slots = name.columns.compactMap { rows.seenSlot($0.names) } + seen.map(\.slot)
  }

  /// The numbers of the sections of rows, by their places; nil for those where only the function tells, or for all.
  func numbers(of places: [Int], in rows: LoadedRows, _ names: SectionNames) throws -> [Int?]? {
    var known = KnownSections(names)
    return try rows.withReader { reader in
      let read = reader.loadedCells(slots, at: places)
      return try read.cells.withUnsafeBufferPointer { cells in
        try places.indices.map { row in
          guard read.areFound[row] else { return nil }
          let cells = UnsafeBufferPointer(rebasing: cells[row * read.width..<(row + 1) * read.width])
          let values = cells[name.columns.count...]
          guard zip(seen, values).allSatisfy({ field, cell in field.holds(cell, in: reader) }) else { return nil }
          return try name.withValue(cells) { known.number(of: $0) } ?? nil
        }
      }
    }
  }
}

/// The sections of short names, each looked up once.
private struct KnownSections {
  private let names: SectionNames
  /// By the bytes of the name and their number.
  private var numbers: [UInt64: Int] = [:]

  init(_ names: SectionNames) {
    self.names = names
  }

  /// Nil for nothing, which is no name.
  mutating func number(of cell: Cell) -> Int? {
    if cell.isNull { return nil }
    guard cell.kind == .text, cell.length < 8 else { return names.number(of: Scalar(cell), LuaValue(cell)) }
    let bytes = cell.bytes.reduce(UInt64(cell.length)) { $0 << 8 | UInt64($1) }
    if let number = numbers[bytes] { return number }
    let number = names.number(of: Scalar(cell), LuaValue(cell))
    numbers[bytes] = number
    return number
  }
}
