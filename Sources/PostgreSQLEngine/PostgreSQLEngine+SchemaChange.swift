import Query
import SQLText
import Schema
import Store

extension PostgreSQLEngine {
  /// A schema of its own, which goes with what is undone again.
  package func described(after statements: [String]) throws(StoreError) -> [TableDescription] {
    let isOutermost = !isInTransaction
    let path = try rows("SHOW search_path").first?.first.flatMap { $0 } ?? "public"
    try rows(isOutermost ? "BEGIN" : "SAVEPOINT moonshell_described", guarded: .none)
    let answer: Result<[TableDescription], StoreError>
    do throws(StoreError) {
      try rows("CREATE SCHEMA moonshell_described")
      try rows("SET LOCAL search_path = moonshell_described, \(path)")
      // A column of numbers of any kind, as other programs make them, is declared as one of any values.
      try rows("CREATE DOMAIN \(PostgreSQLDialect.refusedType) AS numeric")
      let unmade = try made(statements)
      var made = try tables("t.relnamespace = current_schema()::regnamespace")
      for place in made.indices {
        made[place].take(indexes: unmade.indexes)
        made[place].take(checks: unmade.checks[made[place].name] ?? [])
        for generation in unmade.generations[made[place].name] ?? [] {
          guard let column = made[place].columns.firstIndex(where: { $0.name == generation.column }) else { continue }
          made[place].columns[column].take(generation: generation.text)
        }
      }
      answer = .success(made)
    } catch {
      answer = .failure(error)
    }
    try rows(isOutermost ? "ROLLBACK" : "ROLLBACK TO moonshell_described", guarded: .none)
    if !isOutermost { try rows("RELEASE moonshell_described", guarded: .none) }
    noteSchemaChange()
    waitingKeys = []
    return try answer.get()
  }

  /// What is said of the types that columns have where another program made the table (`WHERE active`, of a boolean), and
  /// cannot be made of those that they are declared with.
  private struct Unmade {
    /// The statements that make these indexes.
    var indexes: [String] = []
    /// The CHECKs, by the names of their tables.
    var checks: [String: [String]] = [:]
    /// What columns compute, the same.
    var generations: [String: [(column: String, text: String)]] = [:]
  }

  /// Runs statements, and gives what is of other types than columns have here.
  private func made(_ statements: [String]) throws(StoreError) -> Unmade {
    var unmade = Unmade()
    var later = Set(statements.filter { StatementText($0).makesTable }.compactMap { CreationParts($0)?.name })
    var keys: [WaitingKey] = []
    for statement in statements {
      var statement = statement
      // What a key refers to must be the table that is made here, not one of its name that is there already.
      if StatementText(statement).makesTable, let parts = CreationParts(statement) {
        later.remove(parts.name)
        let early = parts.keys.filter { later.contains($0.target) }
        if !early.isEmpty { statement = parts.text(without: early.map(\.clause)) }
        keys += early
      }
      do throws(StoreError) {
        try run(statement)
      } catch {
        guard error.isAboutTypes else { throw error }
        if SQLIndexText(statement, syntax: .postgreSQL) != nil {
          unmade.indexes.append(statement)
        } else if let parts = CreationParts(statement), !parts.checks.isEmpty || !parts.generations.isEmpty {
          let places = try unmadeGenerations(of: parts)
          try run(parts.text(without: parts.checks, generations: places))
          unmade.checks[parts.name] = try unmadeChecks(of: parts)
          unmade.generations[parts.name] = places.map { (parts.generations[$0].column, parts.generations[$0].text) }
        } else {
          throw error
        }
      }
    }
    for key in keys { try run("ALTER TABLE \(dialect.quoted(key.table)) ADD \(key.clause)") }
    return unmade
  }

  /// The places of the columns that compute something of other types than columns have here.
  private func unmadeGenerations(of parts: CreationParts) throws(StoreError) -> Set<Int> {
    let all = Set(parts.generations.indices)
    var unmade: Set<Int> = []
    for place in all {
      do throws(StoreError) {
        try run(parts.text(without: parts.checks, generations: all.subtracting([place])))
        try rows("DROP TABLE \(dialect.quoted(parts.name))")
      } catch {
        guard error.isAboutTypes else { throw error }
        unmade.insert(place)
      }
    }
    return unmade
  }

