import Schema

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
