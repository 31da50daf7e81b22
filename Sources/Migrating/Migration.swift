import LuaRuntime
import Model
import Query
import Schema
import Store

/// Brings the tables of a database to what the entities declare.
package struct Migration {
  package let session: SessionContext
  package let database: ScriptDatabase
  package let options: MigrationOptions

  package init(session: SessionContext, database: ScriptDatabase, options: MigrationOptions) {
    self.session = session
    self.database = database
    self.options = options
  }

  /// What is to be done; nothing is changed.
  package func plan() throws -> SchemaPlan {
    let store = try database.store()
    let versions = SchemaVersions(session, database)
    try versions.check()
    let existing = try database.tables()
    let wanted = try wantedTables(store, existing)
    var comparison = SchemaComparison(wanted: wanted, existing: existing, dialect: store.dialect)
    let tied = try database.declaredCatalog()
    comparison.formerLinks = comparison.formerLinkTables(of: tied)
    comparison.likelyTables = comparison.likelyTablesFound()
    let names =
      wanted.flatMap { [$0.description.name] + $0.formerTables } + options.destructive
      + comparison.formerLinks.map(\.name) + comparison.likelyTables.map(\.name)
    for table in comparison.existing where !table.isView {
      guard names.contains(where: { FoldedName($0) == FoldedName(table.name) }) else { continue }
      comparison.rowCounts[table.name] = try store.count(table.name)
    }
    comparison.destructive = options.destructive
    comparison.dependents = try store.engine.dependents()
    comparison.becomesStrict = { store.engine.makesStrict($0) }
    comparison.namedSteps = try pendingSteps(store).map(\.name)
    comparison.versions = try versions.pending()
    var plan = comparison.plan()
    plan.problems += try usedColumns(plan, store)
    plan.problems += try LinkQuestions(tied, comparison.existing, store).asked(except: options.destructive)
    return plan
  }

  /// Applies a plan: all of it, or nothing.
  package func apply(_ plan: SchemaPlan) throws {
    guard !plan.isEmpty else { return }
    if !plan.losses.isEmpty || !plan.problems.isEmpty {
      throw ScriptError(MigrationError.refusedPlan(plan: plan.description))
    }
    let former = database.storedNatures
    try change(plan)
    session.entities.outdateRows(of: plan.rebuiltTables, in: database, since: former)
    try session.entities.reflect(database)
  }

  /// Takes the steps of a plan.
  ///
  /// - Parameters:
  ///   - filled: is called when everything new is there and filled, and nothing old is gone.
  ///   - done: is called when all is done; what it throws undoes the whole.
  func change(_ plan: SchemaPlan, filled: () throws -> Void = {}, done: () throws -> Void = {}) throws {
    let store = try database.store()
    let steps = try pendingSteps(store)
    database.isMigrating = true
    defer { database.isMigrating = false }
    do {
      try store.changeSchema(
        plan,
        between: {
          try fill(plan)
          try bringUpToDate(plan.versions)
          // A step reads what it says it reads, or is refused.
          database.isMigrating = false
          try run(steps, store)
          database.isMigrating = true
          if !steps.isEmpty { try rewriteByType(plan) }
          try SchemaVersions(session, database).note(plan.versions)
          try filled()
          try MigrationCheck(self).check(rewritten: plan)
        },
        verify: {
          // The tables are what they will be: where that is not what is declared, rows are read as they are there.
          database.isMigrating = false
          try MigrationCheck(self).check(plan.changes)
          database.isMigrating = true
          try done()
        })
    } catch SchemaChangeError.refused(let table, let error) {
      throw explained(error, table)
    } catch SchemaChangeError.brokenReference(let broken) {
      throw ScriptError(.migration, words(for: broken))
    } catch let error as SchemaChangeError {
      throw ScriptError(.migration, error.description)
    } catch let error as StoreError {
      throw brokenIndex(error) ?? error
    }
  }

  // MARK: What is declared

  /// The declared tables as the database itself would describe them.
  private func wantedTables(_ store: Database, _ existing: [TableDescription]) throws -> [WantedTable] {
    let declared = try TableCreation(session).declaredTables(database, standing: existing)
    // What has got another name is no longer wanted under the old one, nor are its links.
    let renamed = Set(
      declared.map(\.entity).filter { entity in
        declared.contains { other in
          other.entity.name != entity.name && [entity.name, entity.table].contains(other.entity.formerName)
        }
      }.map(\.name))
    let groups = declared.filter { group in
      !renamed.contains(group.entity.name)
        && !(group.entity.isLink && group.entity.relations.contains { renamed.contains($0.target) })
    }
    let described: [TableDescription]
    do throws(StoreError) {
      described = try store.engine.described(after: groups.flatMap(\.statements))
    } catch {
      let group = error.sql.flatMap { sql in groups.first { $0.statements.contains(sql) } }
      throw indexOfNoColumn(error, group?.entity) ?? error
    }
    let tied = try database.declaredCatalog()
    return groups.compactMap { entity, statements in
      guard let description = described.table(named: entity.table) else {
        return nil
      }
      var table = WantedTable(entity, sharers: tied.sharers(of: entity), description, statements)
      if entity.isLink { table.noteFormerEnds(of: entity, tied) }
      return table
    }
  }

  // MARK: Words

  /// What is wrong with an index that names, in the database's own words, a column that is not there (any more).
  private func indexOfNoColumn(_ error: StoreError, _ entity: Entity?) -> ScriptError? {
    guard let entity, case .noSuchColumn(let column) = error.kind, !column.isEmpty else { return nil }
    let isNamed = { (rule: RowRule) in rule.text.lowercased().contains(column.lowercased()) }
    let index = entity.indexes.first { index in
      index.expressions.values.contains(where: isNamed) || index.condition.map(isNamed) == true
    }
    guard let index else { return nil }
    let parts = index.fields.enumerated().map { index.expressions[$0.offset]?.text ?? $0.element }
    let words = "(\(parts.joined(separator: ", ")))" + (index.condition.map { " where \($0.text)" } ?? "")
    let now = entity.fields.first { $0.formerName.map(FoldedName.init) == FoldedName(column) }?.name
    return ScriptError(MigrationError.indexOfNoColumn(entity: entity.name, index: words, column: column, now: now))
  }

  /// Why rows do not fit the new table, with the field that it is about.
  func explained(_ error: StoreError, _ table: String) -> any Error {
    guard case .constraint(let constraint) = error.kind else { return unconverted(error, table) }
    if constraint.rule == .type, let error = unconverted(error, table) as? ScriptError { return error }
    // Of a CHECK the database tells its first name, which mostly is that of the column.
    var columns = constraint.columns.isEmpty ? [constraint.name].compactMap(\.self) : constraint.columns
    let sharers = session.entities.catalog.entities.filter {
      !$0.isReflected && FoldedName($0.table) == FoldedName(table)
    }
    if let broken = brokenRule(constraint, sharers) ?? brokenIndex(error) { return broken }
    var entity = sharers.first { $0.fields.contains { columns.contains($0.column) } }
    // A server names a rule over some kinds by the column of the kinds.
    let found =
      firstObstacle(of: entity == nil ? nil : columns, constraint.rule, in: sharers)
      ?? firstObstacle(of: nil, constraint.rule, in: sharers)
    if let found { (entity, columns) = (found.entity, found.columns) }
    entity = entity ?? sharers.first
    let fields = columns.compactMap { column in entity?.fields.first { $0.column == column } }
    let owner = entity?.name ?? table
    let names = fields.map { "\(owner).\($0.relation ?? $0.name)" }
    return ScriptError(
      MigrationError.rowsDoNotFit(
        names: names.isEmpty ? [owner] : names, rule: constraint.rule, reason: error.reason, rows: found?.words))
  }

  /// The decimals that a new table cannot hold, where there are such; else the error as it is.
  private func unconverted(_ error: StoreError, _ table: String) -> any Error {
    for entity in session.entities.catalog.entities
    where !entity.isReflected && FoldedName(entity.table) == FoldedName(table) {
      for field in entity.fields where field.type == .decimal && !field.isStoredAsNumber {
        guard let rows = obstacle(entity, [field.column], .type) else { continue }
        return ScriptError(MigrationError.unconvertedDecimals(entity: entity.name, field: field.name, rows: rows))
      }
    }
    return error
  }

  /// The first rows that are found in the way, among those of all that share the table.
  ///
  /// Without columns each field may be the one that a CHECK is about.
  private func firstObstacle(
    of columns: [String]?, _ rule: StoreError.Constraint.Rule, in sharers: [Entity]
  ) -> (entity: Entity, columns: [String], words: String)? {
    for entity in sharers {
      let groups = columns.map { [$0] } ?? (rule == .check || rule == .type ? entity.fields.map { [$0.column] } : [])
      for columns in groups {
        if let words = obstacle(entity, columns, rule) { return (entity, columns, words) }
      }
    }
    return nil
  }

  private func obstacle(_ entity: Entity, _ columns: [String], _ rule: StoreError.Constraint.Rule) -> String? {
    guard columns.count == 1 || rule == .unique, !entity.isAbstract || entity.sharing != nil,
      let context = session.entities.model(entity.name)?.context(in: database)
    else { return nil }
    // Words of an error must not fail because there are no more of them.
    let obstacle = try? MigrationObstacle(context, columns: columns, staysEmpty: pendingSteps(database.store()).isEmpty)
    return (try? obstacle?.words(for: rule)) ?? nil
  }
}

