import LuaRows
import Schema

/// A field that a function reads of rows in memory, and what its cells must be to hold what the field says.
///
/// It is asked of every cell that it stands for: what the field says is looked up once.
package struct SeenField {
  package let slot: Int
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
      case .decimal: field.isStoredAsNumber || field.type == .wideDecimal ? .nothing : .integer
      case .label: .word(StoredWords(of: field))
      case .asStored: .stored(field.listedClasses)
      case .json, .document: .nothing
      }
  }

  /// Whether scripts see what is stored, or the word that it stands for.
  var isReadAsStored: Bool {
    switch demand {
    case .word, .stored: true
    case .truth, .integer, .nothing: false
    }
  }

  /// Whether a cell of the field in a list holds it so.
  package func holds(_ cell: Cell, in reader: ListReader) -> Bool {
    if cell.isNull { return isNullable }
    return switch demand {
    case .truth: cell.kind == .integer && (cell.integer == 0 || cell.integer == 1)
    case .integer: cell.kind == .integer
    case .word(let words): words.contains(cell)
    case .stored(let classes): classes.contains(cell.storageClass) && reader.readsAsStored(slot, cell)
    case .nothing: false
    }
  }
}

extension Field {
  /// Whether scripts see what is in the cell, and no object keeps anything of it.
  var readsWithoutObject: Bool {
    switch type.reading {
    case .asStored, .boolean, .label: decoder == nil && fallback == nil
    case .decimal, .json, .document: false
    }
  }

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
