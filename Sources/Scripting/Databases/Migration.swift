import LuaRuntime
import Query
import Schema
import Store

/// What a script asks of a migration: `db:migrate { dry_run = true, destructive = { "Book.pages" } }`.
struct MigrationOptions {
  var isDryRun = false
  var destructive: Set<String> = []

  init(_ value: LuaValue, _ session: Session) throws {
    if value.isNil { return }
    guard case .table(let table) = value else {
      throw ScriptError(.argument, "migrate: options are a table, not \(value.described)")
    }
    for (key, value) in table.entries() {
      switch (key, value) {
      case (.string("dry_run"), .boolean(let flag)): isDryRun = flag
      case (.string("destructive"), .table(let list)):
        destructive = Set(
          try list.elements.map { element in
            guard let name = element.text else {
              throw ScriptError(
                .argument,
                "migrate: destructive is a list of names such as \"Book.pages\" or \"old_table\", not \(element.described)"
              )
            }
            return name
          })
      default:
        let name = session.lua.describe(key)
        throw ScriptError(
          .argument,
          "migrate: option '\(name)' cannot be \(value.described)."
            + suggestion(for: name, in: ["dry_run", "destructive"]))
      }
    }
  }
}

/// Brings the tables of a database to what the entities declare.
struct Migration {
  let session: Session
  let database: ScriptDatabase
  let options: MigrationOptions

  /// What is to be done; nothing is changed.
  func plan() throws -> SchemaPlan {
    let store = try database.store()
    let wanted = try wantedTables(store)
    var comparison = SchemaComparison(
      wanted: wanted, existing: try store.engine.tables().filter { !$0.isOwn }, dialect: store.dialect)
    let names = wanted.flatMap { [$0.description.name] + $0.formerTables } + options.destructive
    for table in comparison.existing where !table.isView {
      guard names.contains(where: { FoldedName($0) == FoldedName(table.name) }) else { continue }
      comparison.rowCounts[table.name] = try store.count(table.name)
    }
    comparison.destructive = options.destructive
    comparison.namedSteps = try pendingSteps(store).map(\.name)
    return comparison.plan()
  }

  /// Applies a plan: all of it, or nothing.
  func apply(_ plan: SchemaPlan) throws {
    guard !plan.isEmpty else { return }
    if !plan.losses.isEmpty || !plan.problems.isEmpty {
      throw ScriptError(.migration, "nothing was changed:\n\(plan)")
    }
    let store = try database.store()
    let steps = try pendingSteps(store)
    do {
      try store.changeSchema(
        plan, between: { try run(steps, store) }, verify: { try MigrationCheck(self).check(plan.changedTables) })
    } catch SchemaChangeError.refused(let table, let error) {
      throw explained(error, table)
    } catch let error as SchemaChangeError {
      throw ScriptError(.migration, error.description)
    }
    try session.reflect(database)
  }

  // MARK: What is declared

  /// The declared tables as the database itself would describe them.
  private func wantedTables(_ store: Database) throws -> [WantedTable] {
    let declared = try session.declaredTables(store.dialect)
    // What has got another name is no longer wanted under the old one.
    let groups = declared.filter { group in
      !declared.contains { other in
        other.entity.name != group.entity.name
          && [group.entity.name, group.entity.table].contains(other.entity.formerName)
      }
    }
    let described = try store.engine.described(after: groups.flatMap(\.statements))
    let tied = try session.catalog.resolved()
    return groups.compactMap { entity, statements in
      guard let description = described.first(where: { FoldedName($0.name) == FoldedName(entity.table) }) else {
        return nil
      }
      return WantedTable(entity, sharers: tied.sharers(of: entity), description, statements)
    }
  }

  // MARK: Named steps

