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
  package func outdateRows(of tables: [String], in database: ScriptDatabase) {
    let names = Set(tables.map { FoldedName($0) })
    for model in models.values where names.contains(FoldedName(model.entity.table)) {
      model.knownContext(in: database)?.outdateRows()
    }
    for former in formerModels where names.contains(FoldedName(former.entity.table)) {
      guard let present = models[former.entity.name]?.entity else { continue }
      former.knownContext(in: database)?.outgrownFields.formUnion(former.entity.fieldsUnlike(present))
    }
  }
}

extension ObjectContext {
  /// The entity as it is defined now, which its objects become once they are read again.
  var replacement: ObjectContext { session.entities.model(name)?.context(in: database) ?? self }

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
    type == other.type && (type != .decimal || scale == other.scale) && precision == other.precision
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
    let key = try storedKey(of: object, context)
    let (rows, shape) = try row(at: key, of: object, context)
    guard let shape else { return }
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

  /// The row of an object, read anew with all that was computed for it, and how it is an object.
  func row(
    at key: RowKey, of object: LuaRowObject, _ context: ObjectContext
  ) throws -> (rows: RowBuffer, shape: LuaRowShape?) {
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth, rowCapacity: 1)
    guard try context.readRow(key, into: buffer) else {
      throw ScriptError(ObjectError.rowIsGone(entity: context.name, key: try context.entity.words(key: key.values)))
    }
    guard let made = try object.maker?.row(at: key) else { return (buffer, context.shape) }
    return made
  }
}
