import LuaRows
import Model
import Schema

/// What tells the rows of a fetched list from others, where that stands in a field.
struct LoadedIdentity {
  private let slot: Int
  /// Whether it is what scripts see, not what is stored.
  private let isSeen: Bool
  /// How its column compares texts.
  private let collation: Collation

  init?(_ unique: RowProperty?, _ rows: LoadedRows) {
    let slots = rows.entity.keySlots
    switch unique {
    case .member(let names)?:
      guard let slot = rows.seenSlot(names) else { return nil }
      (self.slot, isSeen, collation) = (slot, true, rows.collation(slot))
    case nil where slots.count == 1 && !rows.entity.fields[slots[0]].isComparedAsStored:
      (slot, isSeen, collation) = (slots[0], false, rows.entity.fields[slots[0]].collation)
    default: return nil
    }
  }

  /// The identities of all rows; nil for those where only their objects tell.
  func keys(_ rows: LoadedRows, _ reader: ListReader) -> [Scalar?] {
    let read = reader.loadedCells([slot], at: Array(0..<rows.count))
    return read.cells.indices.map { place in
      let cell = read.cells[place]
      guard read.areFound[place], !isSeen || reader.readsAsStored(slot, cell) else { return nil }
      let value = isSeen ? Scalar(cell) : Scalar(ordered: cell)
      let key = collation.joinsTexts ? value.key(by: collation) : value
      return key.isNull || !key.isFound ? nil : key
    }
  }
}
