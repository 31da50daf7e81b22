/// A cell together with the bytes that it borrows.
package final class OwnedCell: Sendable {
  package let cell: Cell
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer?

  package init(_ value: Value) {
    var copy: UnsafeMutableRawBufferPointer?
    cell = value.withCell { cell in
      guard cell.kind == .text || cell.kind == .data else { return cell }
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: cell.bytes.count, alignment: 1)
      bytes.copyMemory(from: cell.bytes)
      copy = bytes
      return Cell(cell.kind, borrowing: UnsafeRawBufferPointer(bytes))
    }
    storage = copy
  }

  deinit { storage?.deallocate() }
}

extension Sequence<Value> {
  /// Calls `body` with the values as cells, which borrow what they hold until it returns.
  ///
  ///     [.text("a"), .integer(1)].withCells { $0.count }  // 2
  package func withCells<R, E: Error>(_ body: ([Cell]) throws(E) -> R) throws(E) -> R {
    let owned = map { OwnedCell($0) }
    defer { withExtendedLifetime(owned) {} }
    return try body(owned.map(\.cell))
  }
}
