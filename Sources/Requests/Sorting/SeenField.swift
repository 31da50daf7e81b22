import LuaRows
import Schema

/// A field that a function reads of rows in memory, and what its cells must be to hold what the field says.
///
/// It is asked of every cell that it stands for: what the field says is looked up once.
package struct SeenField {
  let slot: Int
  private let demand: Demand
  private let isNullable: Bool

  /// What a cell with a value must be, so that a function sees what was understood of it.
  private enum Demand {
    case truth
    case integer
    case word(StoredWords)
    case stored(StorageClasses)
    case nothing
  }

  package init(_ field: Field, slot: Int) {
    self.slot = slot
    isNullable = !field.isRequired && !field.isPrimaryKey
    demand =
      switch field.type.reading {
      case .boolean: .truth
      case .decimal: field.isStoredAsNumber ? .nothing : .integer
      case .label: .word(StoredWords(of: field))
      case .asStored: .stored(field.listedClasses)
      case .json, .document: .nothing
      }
  }

  /// Whether the row of an element holds it so; false also where only its object says what it holds.
  package func holds(_ row: ListReader.Row, in reader: ListReader) -> Bool {
    guard let address = reader.cell(slot, of: row) else { return false }
    let cell = address.load(as: Cell.self)
    if cell.isNull { return isNullable }
    return switch demand {
    case .truth: cell.kind == .integer && (cell.integer == 0 || cell.integer == 1)
    case .integer: cell.kind == .integer
    case .word(let words): words.contains(cell)
    case .stored(let classes): classes.contains(cell.storageClass) && reader.readsAsStored(slot, address)
    case .nothing: false
    }
  }
}

extension Field {
  /// What cells hold where functions are understood of rows in memory.
  var listedClasses: StorageClasses {
    switch storage {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .data: .data
    case .any: .number
    }
  }
}