  /// Adds the CHECKs of a table that was made without them; those that are of other types than its columns.
  private func unmadeChecks(of parts: CreationParts) throws(StoreError) -> [String] {
    var unmade: [String] = []
    for check in parts.checks {
      do throws(StoreError) {
        try run("ALTER TABLE \(dialect.quoted(parts.name)) ADD \(check)")
      } catch {
        guard error.isAboutTypes else { throw error }
        unmade.append(check)
      }
    }
    return unmade
  }

  /// Runs a statement of a schema.
  private func run(_ statement: String) throws(StoreError) {
    if StatementText(statement).makesTable { return try createTable(statement) }
    do throws(StoreError) {
      try rows(statement)
    } catch {
      throw error.about(statement)
    }
  }

  /// Keys are looked after by name: those of other tables are put aside while a table takes another's place.
  package func beginSchemaChange() throws(StoreError) {}
  package func endSchemaChange() throws(StoreError) {}

  package func creation(of rebuild: SchemaStep.Rebuild) -> String {
    let tokens = SQLToken.all(in: rebuild.statement, syntax: .postgreSQL)
    guard let open = tokens.firstIndex(where: { $0.text == "(" }), open > 0 else { return rebuild.statement }
    let bytes = Array(rebuild.statement.utf8)
    let head = String(decoding: bytes[..<tokens[open - 1].place.lowerBound], as: UTF8.self)
    let body = String(decoding: bytes[tokens[open].place.upperBound...], as: UTF8.self)
    let kept = rebuild.keptColumns.map { "\n  \(dialect.quoted($0.name)) \($0.definition ?? $0.declaredType)," }
    let schema = rebuild.schema.map { $0 + "." } ?? ""
    return head + schema + dialect.quoted(rebuild.temporaryName) + " (" + kept.joined() + body
  }

  package func replaceTable(_ rebuild: SchemaStep.Rebuild) throws(StoreError) {
    let (old, temporary) = (dialect.quoted(rebuild.table), dialect.quoted(rebuild.temporaryName))
    let attached = try rows(AttachmentSQL.statements, [.text(old)])
    let keys = try rows(AttachmentSQL.keys, [.text(old)])
    let views = try rows(AttachmentSQL.views, [.text(old)])
    var rights: [String] = []
    for view in views { rights += try self.rights(of: view[0] ?? "").map(\.statement) }
    var kept = try keptParts(of: old, isForeign: rebuild.keepsRules)
    try rows(creation(of: rebuild))
    try release(&kept, for: temporary)
    do throws(StoreError) {
      try rows(rebuild.filling.rendered(for: dialect).text)
    } catch {
      throw try unfit(error, rebuild)
    }
    for key in keys { try rows("ALTER TABLE \(key[0] ?? "") DROP CONSTRAINT \(key[1] ?? "")") }
    for view in views.reversed() { try rows("DROP VIEW \(view[0] ?? "")") }
    // A key of the table to itself refers to the old one.
    let ownKeys = try rows(AttachmentSQL.keys, [.text(old)])
    for key in ownKeys { try rows("ALTER TABLE \(key[0] ?? "") DROP CONSTRAINT \(key[1] ?? "")") }
    try rows("DROP TABLE \(old)")
    try rows("ALTER TABLE \(temporary) RENAME TO \(old)")
    for name in try rows(AttachmentSQL.madeNames, [.text(old), .text(rebuild.temporaryName)]).compactMap({ $0[0] }) {
      let new = dialect.quoted(rebuild.table + name.dropFirst(rebuild.temporaryName.count))
      try rows("ALTER TABLE \(old) RENAME CONSTRAINT \(dialect.quoted(name)) TO \(new)")
    }
    for key in ownKeys where key[3] == rebuild.temporaryName {
      try rows("ALTER TABLE \(old) ADD CONSTRAINT \(key[1] ?? "") \(key[2] ?? "")")
    }
    for statement in rebuild.indexes { try rows(statement) }
    for key in keys where key[3] != rebuild.table {
      try rows("ALTER TABLE \(key[0] ?? "") ADD CONSTRAINT \(key[1] ?? "") \(key[2] ?? "")")
    }
    let made = Set(try rows(AttachmentSQL.statements, [.text(old)]).map { $0[0] })
    for thing in attached where !made.contains(thing[0]) && !rebuild.droppedIndexes.contains(thing[0] ?? "") {
      try rows(thing[1] ?? "")
    }
    for view in views { try rows("CREATE VIEW \(view[0] ?? "") AS \(view[1] ?? "")") }
    for right in rights { try rows(right) }
    try moveSequence(of: rebuild.table)
    try keep(kept, of: old)
    noteSchemaChange()
  }

