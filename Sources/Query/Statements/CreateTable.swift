import Schema

/// Turns an entity into the statements that make its table and indexes.
///
/// Entities that share a table have the same statements: those of the whole table.
package struct CreateTable {
  /// The entity whose table it is, and those that share it.
  private let entity: Entity
  private let sharers: [Entity]
  private let catalog: Catalog
  private let dialect: any Dialect

  package init(_ entity: Entity, catalog: Catalog, dialect: any Dialect) {
    self.entity = catalog.tableOwner(of: entity)
    sharers = catalog.sharers(of: entity)
    self.catalog = catalog
    self.dialect = dialect
  }

  /// CREATE TABLE and CREATE INDEX statements, as text; each does nothing where the thing exists.
  package func statements() throws(QueryError) -> [String] {
    [try table(with: keys())] + partStatements + remarks(TableColumn.all(of: entity, in: catalog)) + (try indexes())
  }

  /// The same in the order in which a table is filled: what rows need, the indexes, and the keys to tables that are
  /// filled by then, where the database adds them.
  package func partedStatements() throws(QueryError) -> (early: [String], indexes: [String], keys: [String]) {
    let added = dialect.addsKeys ? keys() : []
    let table = try table(with: dialect.addsKeys ? [] : keys())
    let adding = added.map { ("ALTER TABLE \(name: entity.table) ADD \($0)" as SQL).literal(for: dialect) }
    return ([table] + partStatements + remarks(TableColumn.all(of: entity, in: catalog)), try indexes(), adding)
  }

  /// How the table lies in parts, where its entity says so and the database keeps parts.
  private var parts: TableParts? {
    entity.shardColumns.isEmpty ? nil : dialect.parts(of: entity.table, by: entity.shardColumns)
  }

  private var partStatements: [String] { parts?.statements.map { $0.literal(for: dialect) } ?? [] }

  /// What must be unique is looked for in one part only.
  private func checkParts() throws(QueryError) {
    guard parts != nil, let name = entity.shardBy else { return }
    var groups = [entity.keySlots.map { entity.fields[$0].column }]
    groups += sharers.flatMap(\.fields).filter { $0.isUnique && !$0.isPrimaryKey }.map { [$0.column] }
    for sharer in sharers {
      for index in sharer.indexes where index.isUnique { groups.append(try columns(of: index, in: sharer)) }
    }
    if let group = groups.first(where: { !Set($0).isSuperset(of: entity.shardColumns) }) {
      throw .shardOutsideKey(entity: entity.name, shard: name, key: group)
    }
  }

  private func table(with keys: [SQL]) throws(QueryError) -> String {
    try checkParts()
    var lines: [SQL] = []
    let columns = TableColumn.all(of: entity, in: catalog)
    // The table as an entity, whose fields are all columns.
    var whole = entity
    whole.fields = columns.map(\.field)
    let resolver = FieldResolver(catalog: catalog, entity: whole)
    for column in columns { lines.append(try self.column(column, resolver)) }
    if entity.keySlots.count > 1 {
      lines.append("PRIMARY KEY (\(names(entity.keySlots.map { entity.fields[$0].column })))")
    }
    lines += keys
    lines += try rules()
    let body = lines.map { "  " + $0.literal(for: dialect) }.joined(separator: ",\n")
    return "CREATE TABLE IF NOT EXISTS \(dialect.quoted(entity.table)) (\n\(body)\n)\(dialect.tableSuffix)"
      + (parts?.clause.literal(for: dialect) ?? "")
  }

  /// The keys to other tables, each once.
  private func keys() -> [SQL] {
    var result: [SQL] = []
    for sharer in sharers {
      for relation in sharer.relations where relation.kind == .belongsTo {
        guard let target = catalog[relation.target] else { continue }
        let key = foreignKey(relation, target)
        if !result.contains(key) { result.append(key) }
      }
    }
    return result
  }

  /// The statements that note what is known of columns, where the table's own text cannot.
  private func remarks(_ columns: [TableColumn]) -> [String] {
    columns.compactMap { column in
      let statement = column.field.remark.flatMap { dialect.remark($0, on: column.field.column, of: entity.table) }
      return statement?.literal(for: dialect)
    }
  }

  private func column(_ column: TableColumn, _ resolver: FieldResolver) throws(QueryError) -> SQL {
    let field = column.field
    var sql: SQL = "\(name: field.column) \(.keyword(dialect.typeName(field.storage)))"
    if let remark = field.remark, dialect.remark(remark, on: field.column, of: entity.table) == nil {
      sql += .keyword(" /* \(remark) */")
    }
    let isKey = field.isPrimaryKey && entity.keySlots.count == 1
    if isKey, field.storage == .integer { sql += .keyword(dialect.keyClause) }
    if isKey { sql += " PRIMARY KEY" }
    if column.isRequired || field.isPrimaryKey, field.storage != .integer || !isKey { sql += " NOT NULL" }
    if field.isUnique, !isKey { sql += " UNIQUE" }
    if case .value(let value)? = field.defaultValue { sql += " DEFAULT \(value)" }
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    for check in column.checks { sql += " CHECK (\(try writer.write(check.withListsUnfolded)))" }
    return sql
  }

  /// The rules over several fields, each under its own words: databases name what does not hold.
  private func rules() throws(QueryError) -> [SQL] {
    let owners = sharers.filter { !$0.isAbstract || $0.sharing == nil }
    var lines: [SQL] = []
    var seen: [RowRule] = []
    for rule in owners.flatMap(\.rules) where !seen.contains(where: { $0.says(rule) }) {
      seen.append(rule)
      let bound = owners.filter { owner in owner.rules.contains { $0.says(rule) } }
      var condition = try written(rule, of: bound[0])
      if bound.count < owners.count {
        let kinds = bound.map { "\(Value.text($0.name))" as SQL }.joined(by: ", ")
        condition = "(\(condition)) OR \(name: Sharing.field) NOT IN (\(kinds))"
      }
      lines.append("CONSTRAINT \(name: rule.text) CHECK (\(condition))")
    }
    return lines
  }

  /// The condition of a rule over several fields.
  package func written(_ rule: RowRule, of entity: Entity) throws(QueryError) -> SQL {
    guard let meaning = rule.meaning else { return .written(rule.text) }
    var writer = ExpressionWriter(
      resolver: FieldResolver(catalog: catalog, entity: entity), dialect: dialect, qualifies: false)
    return try writer.write(meaning.withListsUnfolded)
  }

  private func foreignKey(_ relation: Relation, _ target: Entity) -> SQL {
    let referenced = relation.columnPairs(owner: entity, target: target).map(\.target)
    let rule: SQL =
      switch relation.deleteRule {
      case .nullify: "SET NULL"
      case .cascade: "CASCADE"
      case .restrict: "RESTRICT"
      }
    return
      "FOREIGN KEY (\(names(relation.columns))) REFERENCES \(name: target.table)(\(names(referenced))) ON DELETE \(rule)"
  }

  private func indexes() throws(QueryError) -> [String] {
    let hidden = sharers.flatMap(\.hiddenFields)
    let ordered = hidden.compactMap(orderedColumns)
    let relations = sharers.flatMap(\.relations).filter { $0.kind == .belongsTo && !$0.isUnique }
    let keys = relations.map(\.columns).filter { columns in
      // What an index or the primary key begins with needs none of its own.
      !([entity.keySlots.map { entity.fields[$0].column }] + ordered).contains { $0.starts(with: columns) }
    }
    let single = sharers.flatMap(\.fields).filter { $0.isIndexed && !$0.isUnique }.map { [$0.column] }
    var result = (keys + ordered + single).map { index($0, isUnique: false) }
    for sharer in sharers {
      for declared in sharer.indexes {
        result.append(index(try columns(of: declared, in: sharer), isUnique: declared.isUnique))
      }
    }
    var seen: Set<String> = []
    return result.filter { seen.insert($0).inserted }
  }

  /// Those that belong to one row in their order: `player_id, player_position`.
  private func orderedColumns(_ position: Field) -> [String]? {
    sharers.lazy.compactMap { $0.relation(position.relation ?? "") }.first.map { $0.columns + [position.column] }
  }

  private func columns(of index: Entity.Index, in entity: Entity) throws(QueryError) -> [String] {
    var result: [String] = []
    for name in index.fields {
      if let field = entity.field(name) {
        result.append(field.column)
      } else if let relation = entity.relation(name), relation.kind == .belongsTo {
        result += relation.columns
      } else {
        throw .unknownField(entity: entity.name, name: name, candidates: entity.memberNames)
      }
    }
    return result
  }

  private func index(_ columns: [String], isUnique: Bool) -> String {
    let parts = [entity.table] + columns + [isUnique ? "key" : "idx"]
    let plain = parts.joined(separator: "_")
    // Of `a_b (c)` and `a (b_c)` one would go without its index, as the names are the same: a dot tells them apart.
    let name = SQL.name(mayBeAnothers(plain) ? parts.joined(separator: ".") : plain)
    let sql: SQL = "INDEX IF NOT EXISTS \(name) ON \(name: entity.table) (\(names(columns)))"
    return "CREATE \(isUnique ? "UNIQUE " : "")" + sql.literal(for: dialect)
  }

  /// Whether another table has the name, or could have an index of the name.
  private func mayBeAnothers(_ name: String) -> Bool {
    let name = name.lowercased()
    return catalog.entities.contains { other in
      let table = other.table.lowercased()
      return table != entity.table.lowercased() && (table == name || name.hasPrefix(table + "_"))
        && (table == name || table.hasPrefix(entity.table.lowercased() + "_"))
    }
  }

  private func names(_ names: [String]) -> SQL {
    names.map { SQL.name($0) }.joined(by: ", ")
  }
}

extension Expression {
  /// The same condition with longer lists as comparisons: `x = 'a' OR x = 'b' OR x = 'c'`.
  ///
  /// A database may build an index of an IN list for every row that it checks, which doubles the cost of an insert;
  /// comparisons of a few words cost next to nothing.
  fileprivate var withListsUnfolded: Expression {
    switch self {
    case .oneOf(let value, let values) where (3...64).contains(values.count):
      .or(values.map { .comparison(.equal, value, .literal($0)) })
    case .not(let operand): .not(operand.withListsUnfolded)
    case .and(let parts): .and(parts.map(\.withListsUnfolded))
    case .or(let parts): .or(parts.map(\.withListsUnfolded))
    default: self
    }
  }
}
