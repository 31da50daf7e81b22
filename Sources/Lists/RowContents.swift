import LuaRows
import LuaRuntime
import Model
import Schema

/// A row as a list in memory has it: what scripts see, and what was in it when that was last told.
enum RowContents {
  case table(LuaValue, mark: ContentMark)
  /// An object of an entity, which a script may change at any time, and what it held.
  ///
  /// That is much more than the others have, which lists hold by the thousands: it stands elsewhere.
  indirect case object(LuaValue, StoredRow)
  /// One of many plain tables that came at once.
  case listed(TableRows, place: Int)
  /// The element of a fetched list, by its place, with what it was loaded with.
  case loaded(LoadedRows, place: Int)

  var object: LuaValue {
    switch self {
    case .table(let value, _), .object(let value, _): value
    case .listed(let rows, let place): rows[place]
    case .loaded(let rows, let place): rows.object(place)
    }
  }

  /// What is in it, equal where all fields are.
  var mark: ContentMark {
    switch self {
    case .table(_, let mark): mark
    case .object(_, let row): row.mark
    // A kept table holds nothing that a mark leaves out.
    case .listed(let rows, let place): (try? rows.mark(place)) ?? ContentMark()
    case .loaded(let rows, let place): rows.stored(place).mark
    }
  }

  /// What its fields held; nil for a table, which holds it still.
  var stored: StoredRow? {
    switch self {
    case .table, .listed: nil
    case .object(_, let row): row
    case .loaded(let rows, let place): rows.stored(place)
    }
  }

  var isObject: Bool {
    switch self {
    case .table, .listed: false
    case .object, .loaded: true
    }
  }

  /// Whether it is an object with fields that are not stored.
  var hasTransients: Bool {
    if case .object(_, let row) = self { !row.entity.transients.isEmpty } else { false }
  }

  /// Whether the contents are the same, field by field.
  func isSame(as other: RowContents) -> Bool {
    if case .loaded(let rows, let place) = self, case .loaded(let others, let otherPlace) = other {
      if rows === others, place == otherPlace { return true }
      if let isSame = rows.isSame(place, as: otherPlace, of: others) { return isSame }
    }
    return mark.isSame(as: other.mark)
  }
}

/// What the fields of an object held at some moment, as it is stored; nil for those that were not read.
package struct StoredRow {
  package let entity: Entity
  /// The fields of the entity, then what was computed.
  package let values: [Value?]
  /// What the values behind those of the entity are of.
  var computed: [Field] = []

  /// What the values are of.
  package var fields: [Field] { entity.fields + computed }

  var mark: ContentMark { ContentMark(of: bytes) }

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
    for case (let field, let value?) in zip(fields, values) {
      table[field.name] = try value.withCell { try RowCopies(session).value($0, as: field, of: entity) }
    }
    return table
  }
}

extension RowCopies {
  /// What a stored cell is for scripts.
  func value(_ cell: Cell, as field: Field, of entity: Entity) throws -> LuaValue {
    try FieldCoding(session).value(of: cell, as: field, of: entity)
  }
}