extension WantedTable {
  /// `sharers` are the entities that share the table, the entity among them.
  fileprivate init(_ entity: Entity, sharers: [Entity], _ description: TableDescription, _ statements: [String]) {
    self.init(entity: entity.name, description: description, statements: statements)
    if let name = entity.formerName { formerTables = entity.isLink ? [name] : [name, snakeCase(name)] }
    for field in sharers.flatMap(\.fields) {
      fields[field.column] = field.relation ?? field.name
      if field.isWidthSaid, field.bits == 64 { widenedColumns.insert(field.column) }
      // A default that the table itself does not have: it is another for each row, or that of some rows only.
      let isTold = description.columns.contains { $0.name == field.column && $0.defaultSQL != nil }
      if field.defaultValue != nil, !isTold { computedColumns.insert(field.column) }
    }
    for sharer in sharers { formerColumns.merge(sharer.formerColumns) { _, later in later } }
  }

  /// The names that the columns of a table of links had, where the sides had others.
  fileprivate mutating func noteFormerEnds(of link: Entity, _ catalog: Catalog) {
    guard link.relations.count == 2 else { return }
    let isSelf = link.relations[0].target == link.relations[1].target
    for (place, end) in link.relations.enumerated() {
      let names =
        isSelf && place == 1
        ? [catalog.maker(of: link)?.formerName].compactMap(\.self) : catalog[end.target]?.formerTables ?? []
      for column in end.columns { formerColumns[column] = names.map { $0 + column.dropFirst(end.name.count) } }
      formerColumns["\(end.name)_position"] = names.map { "\($0)_position" }
    }
  }
}

extension Catalog {
  /// The relation that a table of links is made for.
  fileprivate func maker(of link: Entity) -> Relation? {
    entities.flatMap { entity in entity.relations.filter { "\(entity.name).\($0.name)" == link.name } }.first
  }
}

extension HostTypes {
  package var migrationPlan: LuaHostType { self["migration plan"] }
}
