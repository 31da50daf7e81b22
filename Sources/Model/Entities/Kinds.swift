import LuaRows
import LuaRuntime
import Schema
import Store

extension EntityRegistry {
  /// The entity of a kind among those that share the table of `root`; nil for another name.
  ///
  /// What is abstract is no kind: nothing is of it alone.
  package func model(ofKind name: String, in root: EntityModel) -> EntityModel? {
    guard let model = models[name], !model.entity.isAbstract, catalog.isKind(name, of: root.entity.name) else {
      return nil
    }
    return model
  }
}

extension ObjectContext {
  /// The name of the entity whose table holds the rows: objects of two kinds may be the same row.
  package var rootName: String { model.entity.sharing?.root ?? name }

  /// Whether its objects are objects of an entity: of itself, or of one that it extends in the same table.
  package func isKind(of other: String) -> Bool {
    if name == other { return true }
    return isShared && session.entities.catalog.isKind(name, of: other)
  }

  /// The entity in the same table that the objects of both are objects of.
  package func common(with other: ObjectContext?) -> ObjectContext? {
    guard let other, sharesDatabase(with: other), rootName == other.rootName else { return nil }
    if other.isKind(of: name) { return self }
    if isKind(of: other.name) { return other }
    return session.entities.model(rootName)?.context(in: database)
  }

  /// The shape of whole rows, which may be of several kinds.
  package func wholeShape(with computed: [ComputedMember] = []) throws -> LuaRowShape? {
    let tied = try tied()
    let slots = Array(tied.entity.fields.indices)
    if tied.isMixed { return mixedShape(tied, slots: slots, areAlone: false, computed: computed) }
    return computed.isEmpty ? shape : self.shape(slots: slots, areAlone: false, computed: computed)
  }

  /// The shape of the objects of rows of several kinds: each is that of its own.
  ///
  /// The rows hold the columns of `slots` alone, or all of the entity's columns.
  package func mixedShape(
    _ tied: ResolvedEntity, slots: [Int], areAlone: Bool, computed: [ComputedMember] = []
  ) -> LuaRowShape {
    let key = PartialShape(slots: slots, areAlone: areAlone, computed: computed)
    if let shape = mixedShapes[key] { return shape }
    let places = places(tied.entity, slots, areAlone)
    func shape(of context: ObjectContext) -> LuaRowShape {
      context.makeShape(computed) { places[FoldedName(context.model.entity.fields[$0].column)] }
    }
    let result = shape(of: self)
    let column = places[FoldedName(Sharing.field)] ?? 0
    session.lua.scoped { result.takeKinds(column: column, unknown: unknownKind, on: $0) }
    for kind in tied.entity.sharing?.kinds ?? [] {
      let context = kind == name ? self : session.entities.model(kind)?.context(in: database)
      if let context { result.add(kind, shape(of: context)) }
    }
    mixedShapes[key] = result
    return result
  }

  /// Where a row holds the columns.
  private func places(_ entity: Entity, _ slots: [Int], _ areAlone: Bool) -> [FoldedName: Int] {
    var result: [FoldedName: Int] = [:]
    let isWhole = slots.count == entity.fields.count
    for (place, column) in entity.rowColumns.enumerated() {
      if isWhole {
        result[FoldedName(column)] = place
      } else if let among = slots.firstIndex(of: place) {
        result[FoldedName(column)] = areAlone ? among : place
      }
    }
    return result
  }

  /// Raises the error for a row whose entity is not known.
  private var unknownKind: LuaFunction {
    let root = rootName
    return session.lua.closure(named: "kind") { call in
      let kind = Value(plain: call.value(1)) ?? .null
      throw ScriptError(EntityError.unknownKind(entity: root, found: kind.excerpt, field: Sharing.field))
    }
  }

  // MARK: One row

  /// The object of the row that a statement stands on, above.
  func object(of statement: any Statement, on stack: LuaStack) throws -> LuaRowObject? {
    let rows = statement.liveRow
    guard let shape = try shape(of: rows) else { return nil }
    let columns = try tied().rowWidth
    return shape.object(copying: UnsafeMutableRawPointer(rows), columns: columns, on: stack)
  }

  /// The shape of the object of the first row.
  private func shape(of rows: UnsafeMutablePointer<RowBuffer.Header>) throws -> LuaRowShape? {
    guard isShared, let whole = try wholeShape() else { return shape }
    if let shape = whole.shape(of: UnsafeMutableRawPointer(rows), row: 0) { return shape }
    guard let slot = try entity.kindSlot, let cell = rows.pointee.read?(rows.pointee.reader, slot) else { return nil }
    _ = try unknownKind.call([LuaValue(cell.pointee.value)])
    return nil
  }
}
