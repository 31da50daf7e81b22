import Encodings
import Interchange
import LuaRows
import LuaRuntime
import Model
import Query
import Relations
import Requests
import Schema
import Store

/// Makes documents of objects: their fields as they are stored, and the related objects that were loaded with them.
///
///     Player:with("games"):first():encode "json"
///     // {"id":1,"name":"Zerator","team_id":null,"games":[{"id":7,"duration":1.5}]}
struct DocumentEncoder {
  let session: SessionContext
  let stack: LuaStack
  let format: FileFormat

  /// The document of an object; `hidden` are slots that are said elsewhere, as the key of what it stands in.
  func document(
    of object: LuaRowObject, _ context: ObjectContext, hidden: Set<Int> = [], depth: Int = 0
  ) throws -> DocumentValue {
    guard depth < 100, session.lua.hasRoom(16) else {
      throw ScriptError(ExchangeError.tooDeepRelated(entity: context.name))
    }
    let entity = try context.entity
    let rows = ObjectRows(session: session, stack: stack)
    var members: [DocumentValue.Member] = []
    let parents = try parents(of: object, context, hidden, depth)
    for (slot, field) in entity.fields.enumerated() where !hidden.contains(slot) && !object.lacks(slot) {
      // The columns of a key go by the name of its relation; those that are fields of their own stay.
      if let name = field.relation, let parent = parents[name] {
        if field.column == parent.columns.first { members.append(DocumentValue.Member(name, parent.document)) }
        continue
      }
      // A key that the database is to make is not there yet.
      if object.state == .new, !object.holds(slot) { continue }
      let value = try rows.value(slot, of: object, entity)
      members.append(DocumentValue.Member(field.name, try document(of: value, slot, object, entity)))
    }
    for relation in entity.relations {
      guard let parent = parents[relation.name], !entity.fields.contains(where: { $0.relation == relation.name }) else {
        continue
      }
      members.append(DocumentValue.Member(relation.name, parent.document))
    }
    for relation in entity.relations where relation.kind != .belongsTo {
      guard let children = try children(relation, of: object, context, depth) else { continue }
      members.append(DocumentValue.Member(relation.name, children))
    }
    for (place, computed) in context.computedMembers(of: object).enumerated() {
      guard let cell = object.cell(context.model.entity.memberCount + place)?.load(as: Cell.self) else { continue }
      members.append(
        DocumentValue.Member(computed.field.name, try document(of: cell, computed.field)))
    }
    members += versionMember(context.model)
    return .map(try finished(members, of: object, context))
  }

  /// The document of a row that needs no object.
  func document(of cells: UnsafePointer<Cell>, _ fields: [Field], _ model: EntityModel) throws -> DocumentValue {
    var members = try fields.enumerated().map { column, field in
      DocumentValue.Member(field.name, try document(of: cells[column], field))
    }
    members += versionMember(model)
    return .map(try packed(members, model.entity))
  }

  /// The value that stands for what is stored in a slot, once the functions of the entities in it were asked.
  private func document(
    of value: Value, _ slot: Int, _ object: LuaRowObject, _ entity: Entity
  ) throws -> DocumentValue {
    let field = entity.fields[slot]
    guard value != .null || field.fallback != nil, EmbeddedEncoding.isNeeded(field, session) else {
      return try value.withCell { try self.document(of: $0, field) }
    }
    let seen = try Embedding(session).reading(.rowUnseen) {
      try ObjectRows(session: session, stack: stack).borrowed(slot, of: object, entity)
    }
    defer { seen.drop() }
    let encoding = EmbeddedEncoding(session: session, stack: stack)
    let said = value.withCell { field.document(of: $0, saying: words) }
    let document = try encoding.encoded(said, field, seen)
    return format.keepsDocuments ? document : .text(try document.json())
  }

  private var words: DocumentWords { DocumentWords(session.entities.catalog) }

  /// - Throws: `InterchangeError` of what the format cannot hold.
  private func document(of cell: Cell, _ field: Field) throws -> DocumentValue {
    try CellCheck.check(cell, field, format)
    if cell.kind == .data, field.storage != .data, field.type != .wideDecimal, !format.isFlat, !format.isPropertyList {
      return BinaryJSON.document(of: Array(cell.bytes))
    }
    return field.document(of: cell, saying: words, isFlat: !format.keepsDocuments)
  }

