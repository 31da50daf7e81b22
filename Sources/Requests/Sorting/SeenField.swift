import LuaRows
import Schema

/// A field that a function reads of rows in memory, and what its cells must be to hold what the field says.
package struct SeenField {
  let slot: Int
  private let field: Field
  private let words: StoredWords

  package init(_ field: Field, slot: Int) {
    (self.field, self.slot) = (field, slot)
    words = StoredWords(of: field)
  }

  /// Whether a cell of a list does, so that a function sees what was understood of it.
  func holds(_ cell: Cell, in reader: ListReader) -> Bool {
    switch (field.type.reading, cell.kind) {
    case (_, .null): !field.isRequired && !field.isPrimaryKey
    case (.boolean, .integer): cell.integer == 0 || cell.integer == 1
    case (.decimal, .integer): !field.isStoredAsNumber
    case (.label, .text): words.contains(cell)
    case (.asStored, _): field.listedClasses.contains(cell.storageClass) && reader.readsAsStored(slot, cell)
    default: false
    }
  }

  /// Whether the row of an element does; false also where only its object says what it holds.
  package func holds(_ row: ListReader.Row, in reader: ListReader) -> Bool {
    reader.cell(slot, of: row).map { holds($0.load(as: Cell.self), in: reader) } ?? false
  }
}

extension ListReader {
  /// Whether a cell of a slot is in Lua what it is in the row.
  fileprivate func readsAsStored(_ slot: Int, _ cell: Cell) -> Bool {
    withUnsafePointer(to: cell) { readsAsStored(slot, UnsafeRawPointer($0)) }
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
