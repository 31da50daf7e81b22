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
    if case .value(let field) = kind {
      if let document = field.document, field.decoder == nil { try replace(value, document.kind) }
      return
    }
    try Embedding(session).entering(value) {
      try value.scoped { value.become(try plain(kind, value)) }
    }
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
        if let document = field.document, field.decoder == nil { try replace(member, document.kind) }
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
