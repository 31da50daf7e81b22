import CLua

/// How the fields of a new object become the cells of a row.
package final class LuaRowGiving {
  package enum Kind: UInt8 {
    /// The host makes the cell.
    case asked
    /// Numbers and strings are stored as they are, strings as text or as data.
    case text, data
    /// Truths are stored as 0 and 1.
    case truth
  }

  private let givings: UnsafeMutableBufferPointer<moon_giving>

  package init(_ slots: [(slot: Int, kind: Kind)]) {
    givings = .allocate(capacity: slots.count)
    _ = givings.initialize(from: slots.map { moon_giving(slot: Int16($0.slot), kind: $0.kind.rawValue) })
  }

  deinit { givings.deallocate() }

  /// Makes the cells of an object from the `place`-th on, up to one that the host must make.
  ///
  /// The answer is the place of that one, or their number at the end. Text is borrowed from the object, and ends with
  /// NUL.
  package func fill(_ cells: UnsafeMutableRawPointer, of object: LuaRowObject, from place: Int) -> Int {
    Int(
      moon_object_cells(
        object.stack, Int32(object.index), givings.baseAddress, Int32(givings.count), Int32(place),
        cells.assumingMemoryBound(to: moon_cell.self)))
  }
}
