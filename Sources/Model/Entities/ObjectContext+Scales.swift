import Query
import Schema

/// Decimals are stored as integers, which only the number of digits behind the point makes what they are.
extension ObjectContext {
  /// Refuses a table whose decimals have other digits behind the point than the entity declares: each would be read, and
  /// written, as another number.
  package func checkScales() throws {
    let tied = try tied()
    let decimals = tied.entity.fields.filter { $0.type == .decimal && !$0.isStoredAsNumber }
    guard !decimals.isEmpty, !tied.entity.isReflected, !database.isMigrating else { return }
    let engine = try database.store().engine
    if let known = checkedScales, known == (tied.version, engine.schema) { return }
    let table = try engine.tables().table(named: tied.entity.table)
    for field in decimals {
      guard let column = table?.columns.first(where: { FoldedName($0.name) == FoldedName(field.column) }),
        let scale = StoredType(column.declaredType, saying: column.remark).scale, scale != field.scale
      else { continue }
      throw ScriptError(
        EntityError.otherScale(entity: name, field: field.name, there: scale, here: field.scale))
    }
    checkedScales = (tied.version, engine.schema)
  }
}
