import Model
import Query
import Schema
import Store

/// What is asked of the links that are there, before tables are made or changed.
struct LinkQuestions {
  private let catalog: Catalog
  private let tables: [TableDescription]
  private let store: Database

  /// - Parameter catalog: what is declared, tied in the database.
  init(_ catalog: Catalog, _ tables: [TableDescription], _ store: Database) {
    (self.catalog, self.tables, self.store) = (catalog, tables, store)
  }

  /// The questions about tables that have rows, but for those that are agreed to go.
  func asked(except destructive: Set<String> = []) throws -> [String] {
    try catalog.linkDoubts(about: tables).filter { !destructive.contains($0.table) }.compactMap { doubt in
      let count = try store.count(doubt.table)
      return count > 0 ? doubt.question(rowCount: count) : nil
    }
  }

  /// Refuses to make tables for links that are there under another name, or may be.
  func check() throws {
    let asked = try asked()
    if !asked.isEmpty { throw ScriptError(MigrationError.linksInDoubt(questions: asked)) }
    for link in catalog.entities where link.isLink {
      guard let former = link.formerName,
        let table = tables.first(where: { FoldedName($0.name) == FoldedName(former) }),
        // What an entity was called before is a migration's to find.
        Set(link.relations.compactMap { catalog[$0.target]?.table }.map { FoldedName($0) })
          == Set(table.foreignKeys.map { FoldedName($0.table) }),
        try store.count(table.name) > 0
      else { continue }
      throw ScriptError(MigrationError.linksElsewhere(relation: link.name, table: table.name))
    }
  }
}
