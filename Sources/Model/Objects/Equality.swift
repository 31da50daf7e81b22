import LuaRows
import LuaRuntime
import Schema

/// Says which objects of an entity are equal, and makes the text that is the same for those that are.
package struct Equality {
  package let session: SessionContext
  package let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// Whether two objects of one entity are equal: by the entity's `equals`, else by key within one database.
  package func areEqual(
    _ left: LuaRowObject, _ leftContext: ObjectContext, _ right: LuaRowObject, _ rightContext: ObjectContext
  ) throws -> Bool {
    let hooks = commonHooks(leftContext, rightContext)
    if let function = hooks.equals {
      return try function.call([left.place.value, right.place.value]).first?.isTruthy ?? false
    }
    if !hooks.equalFields.isEmpty {
      return try values(of: left, leftContext, hooks) == values(of: right, rightContext, hooks)
    }
    if try areDocuments(left, leftContext, right, rightContext) {
      guard let content = try content(of: left, leftContext) else { return false }
      return try content == self.content(of: right, rightContext)
    }
    guard leftContext.sharesDatabase(with: rightContext), left.state != .new, right.state != .new,
      !leftContext.model.entity.keySlots.isEmpty
    else { return false }
    let key = try comparedKey(of: left, leftContext.model.entity)
    // Several rows of another program's table may have the key NULL.
    return try !key.contains(.null) && key == comparedKey(of: right, rightContext.model.entity)
  }

  /// The key by which a row is known: spellings that its columns take for equal are one.
  private func comparedKey(of object: LuaRowObject, _ entity: Entity) throws -> [Value] {
    let key = try ObjectRows(session: session, stack: stack).savedKey(of: object, entity)
    return zip(entity.keySlots, key).map { slot, value in
      let collation = entity.fields[slot].collation
      return collation.joinsTexts ? value.key(by: collation) : value
    }
  }

  /// What says whether two objects are equal; of two kinds in one table, that which both have of the same entity.
  private func commonHooks(_ left: ObjectContext, _ right: ObjectContext) -> EntityHooks {
    let hooks = left.model.hooks
    return left === right || hooks.equalityOwner == right.model.hooks.equalityOwner ? hooks : EntityHooks()
  }

  /// The text for an object; nil where the key decides and there is none: for a new one, and where NULL is in it.
  package func key(of object: LuaRowObject, _ context: ObjectContext) throws -> String? {
    let hooks = context.model.hooks
    if let function = hooks.hash {
      let value = try function.call([object.place.value]).first ?? .nil
      switch value {
      case .string, .integer, .number, .boolean: return prefix(context) + session.lua.describe(value)
      default:
        throw ScriptError(ObjectError.hashGives(entity: context.name, found: value.described))
      }
    }
    if !hooks.equalFields.isEmpty { return text(context, try values(of: object, context, hooks)) }
    if try isDocument(object, context) { return try content(of: object, context).map { context.name + ":" + $0 } }
    guard object.state != .new else { return nil }
    let key = try comparedKey(of: object, context.entity)
    return key.contains(.null) ? nil : text(context, key)
  }

  /// Whether one is a document, and the other is another, or could become one.
  private func areDocuments(
    _ left: LuaRowObject, _ leftContext: ObjectContext, _ right: LuaRowObject, _ rightContext: ObjectContext
  ) throws -> Bool {
    if try isDocument(left, leftContext) { return try right.state == .new || isDocument(right, rightContext) }
    return try left.state == .new && isDocument(right, rightContext)
  }

  /// Whether nothing but its content can make an object equal to another: it has neither row nor key.
  private func isDocument(_ object: LuaRowObject, _ context: ObjectContext) throws -> Bool {
    let entity = context.model.entity
    if entity.isAbstract { return true }
    guard object.state == .embedded else { return false }
    return try ObjectRows(session: session, stack: stack).savedKey(of: object, entity).contains(.null)
  }

  /// What an object without a row holds; nil where it cannot be a document.
  private func content(of object: LuaRowObject, _ context: ObjectContext) throws -> String? {
    do {
      return try DocumentWriter.text(.object(context.name), of: object.place, place: "", session)
    } catch is CastError {
      return nil
    }
  }

  private func text(_ context: ObjectContext, _ values: [Value]) -> String {
    prefix(context) + values.map(\.description).joined(separator: ",")
  }

  /// The entity among whose objects the values tell.
  private func prefix(_ context: ObjectContext) -> String {
    (context.isShared ? context.model.hooks.equalityOwner ?? context.rootName : context.name) + ":"
  }

  private func values(of object: LuaRowObject, _ context: ObjectContext, _ hooks: EntityHooks) throws -> [Value] {
    let entity = context.model.entity
    let rows = ObjectRows(session: session, stack: stack)
    return try hooks.equalFields.map { name in
      guard let slot = entity.slot(of: name) else { return .null }
      return try rows.value(slot, of: object, entity)
    }
  }
}
