import LuaRows
import LuaRuntime
import Schema
import Store

/// Objects outlive migrations: what they were read from is not what their table holds after one.
///
///     p = Item:get(1)  db:migrate()  print(p.price)   -- as the new table has it
extension EntityRegistry {
  /// Tells the objects of tables that were just made anew.
  ///
  /// Those of an entity as it is now read their rows again when they are used. Those of what it was before stay what
  /// they were, and write nothing into a field that means something else now.
  ///
  /// - Parameter former: what the tables held before.
  package func outdateRows(of tables: [String], in database: ScriptDatabase, since former: StoredNatures) {
    var changed: [String] = []
    let names = Set(tables.map { FoldedName($0) })
    for model in models.values where names.contains(FoldedName(model.entity.table)) {
      model.knownContext(in: database)?.outdateRows()
    }
    for model in formerModels where names.contains(FoldedName(model.entity.table)) {
      guard let present = models[model.entity.name]?.entity, let context = model.knownContext(in: database) else {
        continue
      }
      let fields = model.entity.fieldsUnlike(present)
      if !context.outgrownFields.isSuperset(of: fields) { changed.append(model.entity.name) }
      context.outgrownFields.formUnion(fields)
    }
    database.noteMeanings(of: changed, since: former)
  }
}

extension ObjectContext {
  /// The entity as it is defined now, where a migration gave its fields another meaning; its objects become that once
  /// they are read again.
  package var present: ObjectContext {
    outgrownFields.isEmpty ? self : session.entities.model(name)?.context(in: database) ?? self
  }

  /// Refuses to write fields that mean something else since a migration.
  package func checkCanWrite(_ slots: [Int]) throws {
    guard !outgrownFields.isEmpty else { return }
    for slot in slots where outgrownFields.contains(model.entity.fields[slot].name) {
      throw ScriptError(ObjectError.outgrown(entity: name, field: model.entity.fields[slot].name))
    }
  }
}

extension Entity {
  /// The names of the fields whose stored values mean something else in the fields of another entity.
  fileprivate func fieldsUnlike(_ other: Entity) -> [String] {
    fields.filter { field in
      other.fields.contains { $0.name == field.name && !$0.isStored(as: field) }
    }.map(\.name)
  }
}

extension Field {
  /// Whether what is stored for it means the same in another field.
  fileprivate func isStored(as other: Field) -> Bool {
    type == other.type && (type != .decimal || scale == other.scale && keepsScale == other.keepsScale)
      && precision == other.precision
      && isStoredAsNumber == other.isStoredAsNumber && choices == other.choices
      && (encoder == nil) == (other.encoder == nil)
  }
}

extension Objects {
  /// Gives an object that was read before its table was made anew the row as it is now; what was assigned to it stays.
  package func renew(_ object: LuaRowObject) throws {
    guard object.shape.isOutdated, let context = object.context(as: ObjectContext.self) else { return }
    guard object.rows != nil else {
      if let shape = context.shape { object.shape = shape }
      return
    }
    guard object.state == .saved else { return }
    let (rows, shape) = try renewedRow(of: object, context)
    object.shape = shape
    object.place.scoped {
      let anchor = object.place.newValue()
      anchor.become(rows, as: session.types.rows)
      object.refer(to: UnsafeMutableRawPointer(rows.header), keptBy: anchor)
    }
  }

  /// The key that the row of an object has, by what it was read with.
  private func storedKey(of object: LuaRowObject, _ context: ObjectContext) throws -> RowKey {
    let entity = try context.entity
    return RowKey(
      try entity.keySlots.map { slot in
        guard object.isChanged(slot) else {
          guard let cell = object.cell(slot) else { throw ScriptError(ObjectError.noPrimaryKey(entity: entity.name)) }
          return cell.load(as: Cell.self).value
        }
        return try object.place.scoped {
          try FieldCoding(session).storedValue(of: entity.fields[slot], from: object.borrowedOriginal(slot))
        }
      })
  }

  /// The fields of an object as they are now, and behind them what was computed for it when it was read.
  private func renewedRow(
    of object: LuaRowObject, _ context: ObjectContext
  ) throws -> (rows: RowBuffer, shape: LuaRowShape) {
    let fields = try row(at: storedKey(of: object, context), context)
    var members = context.computedMembers(of: object)
    let values = members.indices.map { place in
      object.cell(context.model.entity.memberCount + place)?.load(as: Cell.self).value ?? .null
    }
    for place in members.indices { members[place].column = fields.columnCount + place }
    let rows = RowBuffer(columnCount: fields.columnCount + values.count, rowCapacity: 1)
    rows.append((0..<fields.columnCount).map { fields.value(0, $0) } + values)
    let slots = Array(context.model.entity.fields.indices)
    return (rows, context.shape(slots: slots, areAlone: false, computed: members))
  }

  /// The row with a key.
  func row(at key: RowKey, _ context: ObjectContext) throws -> RowBuffer {
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth, rowCapacity: 1)
    guard try context.readRow(key, into: buffer) else {
      throw ScriptError(ObjectError.rowIsGone(entity: context.name, key: try context.entity.words(key: key.values)))
    }
    return buffer
  }
}
