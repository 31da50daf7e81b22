import LuaRuntime
import Model
import Query
import Schema

/// Checks whether the rows that are stored satisfy the rules of their entities.
package struct RowChecks {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}

extension RowChecks {
  /// Tests every stored row of an entity, and of those that extend it in its table, as saving it would.
  ///
  /// Nothing is changed, and memory does not grow with the rows.
  /// - Parameter found: is called with each broken rule, in the order of the keys; then with what must stand alone.
  /// - Returns: how many rows there are; nil where the value is no entity.
  package func check(_ value: LuaValue, found: (BrokenRule) throws -> Void) throws -> Int? {
    guard let handle = value.userdata?.object(as: EntityHandle.self) else { return nil }
    return try check(handle, found: found)
  }

  package func check(_ handle: EntityHandle, found: (BrokenRule) throws -> Void) throws -> Int {
    let context = handle.context
    let kinds = session.entities.catalog.entities.compactMap {
      session.entities.model(ofKind: $0.name, in: context.model)
    }
    if kinds.isEmpty { try handle.checkHasTable() }
    var count = 0
    for kind in kinds.isEmpty ? [context.model] : kinds {
      let context = kind.context(in: context.database)
      count += try RowCheck(context, looksAtForms: true).run { rule in
        try found(rule)
        return true
      }
      for rule in try repeatedRows(context) + RowCheck.orphans(context) + rowsAgainstSQL(context) { try found(rule) }
    }
    return count
  }

  /// The rows whose values must be those of no other row, and are.
  private func repeatedRows(_ context: ObjectContext) throws -> [BrokenRule] {
    let entity = try context.entity
    var columns = entity.fields.filter { $0.isUnique && !$0.isPrimaryKey }.map { [$0.column] }
    for index in entity.indexes where index.isUnique && index.isPlain {
      let found = index.fields.compactMap { name in
        entity.fields.first { $0.name == name || $0.relation == name }?.column
      }
      if found.count == index.fields.count { columns.append(found) }
    }
    return try columns.flatMap { try MigrationObstacle(context, columns: $0)?.repeated() ?? [] }
  }

  /// The rows that break a rule which only the database can read: SQLite stores such rows where it was told to.
  private func rowsAgainstSQL(_ context: ObjectContext) throws -> [BrokenRule] {
    let entity = try context.entity
    let rules = try entity.rules.filter { $0.meaning == nil } + rulesOfColumns(entity, in: context.database)
    if rules.isEmpty { return [] }
    let obstacle = try MigrationObstacle(context, columns: entity.keySlots.map { entity.fields[$0].column })
    return try rules.flatMap { try obstacle?.rows(against: $0) ?? [] }
  }

  /// The CHECKs of single columns in a table that others made.
  private func rulesOfColumns(_ entity: Entity, in database: ScriptDatabase) throws -> [RowRule] {
    guard entity.isReflected else { return [] }
    let table = try database.tables().table(named: entity.table)
    return (table?.columns ?? []).flatMap(\.checkTexts).map { RowRule($0, isSQL: true) }
  }
}
