import LuaRows
import LuaRuntime
import Model
import Query
import Saving
import Schema

/// The methods of objects.
package enum ObjectMethods {
  package static let all: [Method] = own + TreeMethods.all + ExchangeMethods.ofObjects

  private static let own: [Method] = [
    Method("save", takes: 0, "writes a new object, or the changed fields of a saved one", "p:save()") { session, call in
      let context = try call.object().1
      try Saver(session).save(ObjectSource(call.borrowed(1)), to: context.database, call.stack)
      call.stack.copy(1)
      return 1
    },
    Method("delete", takes: 0, "deletes the row", "p:delete()") { session, call in
      _ = try call.object()
      try Saver(session).delete(ObjectSource(call.borrowed(1)), in: nil)
      return 0
    },
    Method("reload", takes: 0, "reads the row again; changes that were not saved are lost", "p:reload()") {
      session, call in
      let (object, context) = try call.object()
      try Objects(session).reload(object, context, call.stack)
      call.stack.copy(1)
      return 1
    },
    Method(
      "assign", takes: 1, "sets several fields: all of them, or none", "p:assign { name = \"Maghla\", team = null }"
    ) {
      session, call in try assign(session, call)
    },
    Method(
      "validate", takes: 2, "runs the tests: true, or nil and the errors", #"p:validate()   p:validate("age", 99)"#
    ) {
      session, call in try validate(session, call)
    },
    Method("changes", takes: 0, "what is not saved yet: { name = { from = …, to = … } }", "p:changes()") {
      session, call in
      let (object, context) = try call.object()
      call.push(.table(try Objects(session).changes(of: object, context.entity, call.stack)))
      return 1
    },
    Method("is_new", takes: 0, "whether it was never saved", "p:is_new()") { _, call in
      call.push(try call.object().0.state == .new)
      return 1
    },
    Method("toggle", takes: 1, "turns a boolean field over", "p:toggle \"active\"") { session, call in
      try toggle(session, call)
    },
    Method("draft", takes: 0, "a copy, whose changes count once it is saved", "d = p:draft() d.name = \"X\" d:save()") {
      session, call in
      let (object, context) = try call.object()
      try Drafts(session: session, stack: call.stack).make(of: object, context)
      return 1
    },
    Method("discard", takes: 0, "gives a draft up", "d:discard()") { session, call in
      let (object, context) = try call.object()
      try Drafts(session: session, stack: call.stack).discard(object, context)
      return 0
    },
    observe,
    Method("to_table", takes: 0, "its fields as a plain table", "p:to_table()") { session, call in
      let (object, context) = try call.object()
      let entity = try context.entity
      let rows = ObjectRows(session: session, stack: call.stack)
      let table = object.place.newTable(fields: entity.fields.count)
      let fields = entity.allFields
      // A field is a large value: it is looked at where it stands.
      for slot in fields.indices where slot >= entity.fields.count || !object.lacks(slot) {
        try table.scoped {
          let value = try rows.borrowed(slot, of: object, entity)
          if fields[slot].isDocument { try PlainDocument(session).replace(value, of: fields[slot]) }
          table.set(fields[slot].name, to: value)
        }
      }
      for (place, computed) in context.computedMembers(of: object).enumerated() {
        try table.scoped {
          guard let value = try rows.computed(context.model.entity.memberCount + place, of: object) else { return }
          table.set(computed.field.name, to: value)
        }
      }
      return 1
    },
    Method("key", takes: 0, "a text that is the same for equal objects", "seen[p:key()] = true") { session, call in
      let (object, context) = try call.object()
      let known = try Equality(session: session, stack: call.stack).key(of: object, context)
      return call.returning(known ?? session.state(UnsavedKeys.self).key(of: object, named: context.name))
    },
  ]

  private static func assign(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let (object, context) = try call.object()
    guard case .table(let table) = call.value(2) else {
      throw MethodError.assignWithoutTable(value: call.value(2).described)
    }
    let before = Snapshot(object, try context.entity)
    do {
      try Objects(session).assign(table, to: object, context)
    } catch {
      before.restore(object)
      throw error
    }
    call.stack.copy(1)
    return 1
  }

  private static func validate(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let (object, context) = try call.object()
    let tied = try context.tied()
    let entity = tied.entity
    let stack = call.stack
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    if call.argumentCount > 1 {
      guard let slot = object.shape.slot(named: 2, on: stack), slot < entity.memberCount else {
        throw QueryError.unknownField(
          entity: entity.name, name: session.lua.describe(call.value(2)), candidates: entity.objectMemberNames)
      }
      if call.argumentCount < 3 { stack.pushNil() }
      stack.copy(3)
      do {
        // What stands in a document is tested while it becomes one.
        if entity.member(slot).document != nil {
          try FieldCoding(session).normalize(BorrowedValue(at: -1, on: stack), for: tied.slots[slot])
        }
        let value = try FieldCoding(session).storedValue(
          of: entity.member(slot), from: BorrowedValue(at: -1, on: stack), isGiven: true)
        validation.given = stack.value(-1)
        try value.withCell { cell in try validation.check(slot, cell, of: object) }
      } catch let refusal as CastError {
        validation.add(refusal.failures(of: entity.member(slot), entity))
      }
    } else {
      try validation.checkAll(of: object)
    }
    if validation.failures.isEmpty {
      call.push(true)
      return 1
    }
    call.pushNil()
    call.push(ErrorTables(session).encode(ScriptError.validation(validation.failures, session.lua), call))
    return 2
  }

  private static func toggle(_ session: SessionContext, _ call: LuaCall) throws -> Int {
    let (object, context) = try call.object()
    let entity = try context.entity
    guard let slot = object.shape.slot(named: 2, on: call.stack), slot < entity.memberCount,
      entity.member(slot).type == .boolean
    else {
      let name = call.string(2) ?? ""
      let names = entity.allFields.filter { $0.type == .boolean }.map(\.name)
      // A column of another program may hold truths among other values.
      let mayBe = entity.isReflected && entity.field(name)?.type == .any
      throw MethodError.notABoolean(
        value: call.value(2).described, name: name, candidates: names, entity: entity.name, mayBe: mayBe)
    }
    let value = try ObjectRows(session: session, stack: call.stack).borrowed(slot, of: object, entity)
    value.become(.boolean(!value.boolean))
    try Objects(session).assign(value, named: call.borrowed(2), to: object, context)
    return 1
  }
}
