import Schema

extension RowBuffer {
  /// Whether the first columns of a row hold what those of a row of another buffer do.
  package func isSame(_ row: Int, as otherRow: Int, of other: RowBuffer, columns: Int) -> Bool {
    let (left, right) = (self[row], other[otherRow])
    for column in 0..<columns where !left[column].isSame(as: right[column]) { return false }
    return true
  }
}

extension Cell {
  /// Whether both hold the same, byte for byte.
  package func isSame(as other: Cell) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .null: return true
    case .integer, .real: return bits == other.bits
    case .text, .data: return length == other.length && compareBytes(bytes, other.bytes) == .equal
    }
  }
}