  /// What says of which version a document is; without it, it is of the first.
  private func versionMember(_ model: EntityModel) -> [DocumentValue.Member] {
    guard let version = model.hooks.version, version > 1, model.entity.field(DocumentVersion.name) == nil else {
      return []
    }
    return [DocumentValue.Member(DocumentVersion.name, .integer(Int64(version)))]
  }

  /// Asks the script's function, and packs what a property list cannot hold.
  private func finished(
    _ members: [DocumentValue.Member], of object: LuaRowObject, _ context: ObjectContext
  ) throws -> [DocumentValue.Member] {
    let plain = PlainDocuments(session: session, stack: stack, format: format)
    return try packed(plain.asked(members, of: object, context), context.model.entity)
  }

  private func packed(_ members: [DocumentValue.Member], _ entity: Entity) throws -> [DocumentValue.Member] {
    guard format.isPropertyList else { return members }
    return try PropertyListMembers.packed(members, format) { name in
      entity.field(name)?.defaultValue != nil
    }
  }

  // MARK: Related objects

  /// The documents of the objects that one belongs to, by the names of the relations, and the columns of these.
  private func parents(
    of object: LuaRowObject, _ context: ObjectContext, _ hidden: Set<Int>, _ depth: Int
  ) throws -> [String: (columns: [String], document: DocumentValue)] {
    let entity = try context.entity
    let isHidden = { (column: String) in hidden.contains { entity.fields[$0].column == column } }
    var result: [String: (columns: [String], document: DocumentValue)] = [:]
    for relation in entity.relations where relation.kind == .belongsTo && !relation.columns.contains(where: isHidden) {
      guard let parent = try parent(relation, of: object, context, depth) else { continue }
      result[relation.name] = (relation.columns, parent)
    }
    return result
  }

  /// The document of the object that one belongs to, where that was loaded with it, or is new itself.
  private func parent(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ depth: Int
  ) throws -> DocumentValue? {
    try object.place.scoped {
      var known = PendingParents(session: session, stack: stack).parent(relation, of: object)
      if known == nil, Requester(session).isLoadedAlong(relation, of: object) {
        known = try RelationReader(session).value(of: relation, of: object, context, stack)
      }
      guard let known else { return nil }
      guard let parent = known.rowObject, let parentContext = parent.context(as: ObjectContext.self) else {
        return .null
      }
      return try document(of: parent, parentContext, depth: depth + 1)
    }
  }

  /// The documents of the objects that belong to one, where they were loaded with it, or wait to be saved with it.
  private func children(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ depth: Int
  ) throws -> DocumentValue? {
    if let children = PendingChildren(session: session, stack: stack).children(relation, of: object) {
      let documents = try children.elements.map { child in
        let child = BorrowedValue(child, on: stack)
        defer { child.drop() }
        return try document(of: child, relation, depth)
      }
      return relation.kind == .hasOne ? documents.first ?? .null : .list(documents)
    }
    guard Requester(session).isLoadedAlong(relation, of: object) else { return nil }
    return try object.place.scoped {
      let related = try RelationReader(session).value(of: relation, of: object, context, stack)
      if relation.kind == .hasOne { return related.isNil ? .null : try document(of: related, relation, depth) }
      guard let request = related.object(as: RequestHandle.self) else { return nil }
      let list = try Fetching(request).list(on: stack)
      return .list(
        try (0..<(list.rowList?.count ?? 0)).map { place in
          try list.scoped { try document(of: list.read(place + 1), relation, depth) }
        })
    }
  }

  /// The document of an object, without the key of the one that it belongs to.
  private func document(of value: BorrowedValue, _ relation: Relation, _ depth: Int) throws -> DocumentValue {
    guard let child = value.rowObject, let context = child.context(as: ObjectContext.self) else { return .null }
    let entity = try context.entity
    let hidden = entity.fields.indices.filter { relation.columns.contains(entity.fields[$0].column) }
    return try document(of: child, context, hidden: Set(hidden), depth: depth + 1)
  }
}
