import Encodings
import Model
import Query
import Schema
import Store

extension TableCreation {
  /// Refuses a table that was made before all entities shared it: what those add is not there.
  func checkSharedTables(_ database: ScriptDatabase) throws {
    let tied = try database.declaredCatalog()
    let owners = tied.entities.filter { $0.sharing != nil && tied.tableOwner(of: $0).name == $0.name }
    guard !owners.isEmpty else { return }
    let tables = try database.store().engine.tables()
    for owner in owners {
      guard let table = tables.table(named: owner.table) else { continue }
      for entity in tied.sharers(of: owner) {
        guard let lack = table.lack(of: entity) else { continue }
        throw ScriptError(MigrationError.olderTable(table: owner.table, lack: lack, entity: entity.name))
      }
    }
  }
}

extension TableDescription {
  /// What an entity that is to share the table needs and the table does not have, in words.
  fileprivate func lack(of entity: Entity) -> String? {
    let present = Set(columns.map { FoldedName($0.name) })
    if let column = entity.fields.map(\.column).first(where: { !present.contains(FoldedName($0)) }) {
      return "it has no column \(quotedExcerpt(column))"
    }
    // A table that checks the kinds names them all.
    let rules = columns.flatMap(\.checks) + checks
    let isChecked = rules.contains { $0.first == Sharing.field.lowercased() }
    let isNamed = entity.isAbstract || rules.contains { $0.contains(Value.text(entity.name).description) }
    return isChecked && !isNamed ? "its rows cannot be of this kind" : nil
  }
}
