import CLua
import CRows
import LuaRuntime

/// Drafts: copies of objects, which know their origin.
extension LuaRowObject {
  /// The key of the origin among the originals, whose other keys are numbers.
  private static let origin = "origin"

  package var isDraft: Bool {
    get { pointer.pointee.draft }
    nonmutating set { pointer.pointee.draft = newValue }
  }

  /// An object of the same row and state, above, which holds no values of its own.
  package func twin() -> LuaRowObject? {
    let anchor = anchor()
    // An object may keep its row itself.
    if anchor.isNil { anchor.become(place) }
    moon_push_object(
      stack, pointer.pointee.shape, Int32(anchor.index), pointer.pointee.rows, row,
      Int32(pointer.pointee.state))
    anchor.takeTop()
    return anchor.rowObject
  }

  /// The object that a draft was made of, above, or nil.
  package func origin() -> BorrowedValue {
    let origin = borrowed(.originals)
    origin.become(member: Self.origin)
    return origin
  }

  /// Makes an object the origin.
  package func setOrigin(_ value: BorrowedValue) {
    place.scoped { borrowed(.originals).set(Self.origin, to: value) }
  }

  /// Takes over all that another object has in one of its tables, which stays the same.
  package func takeOver(_ table: Table, of other: LuaRowObject) {
    place.scoped {
      let own = borrowed(table)
      other.borrowed(table).forEachMember { key, value in own.set(key, to: value) }
    }
  }
}
