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
    self.dialect = dialect.ofSchema
  }

  /// CREATE TABLE and CREATE INDEX statements, as text; each does nothing where the thing exists.
  package func statements() throws(QueryError) -> [String] {
    [try table(with: keys())] + partStatements + remarks(TableColumn.all(of: entity, in: catalog))
      + (try indexes().map(\.statement))
  }

  /// The same in the order in which a table is filled: what rows need, the indexes, and the keys to tables that are
  /// filled by then, where the database adds them.
  package func partedStatements() throws(QueryError) -> (early: [String], indexes: [String], keys: [String]) {
    let added = dialect.addsKeys ? keys() : []
    let table = try table(with: dialect.addsKeys ? [] : keys())
    let adding = added.map { ("ALTER TABLE \(name: entity.table) ADD \($0)" as SQL).literal(for: dialect) }
    return (
      [table] + partStatements + remarks(TableColumn.all(of: entity, in: catalog)), try indexes().map(\.statement),
      adding
    )
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
      for index in sharer.indexes where index.isUnique {
        var group: [String] = []
        for (place, name) in index.fields.enumerated() where index.expressions[place] == nil {
          group += try columns(of: name, in: sharer)
        }
        groups.append(group)
      }
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
      let statement = column.field.note.flatMap { dialect.remark($0, on: column.field.column, of: entity.table) }
      return statement?.literal(for: dialect)
    }
  }

  private func column(_ column: TableColumn, _ resolver: FieldResolver) throws(QueryError) -> SQL {
    let field = column.field
    var sql: SQL = "\(name: field.column) \(.keyword(dialect.typeName(field)))"
    let note = field.note.flatMap { dialect.remark($0, on: field.column, of: entity.table) == nil ? $0 : nil }
    if let note { sql += .keyword(" /* \(note) */") }
    let collation = field.nature.collation
    if collation.joinsTexts {
      guard let clause = dialect.clause(for: collation) else {
        throw .collationUnknown(entity: entity.name, field: field.name, collation: collation)
      }
      sql += .keyword(clause)
    }
    let isKey = field.isPrimaryKey && entity.keySlots.count == 1
    if isKey, field.storage == .integer { sql += .keyword(dialect.keyClause) }
    if isKey { sql += " PRIMARY KEY" }
    if column.isRequired || field.isPrimaryKey, field.storage != .integer || !isKey { sql += " NOT NULL" }
    if field.isUnique, !isKey { sql += " UNIQUE" }
    if case .value(let value)? = field.defaultValue {
      // What is a class of its own takes the text of a number, but no number.
      sql += field.nature.holdsTruths ? " DEFAULT \(.text("\(value)"))" : " DEFAULT \(value)"
    }
    if let text = field.defaultSQL {
      try checkIsKnown(text, to: entity)
      sql += " DEFAULT (\(.written(text)))"
    }
    if let rule = field.generation {
      let owner = sharers.first { $0.fields.contains { $0.generation == rule } } ?? entity
      // The long words would be of the type for SQLite, which takes them from its end, and the comment then with it.
      sql += note == nil ? " GENERATED ALWAYS AS" : " AS"
      sql += " (\(try written(rule, of: owner))) \(.keyword(field.nature.isComputedOnRead ? "VIRTUAL" : "STORED"))"
    }
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
    guard let meaning = rule.meaning else {
      try checkIsKnown(rule.text, to: entity)
      return .written(rule.text)
    }
    var writer = ExpressionWriter(
      resolver: FieldResolver(catalog: catalog, entity: entity), dialect: dialect, qualifies: false)
    return try writer.write(meaning.withListsUnfolded)
  }

  /// Refuses SQL that other programs of the engine could not run.
  private func checkIsKnown(_ text: String, to entity: Entity) throws(QueryError) {
    guard let function = dialect.ownFunction(in: text) else { return }
    throw .functionOfOurs(entity: entity.name, text: text, function: function)
  }

  private func foreignKey(_ relation: Relation, _ target: Entity) -> SQL {
    let referenced = relation.columnPairs(owner: entity, target: target).map(\.target)
    let key: SQL =
      "FOREIGN KEY (\(names(relation.columns))) REFERENCES \(name: target.table)(\(names(referenced)))"
    let update: SQL = relation.onUpdate.map { " ON UPDATE \($0.sql)" } ?? SQL()
    return "\(key) ON DELETE \(relation.deleteRule.sql)\(update)"
  }

  /// The declared index that has a name in the database.
  package func declaredIndex(named name: String) throws(QueryError) -> Entity.Index? {
    try indexes().first { $0.name == name || dialect.quoted($0.name) == dialect.quoted(name) }?.declared
  }

  /// What ON CONFLICT says of a unique index: `("name") WHERE "active" = 1`.
  package func conflictTarget(of index: Entity.Index) throws(QueryError) -> SQL {
    .written(try body(of: index, in: entity).literal(for: dialect))
  }

  /// An index as it is made.
  private struct Made {
    var name: String
    var body: SQL
    var isUnique: Bool
    var declared: Entity.Index?
    var statement = ""
  }

  private func indexes() throws(QueryError) -> [Made] {
    let hidden = sharers.flatMap(\.hiddenFields)
    let ordered = hidden.compactMap(orderedColumns)
    let relations = sharers.flatMap(\.relations).filter { $0.kind == .belongsTo && !$0.isUnique }
    let keys = relations.map(\.columns).filter { columns in
      // What an index or the primary key begins with needs none of its own.
      !([entity.keySlots.map { entity.fields[$0].column }] + ordered).contains { $0.starts(with: columns) }
    }
    let single = sharers.flatMap(\.fields).filter { $0.isIndexed && !$0.isUnique }.map { [$0.column] }
    var result = (keys + ordered + single).map { columns in
      Made(name: name(columns, isUnique: false), body: "(\(names(columns)))", isUnique: false)
    }
    for sharer in sharers {
      for declared in sharer.indexes {
        let name = name(try words(of: declared, in: sharer), isUnique: declared.isUnique)
        result.append(
          Made(name: name, body: try body(of: declared, in: sharer), isUnique: declared.isUnique, declared: declared))
      }
    }
    var (seen, taken): (Set<String>, Set<String>) = ([], [])
    return result.compactMap { index in
      var index = index
      guard seen.insert("\(index.isUnique) \(index.body.literal(for: dialect))").inserted else { return nil }
      // Two may be called alike whose expressions differ in signs alone.
      let plain = index.name
      var number = 2
      while !taken.insert(index.name.lowercased()).inserted {
        index.name = "\(plain.dropLast(4))_\(number)\(plain.suffix(4))"
        number += 1
      }
      let sql: SQL = "INDEX IF NOT EXISTS \(name: index.name) ON \(name: entity.table) \(index.body)"
      index.statement = "CREATE \(index.isUnique ? "UNIQUE " : "")" + sql.literal(for: dialect)
      return index
    }
  }

  /// What an index is of: `("name", lower("city")) WHERE "active" = 1`.
  private func body(of index: Entity.Index, in entity: Entity) throws(QueryError) -> SQL {
    let list: SQL = "(\(try parts(of: index, in: entity).joined(by: ", ")))"
    guard let condition = index.condition else { return list }
    return "\(list) WHERE \(try written(condition, of: entity))"
  }

  /// What is true of the rows that share an entry of an index.
  package func isRepeated(in index: Entity.Index) throws(QueryError) -> SQL {
    let parts = try parts(of: index, in: entity).joined(by: ", ")
    var conditions: [SQL] = []
    if let condition = index.condition { conditions = ["(\(try written(condition, of: entity)))"] }
    let all = SQL.select(parts, from: entity.table, where: conditions)
    let isAmong: SQL = "(\(parts)) IN (\(all) GROUP BY \(parts) HAVING count(*) > 1)"
    return (conditions + [isAmong]).joined(by: " AND ")
  }

  private func parts(of index: Entity.Index, in entity: Entity) throws(QueryError) -> [SQL] {
    var parts: [SQL] = []
    for (place, name) in index.fields.enumerated() {
      guard let rule = index.expressions[place] else {
        parts += try columns(of: name, in: entity).map { SQL.name($0) }
        continue
      }
      let sql = try written(rule, of: entity)
      // A call needs no parentheses, and SQL may have words behind its own.
      if case .call? = rule.meaning { parts.append(sql) } else { parts.append(rule.isSQL ? sql : "(\(sql))") }
    }
    return parts
  }

  /// The words that the name of an index is made of.
  private func words(of index: Entity.Index, in entity: Entity) throws(QueryError) -> [String] {
    var words: [String] = []
    for (place, name) in index.fields.enumerated() {
      if let rule = index.expressions[place] {
        words.append(Self.word(rule.text))
      } else {
        words += try columns(of: name, in: entity)
      }
    }
    return words + (index.condition.map { ["where", Self.word($0.text)] } ?? [])
  }

  /// `lower(name)` → `lower_name`.
  private static func word(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: "_").lowercased()
  }

  /// Those that belong to one row in their order: `player_id, player_position`.
  private func orderedColumns(_ position: Field) -> [String]? {
    sharers.lazy.compactMap { $0.relation(position.relation ?? "") }.first.map { $0.columns + [position.column] }
  }

  private func columns(of name: String, in entity: Entity) throws(QueryError) -> [String] {
    if let field = entity.field(name) { return [field.column] }
    if let relation = entity.relation(name), relation.kind == .belongsTo { return relation.columns }
    throw .unknownField(entity: entity.name, name: name, candidates: entity.memberNames)
  }

  private func name(_ words: [String], isUnique: Bool) -> String {
    let parts = [entity.table] + words + [isUnique ? "key" : "idx"]
    let plain = parts.joined(separator: "_")
    // Of `a_b (c)` and `a (b_c)` one would go without its index, as the names are the same: a dot tells them apart.
    return mayBeAnothers(plain) ? parts.joined(separator: ".") : plain
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

extension Relation.DeleteRule {
  fileprivate var sql: SQL {
    switch self {
    case .nullify: "SET NULL"
    case .cascade: "CASCADE"
    case .restrict: "RESTRICT"
    }
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
