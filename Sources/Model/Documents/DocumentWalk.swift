import LuaRows
import LuaRuntime
import Schema

/// Goes through the parts of a document.
package struct DocumentWalk {
  package let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Calls `body` with each object in the document: one before those that stand in it.
  package func forEachObject(
    _ kind: Document.Kind, in value: BorrowedValue, _ body: (LuaRowObject, ObjectContext) throws -> Void
  ) throws {
    guard value.hasRoom(16) else { throw CastError(UnfitValue.muchTooDeep) }
    switch kind {
    case .value(let field):
      if let document = field.document { try forEachObject(document.kind, in: value, body) }
    case .object:
      guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else { return }
      try Embedding(session).entering(value) {
        try body(object, context)
        for (slot, field) in context.model.entity.allFields.enumerated() where object.holds(slot) {
          guard let document = field.document, field.encoder == nil else { continue }
          try value.scoped { try forEachObject(document.kind, in: object.borrowed(slot), body) }
        }
      }
    case .list(let element), .map(let element):
      try forEachMember(of: value) { _, member in try forEachObject(element, in: member, body) }
    case .variant(let cases):
      try forEachMember(of: value) { name, member in
        guard let payload = cases.first(where: { $0.name == name })?.payload else { return }
        try forEachObject(payload, in: member, body)
      }
    }
  }

  /// Calls `body` with each member of a table: list elements in their order, then names ascending.
  private func forEachMember(of table: BorrowedValue, _ body: (String, BorrowedValue) throws -> Void) throws {
    guard table.isTable else { return }
    try Embedding(session).entering(table) {
      try table.forEachElement { _, element in try body("", element) }
      for name in table.names { try table.scoped { try body(name, table.member(name)) } }
    }
  }
}