  /// Why rows do not get into the new table: a value that is none of its type, or a CHECK with the columns that it is
  /// about.
  private func unfit(_ error: StoreError, _ rebuild: SchemaStep.Rebuild) throws(StoreError) -> StoreError {
    var error = unfit(error, of: rebuild.table)
    guard case .constraint(var constraint) = error.kind, constraint.rule == .check, let name = constraint.name,
      name.hasPrefix(rebuild.temporaryName)
    else { return error }
    let table = dialect.quoted(rebuild.temporaryName)
    let columns = try rows(AttachmentSQL.checkColumns, [.text(table), .text(name)]).compactMap { $0[0] }
    // A rule of some kinds of a shared table is about another column than that of the kind.
    constraint.columns = columns.count > 1 ? columns.filter { $0 != Sharing.field } : columns
    error.kind = .constraint(constraint)
    return error
  }

  /// A value that is none of a type.
  package func unfit(_ error: StoreError, of table: String) -> StoreError {
    var error = error
    if ["22P02", "22003", "22007", "22008"].contains(where: { error.isServerCode($0) }) {
      error.kind = .constraint(.init(rule: .type, table: table))
    }
    return error
  }

  /// The next key is one more than the highest that the new table was filled with.
  private func moveSequence(of table: String) throws(StoreError) {
    noteSchemaChange()
    guard let facts = try facts().tables[table.lowercased()], let key = facts.keyColumn, let sequence = facts.sequence
    else { return }
    try rows(
      """
      SELECT setval(\(Value.text(sequence).description), highest)
      FROM (SELECT max(\(dialect.quoted(key))) AS highest FROM \(dialect.quoted(table))) AS t WHERE highest IS NOT NULL
      """)
  }

  /// The server lets no key refer to nothing, unless it was made without looking at the rows.
  package func brokenReferences() throws(StoreError) -> [BrokenReference] {
    var found: [BrokenReference] = []
    for row in try rows(Self.uncheckedKeys) {
      let count = try rows(row[2] ?? "").first?[0].flatMap { Int($0) } ?? 0
      if count > 0 { found.append(BrokenReference(table: row[0] ?? "", parent: row[1] ?? "", count: count)) }
    }
    return found
  }

  /// The tables of such keys, those that they refer to, and the statements that count the rows which refer to none.
  private static let uncheckedKeys = """
    SELECT t.relname, p.relname, format('SELECT count(*) FROM %s t WHERE %s AND NOT EXISTS (SELECT 1 FROM %s p WHERE %s)',
      k.conrelid::regclass, string_agg(format('t.%I IS NOT NULL', a.attname), ' AND '), k.confrelid::regclass,
      string_agg(format('p.%I = t.%I', b.attname, a.attname), ' AND '))
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    CROSS JOIN LATERAL unnest(k.conkey, k.confkey) n(own, other)
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = n.own
    JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = n.other
    WHERE k.contype = 'f' AND NOT k.convalidated AND pg_table_is_visible(t.oid) AND pg_table_is_visible(p.oid)
    GROUP BY k.oid, t.relname, p.relname ORDER BY 1, 2
    """
}

extension StoreError {
  /// Whether a value is of another type than what stands beside it.
  fileprivate var isAboutTypes: Bool { ["42883", "42804", "42846", "42725"].contains { isServerCode($0) } }
}

private enum AttachmentSQL {
  /// The indexes and triggers of a table that no constraint has made, as statements.
  static let statements = """
    SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    UNION ALL
    SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal
    ORDER BY 1
    """

  /// The keys that refer to a table: whose they are, their names, and what they say.
  static let keys = """
    SELECT c.conrelid::regclass::text, quote_ident(c.conname), pg_get_constraintdef(c.oid), t.relname
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE c.contype = 'f' AND c.confrelid = $1::regclass ORDER BY 1, 2
    """

  /// The constraints of a table whose names begin with that of another.
  static let madeNames = """
    SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND starts_with(conname, $2) ORDER BY 1
    """

  static let checkColumns = """
    SELECT a.attname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
    WHERE c.conrelid = $1::regclass AND c.conname = $2
    """

  static let views = """
    SELECT DISTINCT v.oid::regclass::text, pg_get_viewdef(v.oid), v.oid
    FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid JOIN pg_class v ON v.oid = r.ev_class AND v.relkind = 'v'
    WHERE d.refobjid = $1::regclass AND d.classid = 'pg_rewrite'::regclass ORDER BY v.oid
    """
}
