import Encodings
import LuaRuntime
import Schema

extension EntityReader {
  /// The entity with what its parent has, with a table of its own or in the parent's.
  func extended(_ parent: Entity) throws -> Entity {
    guard isShared else { return entity.extending(parent.notSharing) }
    try checkHasNoKind(entity)
    if entity.table != snakeCase(name), entity.table != parent.table {
      throw mistake("option 'table': it shares the table \(quotedExcerpt(parent.table)) of '\(parent.name)'")
    }
    if let key = entity.fields.first(where: \.isPrimaryKey) {
      throw mistake(
        "field '\(key.name)': the key of a shared table is that of '\(parent.sharing?.root ?? parent.name)'",
        key.position)
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
    throw mistake(
      "option 'shared': '\(entity.name)' has a field or column 'kind' of its own, but a shared table says there whose"
        + " each row is. Choose another name", column?.position)
  }

  /// Refuses a column that another entity in the same table has as something else.
  func checkColumns(of entity: Entity, in catalog: Catalog) throws {
    guard entity.sharing != nil, let clash = catalog.columnClash(of: entity) else { return }
    throw mistake(
      "field '\(clash.field.name)': '\(clash.entity)' has the same column in the same table,"
        + " \(clash.other.described) and not \(clash.field.described). Give this one its own:"
        + " column = \"\(snakeCase(name))_\(clash.field.column)\"", clash.field.position)
  }
}

extension Field {
  /// The kind of the field in a few words: `unique text`, `the key of 'owner'`.
  fileprivate var described: String {
    if let relation { return "the key of '\(relation)'" }
    return (isUnique ? "unique " : "") + type.name + (type == .decimal ? " with scale \(scale)" : "")
  }
}
