import Schema
import Store

/// The values by which a row, or those that belong to one, are found: mostly one integer, which needs no memory of its own.
enum RowKey: Hashable {
  case integer(Int64)
  case values([Value])

  init(_ values: [Value]) {
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
  init(_ rows: RowBuffer, _ row: Int, _ columns: [Int]) {
    let first = rows[row][columns[0]]
    if columns.count == 1, first.kind == .integer {
      self = .integer(first.integer)
    } else {
      self = .values(columns.map { rows.value(row, $0) })
    }
  }

  var values: [Value] {
    switch self {
    case .integer(let number): [.integer(number)]
    case .values(let values): values
    }
  }

  /// NULL belongs to nothing.
  var isNull: Bool {
    switch self {
    case .integer: false
    case .values(let values): values.contains(.null)
    }
  }
}
