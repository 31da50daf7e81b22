import CCells
import Schema

extension Cell {
  /// Whether both hold the same, byte for byte.
  package func isSame(as other: Cell) -> Bool {
    withUnsafePointer(to: self) { cell in withUnsafePointer(to: other) { moon_cell_is_same(cell, $0) } }
  }
}

extension RowBuffer {
  /// Whether a row holds in some columns what a row of another buffer holds, byte for byte.
  package func isSame(_ row: Int, as otherRow: Int, of other: RowBuffer, in columns: [Int]) -> Bool {
    columns.withUnsafeBufferPointer { moon_cells_are_same(self[row], other[otherRow], $0.baseAddress, $0.count) }
  }
}
