import LuaRows
import LuaRuntime
import Schema

/// Goes through the parts of the document on top of the stack.
package struct DocumentWalk {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// Calls `body` with each object in the document: one before those that stand in it.
  package func forEachObject(_ kind: Document.Kind, _ body: (LuaRowObject, ObjectContext) throws -> Void) throws {
    guard stack.ensure(16) else { throw CastError(UnfitValue.muchTooDeep) }
    let top = stack.top
    switch kind {
    case .value(let field):
      if let document = field.document { try forEachObject(document.kind, body) }
    case .object:
      guard let object = stack.rowObject(top), let context = object.context(as: ObjectContext.self) else { return }
      try Embedding(session).entering(top, on: stack) {
        try body(object, context)
        for (slot, field) in context.model.entity.allFields.enumerated() where object.holds(slot) {
          guard let document = field.document, field.encoder == nil else { continue }
          object.push(slot)
          try forEachObject(document.kind, body)
          stack.top = top
        }
      }
    case .list(let element), .map(let element):
      try forEachMember { _ in try forEachObject(element, body) }
    case .variant(let cases):
      try forEachMember { name in
        if let payload = cases.first(where: { $0.name == name })?.payload { try forEachObject(payload, body) }
      }
    }
  }

  /// Calls `body` with each member of the table on top of the stack on top of it: list elements in their order.
  private func forEachMember(_ body: (String) throws -> Void) throws {
    let table = stack.top
    guard stack.kind(table) == .table else { return }
    try Embedding(session).entering(table, on: stack) {
      for place in 0..<stack.rawLength(table) {
        _ = stack.rawGet(table: table, place + 1)
        try body("")
        stack.top = table
      }
      for name in names(of: table) {
        _ = stack.rawGet(table: table, name)
        try body(name)
        stack.top = table
      }
    }
  }

  /// The names in a table, ascending: a table has no order of its own.
  private func names(of table: Int) -> [String] {
    var names: [String] = []
    stack.pushNil()
    while stack.next(table) {
      stack.pop(1)
      if stack.kind(-1) == .string, let name = stack.string(-1) { names.append(name) }
    }
    return names.sorted()
  }
}
