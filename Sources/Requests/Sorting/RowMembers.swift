import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// Finds what a dotted name leads to from an object or a plain table.
package struct RowMembers {
  package let session: SessionContext
  /// Where the row stands, and then what each name leads to: last the owner of the last name.
  package let place: BorrowedValue

  package init(session: SessionContext, at place: BorrowedValue) {
    self.session = session
    self.place = place
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

  /// Follows the path from the row; the owner of its last name stands in its place then.
  package func owner(of path: FieldPath) throws -> Owner {
    if let object = place.rowObject, let context = object.context(as: ObjectContext.self) {
      let resolver = try FieldResolver(object: object, context)
      let path = try resolver.settled(path)
      guard let last = path.inside.last else { return try owner(of: path.relations, path.field).asked(of: path.part) }
      let field = try resolver.field(at: path)
      let names = path.relations + [path.field] + path.inside.dropLast()
      // What JSON holds where names lead on may be anything.
      let owner = try owner(of: names, last, isOpen: field.type == .any || field.isPartOfJSON)
      if case .table(let name) = owner { return .part(name: name, field) }
      return owner
    }
    // Nothing is declared of a table: what is no table on the way has no members, as in JSON.
    return try owner(of: path.relations, path.field, isOpen: place.isTable)
  }

  /// A value of the table inside of a document that a path has led to, as the database sees it.
  package func value(of name: String, _ field: Field) throws -> Value {
    let value = try place.read(name)
    defer { value.drop() }
    return try self.value(value, field)
  }

  /// What a plain table has under a name: numbers and texts compare as those of a column of any values do, truths and
  /// tables as parts of JSON, with values of their class alone.
  package func value(of name: String, inTableAt path: FieldPath) throws -> Value {
    let value = try place.read(name)
    defer { value.drop() }
    let isPlain = path.part.map { [.number, .text, .ordered, .word].contains($0) } ?? true
    if value.kind == .userdata, isPlain, let number = value.value.decimalNumber {
      return path.part == .word ? number.inWords : number
    }
    let part = isPlain && path.part != .word && (value.kind == .number || value.kind == .string) ? nil : path.part
    return try self.value(value, Field.ofTable(path.description).asked(of: part))
  }

  private func value(_ value: BorrowedValue, _ field: Field) throws -> Value {
    if value.isNil { return .null }
    do {
      return try FieldCoding(session).partValue(of: field, from: value)
    } catch let refusal as CastError {
      throw ScriptError(RequestError.fieldRefuses(field: field.name, reason: refusal.words))
    }
  }

  private func owner(of relations: [String], _ name: String, isOpen: Bool = false) throws -> Owner {
    for relation in relations {
      if isOpen, !hasMembers { return .nothing }
      try checkHasMembers(relation)
      try place.become(read: relation)
      if place.isNil || FieldCoding(session).isNull(place) { return .nothing }
    }
    if isOpen, !hasMembers { return .nothing }
    try checkHasMembers(name)
    guard let object = place.rowObject, let context = object.context(as: ObjectContext.self) else {
      return .table(name: name)
    }
    let entity = try context.entity
    if let slot = entity.allFields.firstIndex(where: { $0.name == name }) { return .object(object, slot: slot, entity) }
    if let (slot, field) = context.computedMember(named: name, of: object) {
      try object.checkNotReturned()
      let value = ObjectRows(session: session, stack: place.stack).computedValue(slot, of: object)
      return .computed(field.comparedDecimal(value), field)
    }
    // A relation stands for its key.
    let field = try FieldResolver(catalog: context.catalog, entity: entity).field(at: FieldPath(field: name))
    guard let slot = entity.slot(of: field.name) else { return .nothing }
    return .object(object, slot: slot, entity)
  }

  private var hasMembers: Bool { place.isTable || place.rowObject != nil }

  private func checkHasMembers(_ name: String) throws {
    if hasMembers { return }
    throw ScriptError(RequestError.noMember(value: place.value.described, name: name))
  }
}

extension RowMembers.Owner {
  /// What was computed is a part of JSON as a whole, of which a class may be asked.
  fileprivate func asked(of part: PartClass?) -> RowMembers.Owner {
    guard case .computed(let value, let field) = self, field.isPartOfJSON else { return self }
    return .computed(value.member(at: [], part: part), field.holdingPart)
  }
}
