import Schema
import Store

/// The values by which a row, or those that belong to one, are found: mostly one integer, which needs no memory of its own.
package enum RowKey: Hashable {
  case integer(Int64)
  case values([Value])

  package init(_ values: [Value]) {
    if values.count == 1, case .integer(let number) = values[0] {
      self = .integer(number)
    } else {
      self = .values(values)
    }
  }

  init(_ value: Value) {
    if case .integer(let number) = value { self = .integer(number) } else { self = .values([value]) }
  }

  /// What a row has in these columns.
  package init(_ rows: RowBuffer, _ row: Int, _ columns: [Int]) {
    if columns.count == 1, let number = Self.integer(rows[row][columns[0]]) {
      self = .integer(number)
    } else {
      self = .values(columns.map { rows.value(row, $0) })
    }
  }

  /// The whole number in a cell: the database takes 3 and 3.0 for the same.
  package static func integer(_ cell: Cell) -> Int64? {
    switch cell.kind {
    case .integer: cell.integer
    case .real: Int64(exactly: cell.real)
    default: nil
    }
  }

  package var values: [Value] {
    switch self {
    case .integer(let number): [.integer(number)]
    case .values(let values): values
    }
  }

  /// NULL belongs to nothing.
  package var isNull: Bool {
    switch self {
    case .integer: false
    case .values(let values): values.contains(.null)
    }
  }

  /// The whole numbers from the least of some keys to the largest, where most of them are among the keys.
  ///
  /// Those between without a row mostly belong to rows that were deleted, and lead to nothing.
  package static func range(of keys: [RowKey]) -> ClosedRange<Int64>? {
    guard keys.count > 2, case .integer(var least) = keys[0] else { return nil }
    var largest = least
    for key in keys {
      guard case .integer(let number) = key else { return nil }
      least = min(least, number)
      largest = max(largest, number)
    }
    let (distance, overflows) = largest.subtractingReportingOverflow(least)
    return !overflows && distance / 5 < keys.count / 4 + 1 ? least...largest : nil
  }
}

extension RowKey {
  /// The other key that a string of a script stands for, where the column of the key holds texts and bytes.
  package func other(in tied: ResolvedEntity) -> RowKey? {
    guard tied.keySlots.count == 1, tied.entity.fields[tied.keySlots[0]].holdsTextsAndBytes,
      case .values(let values) = self
    else { return nil }
    switch values[0] {
    case .text(let text): return RowKey(.data(Array(text.utf8)))
    case .data(let bytes): return String(validating: bytes, as: UTF8.self).map { RowKey(.text($0)) }
    default: return nil
    }
  }
}
