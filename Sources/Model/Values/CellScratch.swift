import Schema

/// Keeps the bytes that a cell borrows while one value is looked at.
final class CellScratch {
  private var kept: [OwnedCell] = []

  func keep(_ value: Value) -> Cell {
    let owned = OwnedCell(value)
    kept.append(owned)
    return owned.cell
  }
}
