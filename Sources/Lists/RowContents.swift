import LuaRuntime
import Model
import Schema

/// A row as a list in memory has it: what scripts see, and what was in it when that was last told.
enum RowContents {
  case table(LuaValue, bytes: [UInt8])
  /// An object of an entity, which a script may change at any time, and what it held.
  case object(LuaValue, StoredRow)
  /// The element of a fetched list, by its place, with what it was loaded with.
  case loaded(LoadedRows, place: Int)

  var object: LuaValue {
    switch self {
    case .table(let value, _), .object(let value, _): value
    case .loaded(let rows, let place): rows.object(place)
    }
  }

  /// What is in it, equal where all fields are.
  var bytes: [UInt8] {
    switch self {
    case .table(_, let bytes): bytes
    case .object(_, let row): row.bytes
    case .loaded(let rows, let place): rows.stored(place).bytes
    }
  }

  /// What its fields held; nil for a table, which holds it still.
  var stored: StoredRow? {
    switch self {
    case .table: nil
    case .object(_, let row): row
    case .loaded(let rows, let place): rows.stored(place)
    }
  }

  /// Whether the contents are the same, field by field.
  func isSame(as other: RowContents) -> Bool {
    if case .loaded(let rows, let place) = self, case .loaded(let others, let otherPlace) = other, rows === others,
      place == otherPlace
    {
      return true
    }
    return bytes == other.bytes
  }
}

/// What the fields of an object held at some moment, as it is stored; nil for those that were not read.
struct StoredRow {
  let entity: Entity
  let values: [Value?]

  var bytes: [UInt8] {
    var result: [UInt8] = []
    for value in values {
      if let value {
        value.withCell { RowContent.append($0, to: &result) }
      } else {
        RowContent.append(nil, to: &result)
      }
    }
    return result
  }

  /// The same as a plain table, as scripts see the values.
  func table(_ session: SessionContext) throws -> LuaTable {
    let table = session.lua.makeTable()
    for case (let field, let value?) in zip(entity.fields, values) {
      table[field.name] = try value.withCell { try RowCopies(session).value($0, as: field, of: entity) }
    }
    return table
  }
}

extension RowCopies {
  /// What a stored cell is for scripts.
  func value(_ cell: Cell, as field: Field, of entity: Entity) throws -> LuaValue {
    let stack = session.lua.stack
    try FieldCoding(session).push(cell, as: field, of: entity, on: stack)
    defer { stack.pop(1) }
    return stack.value(-1)
  }
}
