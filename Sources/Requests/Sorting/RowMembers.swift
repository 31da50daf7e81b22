import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// Finds what a dotted name leads to from an object or a plain table.
package struct RowMembers {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// Whose member the last name of a path is.
  package enum Owner {
    /// A relation on the way has none.
    case nothing
    case object(LuaRowObject, slot: Int, Entity)
    case table(name: String)
    /// A table inside of a document, whose values have a type.
    case part(name: String, Field)
    /// What a request computed for the object.
    case computed(Value, Field)
  }

  /// Follows the path from the value on top of the stack; the owner of its last name is on top then.
  package func pushOwner(of path: FieldPath) throws -> Owner {
    if let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) {
      let resolver = try FieldResolver(object: object, context)
      let path = try resolver.settled(path)
      guard let last = path.inside.last else { return try pushOwner(of: path.relations, path.field) }
      let field = try resolver.field(at: path)
      let names = path.relations + [path.field] + path.inside.dropLast()
      // What JSON holds where names lead on may be anything.
      let owner = try pushOwner(of: names, last, isOpen: field.type == .any)
      if case .table(let name) = owner { return .part(name: name, field) }
      return owner
    }
    return try pushOwner(of: path.relations, path.field)
  }

  /// A value of the table inside of a document that is on top of the stack, as the database sees it.
  package func value(of name: String, _ field: Field) throws -> Value {
    try stack.get(-1, name)
    defer { stack.pop(1) }
    let value = stack.borrowed(-1)
    if value.isNil { return .null }
    do {
      return try FieldCoding(session).partValue(of: field, from: value)
    } catch let refusal as CastError {
      throw ScriptError(RequestError.fieldRefuses(field: field.name, reason: refusal.words))
    }
  }

  private func pushOwner(of relations: [String], _ name: String, isOpen: Bool = false) throws -> Owner {
    for relation in relations {
      if isOpen, !hasMembers { return .nothing }
      try checkHasMembers(relation)
      try stack.get(-1, relation)
      stack.remove(-2)
      if stack.isNil(-1) || FieldCoding(session).isNull(-1, on: stack) { return .nothing }
    }
    if isOpen, !hasMembers { return .nothing }
    try checkHasMembers(name)
    guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) else {
      return .table(name: name)
    }
    let entity = try context.entity
    if let slot = entity.allFields.firstIndex(where: { $0.name == name }) { return .object(object, slot: slot, entity) }
    if let (slot, field) = context.computedMember(named: name, of: object) {
      try object.checkNotReturned()
      return .computed(ObjectRows(session: session, stack: stack).computedValue(slot, of: object), field)
    }
    // A relation stands for its key.
    let field = try FieldResolver(catalog: context.catalog, entity: entity).field(at: FieldPath(field: name))
    guard let slot = entity.slot(of: field.name) else { return .nothing }
    return .object(object, slot: slot, entity)
  }

  private var hasMembers: Bool { stack.kind(-1) == .table || stack.rowObject(-1) != nil }

  private func checkHasMembers(_ name: String) throws {
    if hasMembers { return }
    throw ScriptError(RequestError.noMember(value: stack.value(-1).described, name: name))
  }
}
