import LuaRows
import LuaRuntime
import Schema

/// Makes plain tables of documents: `p:to_table()`.
package struct PlainDocument {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// Replaces the document on top of the stack by tables and values without methods.
  package func replaceTop(_ kind: Document.Kind) throws {
    if stack.isNil(-1) { return }
    guard stack.ensure(16) else { throw CastError(UnfitValue.muchTooDeep) }
    let top = stack.top
    switch kind {
    case .value(let field):
      if let document = field.document, field.decoder == nil { try replaceTop(document.kind) }
      return
    case .object: try Embedding(session).entering(top, on: stack) { try pushObject(top) }
    case .list(let element), .map(let element):
      try Embedding(session).entering(top, on: stack) { try pushTable(top) { _ in element } }
    case .variant(let cases):
      try Embedding(session).entering(top, on: stack) {
        try pushTable(top) { name in cases.first { $0.name == name }?.payload }
      }
    }
    stack.remove(top)
  }

  private func pushObject(_ index: Int) throws {
    guard let object = stack.rowObject(index), let context = object.context(as: ObjectContext.self) else {
      // A table that was put there and is no object yet.
      return stack.copy(index)
    }
    let entity = context.model.entity
    stack.newTable(fields: entity.fields.count)
    for (slot, field) in entity.allFields.enumerated() where object.holds(slot) {
      object.push(slot)
      if let document = field.document, field.decoder == nil { try replaceTop(document.kind) }
      stack.rawSet(table: -2, field.name)
    }
  }

  private func pushTable(_ index: Int, _ kind: (String) -> Document.Kind?) throws {
    guard stack.kind(index) == .table else { return stack.copy(index) }
    stack.newTable()
    let copy = stack.top
    stack.pushNil()
    while stack.next(index) {
      let name = stack.kind(-2) == .string ? stack.string(-2) ?? "" : ""
      if let kind = kind(name) { try replaceTop(kind) }
      stack.copy(-2)
      stack.insert(-2)
      stack.rawSetTop(table: copy)
    }
  }
}