  /// The steps of the script that have not run in this database, in the script's order.
  private func pendingSteps(_ store: Database) throws -> [NamedMigration] {
    let declared = session.migrations
    let done = try finishedSteps(store)
    if let foreign = done.last, !declared.isEmpty, !declared.contains(where: { $0.name == foreign }) {
      throw ScriptError(
        .migration,
        "\(database.location) has run the step \(quotedExcerpt(foreign)), which this script does not have: it was made by"
          + " a newer schema. Nothing was changed")
    }
    return declared.filter { !done.contains($0.name) }
  }

  private func finishedSteps(_ store: Database) throws -> [String] {
    guard try store.engine.tables().contains(where: { $0.name == Self.table }) else { return [] }
    let rows = try store.rows("SELECT \(name: "name") FROM \(name: Self.table) ORDER BY \(name: "id")")
    return (0..<rows.count).compactMap { row in
      guard case .text(let name) = rows.value(row, 0) else { return nil }
      return name
    }
  }

  private func run(_ steps: [NamedMigration], _ store: Database) throws {
    guard !steps.isEmpty else { return }
    try store.run(
      """
      CREATE TABLE IF NOT EXISTS \(name: Self.table)
      (\(name: "id") INTEGER PRIMARY KEY, \(name: "name") TEXT NOT NULL UNIQUE)
      """)
    let level = store.depth
    session.lua.stack.push(database, as: session.types.database)
    let handle = session.lua.stack.value(-1)
    session.lua.stack.pop(1)
    for step in steps {
      try step.function.call([handle])
      guard store.depth == level else {
        throw ScriptError(
          .migration,
          "the step \(quotedExcerpt(step.name)) began or ended a transaction: it runs inside the migration's")
      }
      try store.run("INSERT INTO \(name: Self.table) (\(name: "name")) VALUES (\(.text(step.name)))")
    }
  }

  /// Where the names of steps that have run are kept.
  static let table = "moonshell_migration"

  // MARK: Words

  /// Why rows do not fit the new table, with the field that it is about.
  private func explained(_ error: StoreError, _ table: String) -> any Error {
    guard case .constraint(let constraint) = error.kind else { return error }
    // Of a CHECK the database tells its first name, which is that of the column.
    let columns = constraint.columns.isEmpty ? [constraint.name].compactMap(\.self) : constraint.columns
    let sharers = session.catalog.entities.filter { !$0.isReflected && FoldedName($0.table) == FoldedName(table) }
    let entity = sharers.first { $0.fields.contains { columns.contains($0.column) } } ?? sharers.first
    let fields = columns.compactMap { column in entity?.fields.first { $0.column == column } }
    let owner = entity?.name ?? table
    let names = fields.map { "\(owner).\($0.relation ?? $0.name)" }
    let words =
      switch constraint.rule {
      case .notNull: "is required, and rows have no value for it: give it a default, or fill it in a migration(…) step"
      case .unique: "must be unique, and rows share a value"
      case .type: "has values that are not of its new type"
      case .check: "has rows that fail a test"
      case .foreignKey: "has rows that refer to nothing"
      case .other: error.reason
      }
    return ScriptError(
      .migration, "\(names.isEmpty ? owner : names.joined(separator: ", ")) \(words). Nothing was changed")
  }
}

extension WantedTable {
  /// `sharers` are the entities that share the table, the entity among them.
  fileprivate init(_ entity: Entity, sharers: [Entity], _ description: TableDescription, _ statements: [String]) {
    self.init(entity: entity.name, description: description, statements: statements)
    if let name = entity.formerName { formerTables = [name, snakeCase(name)] }
    for field in sharers.flatMap(\.fields) {
      fields[field.column] = field.relation ?? field.name
      if let name = field.formerName { formerColumns[field.column] = [name] }
    }
    for relation in sharers.flatMap(\.relations) where relation.columns.count == 1 {
      if let name = relation.formerName { formerColumns[relation.columns[0]] = [name, name + "_id"] }
    }
  }
}

extension TableDescription {
  /// Whether the table is Moonshell's own.
  fileprivate var isOwn: Bool { name == Migration.table }
}
