import Platform

/// The order of two stored values as the database sees it.
package enum CellOrder: Sendable {
  case less, equal, greater
  /// One of them is NULL, or they are of kinds that do not compare.
  case unknown
}

/// Compares two values: numbers by value (an integer with a real exactly), text and data by bytes.
///
/// Different classes sort as in SQLite: numbers, then text, then data.
package func compareCells(_ left: Cell, _ right: Cell) -> CellOrder {
  switch (left.kind, right.kind) {
  case (.null, _), (_, .null): .unknown
  case (.integer, .integer): order(left.integer, right.integer)
  case (.real, .real): order(left.real, right.real)
  case (.integer, .real): compare(left.integer, right.real)
  case (.real, .integer): flipped(compare(right.integer, left.real))
  case (.text, .text), (.data, .data): compareBytes(left.bytes, right.bytes)
  // What is no number is NULL to the database.
  default: isNaN(left) || isNaN(right) ? .unknown : order(rank(left.kind), rank(right.kind))
  }
}

/// Compares bytes as `memcmp` does, the shorter of two with the same beginning first.
package func compareBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> CellOrder {
  let count = min(left.count, right.count)
  if count > 0, let a = left.baseAddress, let b = right.baseAddress {
    let result = memcmp(a, b, count)
    if result != 0 { return result < 0 ? .less : .greater }
  }
  return order(left.count, right.count)
}

private func isNaN(_ cell: Cell) -> Bool { cell.kind == .real && cell.real.isNaN }

private func rank(_ kind: Cell.Kind) -> Int {
  switch kind {
  case .null: 0
  case .integer, .real: 1
  case .text: 2
  case .data: 3
  }
}

private func order<Number: Comparable>(_ left: Number, _ right: Number) -> CellOrder {
  left < right ? .less : left == right ? .equal : left > right ? .greater : .unknown
}

private func flipped(_ order: CellOrder) -> CellOrder {
  switch order {
  case .less: .greater
  case .greater: .less
  default: order
  }
}

/// An integer against a real, exactly: reals beyond the integers' range are decided by their sign.
private func compare(_ integer: Int64, _ real: Double) -> CellOrder {
  if real.isNaN { return .unknown }
  if real >= 0x1p63 { return .less }
  if real < -0x1p63 { return .greater }
  let whole = Int64(real)
  if integer != whole { return integer < whole ? .less : .greater }
  return order(0, real - Double(whole))
}
