import LuaRows
import LuaRuntime
import Schema

/// Makes plain tables of documents: `p:to_table()`.
package struct PlainDocument {
  package let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Makes a document tables and values without methods.
  package func replace(_ value: BorrowedValue, _ kind: Document.Kind) throws {
    if value.isNil { return }
    guard value.hasRoom(16) else { throw CastError(UnfitValue.muchTooDeep) }
    if case .value(let field) = kind { return try replace(value, of: field) }
    try Embedding(session).entering(value) {
      try value.scoped { value.become(try plain(kind, value)) }
    }
  }

  /// Makes what a field holds such a value, which is nobody else's: a table that JSON gave is copied.
  package func replace(_ value: BorrowedValue, of field: Field) throws {
    if field.decoder != nil { return }
    if let document = field.document { return try replace(value, document.kind) }
    if field.type.reading == .json { value.becomeCopy() }
  }

  private func plain(_ kind: Document.Kind, _ value: BorrowedValue) throws -> BorrowedValue {
    switch kind {
    case .value: value
    case .object: try object(value)
    case .list(let element), .map(let element): try table(value) { _ in element }
    case .variant(let cases): try table(value) { name in cases.first { $0.name == name }?.payload }
    }
  }

  private func object(_ value: BorrowedValue) throws -> BorrowedValue {
    // A table that was put there and is no object yet stays what it is.
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else { return value }
    let entity = context.model.entity
    let result = value.newTable(fields: entity.fields.count)
    for (slot, field) in entity.allFields.enumerated() where object.holds(slot) {
      try value.scoped {
        let member = object.borrowed(slot)
        try replace(member, of: field)
        result.set(field.name, to: member)
      }
    }
    return result
  }

  private func table(_ table: BorrowedValue, _ kind: (String) -> Document.Kind?) throws -> BorrowedValue {
    guard table.isTable else { return table }
    let result = table.newTable()
    try table.forEachMember { key, member in
      if let kind = kind(key.string ?? "") { try replace(member, kind) }
      result.set(key, to: member)
    }
    return result
  }
}
