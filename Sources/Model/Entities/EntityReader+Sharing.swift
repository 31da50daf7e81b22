import LuaRuntime
import Schema

extension EntityReader {
  /// The entity with what its parent has, with a table of its own or in the parent's.
  func extended(_ parent: Entity) throws -> Entity {
    guard isShared else { return entity.extending(parent.notSharing) }
    try checkHasNoKind(entity)
    if entity.table != snakeCase(name), entity.table != parent.table {
      throw mistake(.sharesTable(table: parent.table, parent: parent.name))
    }
    if let key = entity.fields.first(where: \.isPrimaryKey) {
      throw mistake(.keyOfSharedTable(field: key.name, root: parent.sharing?.root ?? parent.name), key.position)
    }
    return entity.sharing(tableOf: parent)
  }

  /// An entity as one whose table others share, this one for the first time.
  func rooted(_ entity: Entity) throws -> Entity {
    if entity.sharing != nil { return entity }
    try checkHasNoKind(entity)
    return entity.sharingItsTable
  }

  private func checkHasNoKind(_ entity: Entity) throws {
    let column = entity.fields.first { FoldedName($0.column) == FoldedName(Sharing.field) }
    let names = entity.allFields.map(\.name) + entity.relations.map(\.name)
    guard column != nil || names.contains(Sharing.field) else { return }
    throw mistake(.hasOwnKind(entity: entity.name), column?.position)
  }

  /// Refuses a column that another entity in the same table has as something else.
  func checkColumns(of entity: Entity, in catalog: Catalog) throws {
    guard entity.sharing != nil, let clash = catalog.columnClash(of: entity) else { return }
    throw mistake(
      .columnClash(
        field: clash.field.name, other: clash.entity, theirs: clash.other.described, own: clash.field.described,
        entity: name, column: clash.field.column), clash.field.position)
  }
}

extension Field {
  /// The kind of the field in a few words: `unique text`, `the key of 'owner'`.
  fileprivate var described: String {
    if let relation { return "the key of '\(relation)'" }
    let collation = nature.collation.joinsTexts ? " with collation \"\(nature.collation.word)\"" : ""
    return (isUnique ? "unique " : "") + type.name + (type == .decimal ? " with scale \(scale)" : "") + collation
  }
}
