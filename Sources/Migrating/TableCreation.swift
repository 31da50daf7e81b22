import Model
import Query
import Schema
import Store

/// Makes the tables of the entities that scripts declared.
package struct TableCreation {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Makes the tables that are missing, all of them or none.
  package func createTables(_ database: ScriptDatabase) throws {
    let store = try database.store()
    let tables = try database.tables()
    let declared = try declaredTables(database, standing: tables)
    let present = Set(tables.map { FoldedName($0.name) })
    // What another program made has the indexes that it needs; `migrate` adds others.
    let others = Set(tables.filter { !$0.isOwn }.map { FoldedName($0.name) })
    let missing = declared.filter { !others.contains(FoldedName($0.entity.table)) }
    try LinkQuestions(database.declaredCatalog(), tables, store).check()
    let versions = SchemaVersions(session, database)
    let made = declared.map(\.entity).filter { !present.contains(FoldedName($0.table)) }
    // An older script may use what is there, but not add to it.
    if !made.isEmpty { try versions.check() }
    try store.atomically {
      for statement in missing.flatMap(\.statements) { try store.run(.written(statement)) }
      try checkSharedTables(database)
      try versions.note(of: Set(made.map { FoldedName($0.table) }))
    }
    if made.contains(where: \.isLink) { session.entities.noteTables() }
    if database === session.databases.main {
      let names = Set(made.map(\.name))
      let statements = declared.filter { names.contains($0.entity.name) }.flatMap(\.statements)
      try session.state(SchemaHistory.self).add(statements, in: database, after: tables)
    }
  }

  /// The entities that scripts declared a table for, each with the statements that make it and after those that it
  /// refers to.
  ///
  /// - Parameter standing: the tables that are there, where those of others are to stay.
  package func declaredTables(
    _ database: ScriptDatabase, standing: [TableDescription] = []
  ) throws -> [(entity: Entity, statements: [String])] {
    let dialect = try database.dialect()
    let tied = try database.declaredCatalog().standing(over: standing, dialect)
    let owners = tied.inDependencyOrder.filter {
      !$0.isReflected && $0.hasTable && tied.tableOwner(of: $0).name == $0.name
    }
    return try owners.map { ($0, try CreateTable($0, catalog: tied, dialect: dialect).statements()) }
  }
}
