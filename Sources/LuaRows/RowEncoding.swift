import CLua
import CRows
import LuaRuntime

/// How the fields of a new object become the cells of a row.
package final class LuaRowEncoding {
  package enum Kind: UInt8 {
    /// The host makes the cell.
    case asked
    /// Numbers and strings are stored as they are, strings as text or as data.
    case text, data
    /// Truths are stored as 0 and 1.
    case truth
    /// As `text`, but for strings that are no text, which are data.
    case either
  }

  /// The values of a column that need not be tested.
  package enum Passing {
    /// The host tests each.
    case asked
    case all
    case integers(ClosedRange<Int64>)
    case reals(ClosedRange<Double>)
    /// Texts of so many bytes that do not begin with a blank, unless none are needed.
    case texts(ClosedRange<Int64>)
  }

  package struct Column {
    package var slot: Int
    package var kind: Kind
    package var passing: Passing
    /// Whether the host must see a NULL.
    package var isRequired: Bool

    package init(slot: Int, kind: Kind, passing: Passing, isRequired: Bool) {
      self.slot = slot
      self.kind = kind
      self.passing = passing
      self.isRequired = isRequired
    }
  }

  private let givings: UnsafeMutableBufferPointer<moon_giving>

  package init(_ columns: [Column]) {
    givings = .allocate(capacity: columns.count)
    _ = givings.initialize(from: columns.map { moon_giving($0) })
  }

  deinit { givings.deallocate() }

  /// Makes the cells of an object from the `place`-th on, up to one that the host must make, or test where it `isMade`.
  ///
  /// The answer is the place of that one, or their number at the end. Text is borrowed from the object, and ends with
  /// NUL.
  package func fill(
    _ cells: UnsafeMutableRawPointer, of object: LuaRowObject, from place: Int
  ) -> (place: Int, isMade: Bool) {
    var isMade = false
    let place = moon_object_cells(
      object.stack, Int32(object.index), givings.baseAddress, Int32(givings.count), Int32(place),
      cells.assumingMemoryBound(to: moon_cell.self), &isMade)
    return (Int(place), isMade)
  }
}

extension moon_giving {
  fileprivate init(_ column: LuaRowEncoding.Column) {
    self.init()
    slot = Int16(column.slot)
    kind = column.kind.rawValue
    required = column.isRequired
    switch column.passing {
    case .asked: passing = UInt8(MOON_PASS_ASKED)
    case .all: passing = UInt8(MOON_PASS_ALL)
    case .integers(let range):
      passing = UInt8(MOON_PASS_INTEGERS)
      (low, high) = (range.lowerBound, range.upperBound)
    case .reals(let range):
      passing = UInt8(MOON_PASS_REALS)
      (from, to) = (range.lowerBound, range.upperBound)
    case .texts(let bytes):
      passing = UInt8(MOON_PASS_TEXTS)
      (low, high) = (bytes.lowerBound, bytes.upperBound)
    }
  }
}

extension LuaRowObject {
  /// Whether it is a new object of a shape that is to be inserted as it is: no draft, not about to be, without related
  /// objects.
  package func isFresh(_ shape: LuaRowShape) -> Bool { moon_object_is_fresh(pointer, shape.pointer) }
}
