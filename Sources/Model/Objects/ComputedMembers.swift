import LuaRows
import LuaRuntime
import Schema
import Store

/// A member that a request adds to its rows: how it reads, and which column holds it.
///
/// It stands behind the fields of the entity: it can be read, and is never assigned or saved.
package struct ComputedMember: Hashable, Sendable {
  package var field: Field
  package var column: Int
  /// Whether no column holds it: of a row that is lent to a function, another function gives it when it is read.
  package var isGiven = false

  package init(_ field: Field, column: Int) {
    self.field = field
    self.column = column
  }
}

extension ObjectContext {
  /// What was computed for an object, in its order.
  package func computedMembers(of object: LuaRowObject) -> [ComputedMember] {
    computedMembers[object.shape.pointer] ?? []
  }

  /// The same of the objects of a shape.
  package func computedMembers(of shape: LuaRowShape) -> [ComputedMember] { computedMembers[shape.pointer] ?? [] }

  /// The slot and the field of what was computed for an object under a name.
  package func computedMember(named name: String, of object: LuaRowObject) -> (slot: Int, field: Field)? {
    let members = computedMembers(of: object)
    return members.firstIndex { $0.field.name == name }.map { (model.entity.memberCount + $0, members[$0].field) }
  }

  /// What was computed under a slot of an object; nil for one of the entity's own.
  package func computedMember(_ slot: Int, of object: LuaRowObject) -> ComputedMember? {
    let first = model.entity.memberCount
    guard slot >= first else { return nil }
    let members = computedMembers(of: object)
    return slot - first < members.count ? members[slot - first] : nil
  }
}

extension ObjectRows {
  /// What was computed for an object, above; nil, and nothing, where a slot is one of the entity's own.
  package func computed(_ slot: Int, of object: LuaRowObject) throws -> BorrowedValue? {
    guard let context = object.context(as: ObjectContext.self),
      let member = context.computedMember(slot, of: object)
    else { return nil }
    if member.isGiven {
      let given = try object.givenMembers?.value(of: member.field.name, object.place) ?? .nil
      let value = object.place.newValue()
      value.become(given)
      return value
    }
    let cell = object.cell(slot).map { $0.load(as: Cell.self) } ?? .null
    return try FieldCoding(session).borrowed(cell, as: member.field, of: context.model.entity, on: stack)
  }
}

extension ObjectRows {
  /// What was computed for an object in a slot, as the database gave it.
  package func computedValue(_ slot: Int, of object: LuaRowObject) -> Value {
    guard slot < object.slotCount, let cell = object.cell(slot) else { return .null }
    return cell.load(as: Cell.self).value
  }
}

extension LuaRowShape.Reading {
  /// How what is computed reads: a database may give another class of value than an expression says.
  init(_ computed: Field) { self.init(computed, isReflected: true) }
}
