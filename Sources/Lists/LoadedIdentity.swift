import LuaRows
import Model
import Schema

/// What tells the rows of a fetched list from others, where that stands in a field.
struct LoadedIdentity {
  private let slot: Int
  /// Whether it is what scripts see, not what is stored.
  private let isSeen: Bool

  init?(_ unique: RowProperty?, _ rows: LoadedRows) {
    let slots = rows.entity.keySlots
    switch unique {
    case .member(let names)?:
      guard let slot = rows.seenSlot(names) else { return nil }
      (self.slot, isSeen) = (slot, true)
    case nil where slots.count == 1 && !rows.entity.fields[slots[0]].isComparedAsStored:
      (slot, isSeen) = (slots[0], false)
    default: return nil
    }
  }

  /// The identities of all rows; nil for those where only their objects tell.
  func keys(_ rows: LoadedRows, _ reader: ListReader) -> [Scalar?] {
    let areAsLoaded = reader.areAsLoaded(0..<rows.count)
    return areAsLoaded.indices.map { place in
      guard areAsLoaded[place], let cell = reader.cell(slot, at: place, isSeen: isSeen) else { return nil }
      let key = Scalar(cell)
      return key.isNull || !key.isFound ? nil : key
    }
  }
}
