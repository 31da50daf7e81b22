import Query
import SQLText
import Schema
import Store

extension PostgreSQLEngine {
  package func traits(
    of table: String, declaredAs statement: @autoclosure () -> String?
  ) throws(StoreError) -> TableTraits? {
    let statement = statement()
    let key = table + "\n" + (statement ?? "")
    if let known = knownTraits[key] { return known }
    let traits = try readTraits(of: table, declaredAs: statement)
    knownTraits[key] = .some(traits)
    return traits
  }

  /// Only of a number of any kind the type of its column does not tell whether it is an integer.
  package func classes(of column: String, in table: String, areDecimals: Bool) throws(StoreError) -> ColumnClasses? {
    guard let row = try rows(TraitSQL.type, [.text(table), .text(column)]).first else { return nil }
    guard row[0].map({ ServerType(number: UInt32($0) ?? 0) }) == .numeric else { return nil }
    var classes: StorageClasses = [.integer, .real, .null]
    guard areDecimals else { return ColumnClasses(classes: classes, rows: 0) }
    // What has more digits than decimals have is none.
    let name = dialect.quoted(column)
    let isOther = "NOT (abs(nullif(\(name), 'NaN')) < 1e38 AND scale(\(name)) <= 30)"
    let answer = try rows("SELECT EXISTS (SELECT 1 FROM \(dialect.quoted(table)) WHERE \(isOther))")
    if answer.first?[0] == "t" { classes.insert(.beyondDecimals) }
    return ColumnClasses(classes: classes, rows: Int(row[1] ?? "") ?? 0)
  }

  /// The server lets no key refer to nothing, unless it was made so without looking at the rows.
  package func findsAll(_ keys: KeyColumns) throws(StoreError) -> KeyFindings? {
    let values = [keys.table, keys.column, keys.target, keys.targetColumn].map { Value.text($0) }
    return try rows(TraitSQL.key, values).isEmpty ? nil : KeyFindings(areWhole: true, rows: 0)
  }

  private func readTraits(of table: String, declaredAs statement: String?) throws(StoreError) -> TableTraits? {
    let columns = try rows(TraitSQL.columns, [.text(table)])
    guard !columns.isEmpty else { return nil }
    let filled = Set(columns.filter { $0[1] == "t" }.compactMap { $0[0] }.map { FoldedName($0) })
    let hasCollations = columns.contains { $0[4] == "t" }
    // NaN is nothing, which others may have put into any column of numbers.
    let real = Set(columns.filter { $0[6] == "t" }.compactMap { $0[0] }.map { FoldedName($0) })
    guard let statement else {
      return TableTraits(
        isStrict: true, hasCollations: hasCollations, hasKeys: false, filled: filled.subtracting(real))
    }
    let wanted = DeclaredTable(statement)
    let keys = Set(try rows(TraitSQL.keys, [.text(table)]).compactMap { $0.first ?? nil })
    let hasKeys = wanted.keys.isSubset(of: keys)
    // Of such columns Moonshell makes none: decimals that are declared over them are stored otherwise.
    let hasNumerics = columns.contains { $0[3] == "t" }
    let isOrderedOtherwise = hasCollations || columns.contains { $0[2] == "t" }
    let isOtherwise = isOrderedOtherwise || hasNumerics || columns.contains { $0[5] == "a" || $0[7] == "t" }
    if wanted.filled.isSubset(of: filled), hasKeys, !isOtherwise { return .asDeclared }
    return TableTraits(
      isStrict: true, hasCollations: hasCollations, hasKeys: hasKeys, filled: filled.subtracting(real))
  }
}

/// What a statement that makes a table says of NULLs and keys.
private struct DeclaredTable {
  private(set) var filled: Set<FoldedName> = []
  /// `team_id>team`: the columns of each key and the table that it refers to.
  private(set) var keys: Set<String> = []

  init(_ statement: String) {
    let tokens = SQLToken.all(in: statement, syntax: .postgreSQL).filter { $0.kind != .comment }
    guard let open = tokens.firstIndex(where: { $0.text == "(" }) else { return }
    var depth = 0
    var part: [SQLToken] = []
    for token in tokens[(open + 1)...] {
      if token.text == "(" { depth += 1 }
      if token.text == ")" { depth -= 1 }
      if depth < 0 || depth == 0 && token.text == "," {
        take(part)
        part = []
        if depth < 0 { return }
      } else {
        part.append(token)
      }
    }
  }

  private mutating func take(_ part: [SQLToken]) {
    guard let first = part.first else { return }
    let reference = part.firstIndex { $0.isWord("REFERENCES") }
    if first.isWord("FOREIGN") {
      let columns = part.prefix { !$0.isWord("REFERENCES") }.filter { $0.kind == .name }.map(\.normal)
      if let reference, reference + 1 < part.count {
        keys.insert(columns.joined(separator: ",") + ">" + part[reference + 1].normal)
      }
      return
    }
    if let reference, reference + 1 < part.count { keys.insert(first.normal + ">" + part[reference + 1].normal) }
    var depth = 0
    for place in part.indices.dropLast() {
      if part[place].text == "(" { depth += 1 }
      if part[place].text == ")" { depth -= 1 }
      let isFilled = part[place].isWord("NOT") && part[place + 1].isWord("NULL")
      let isKey = part[place].isWord("PRIMARY") && first.kind == .name
      if depth == 0, isFilled || isKey { filled.insert(FoldedName(first.text)) }
    }
  }
}

private enum TraitSQL {
  /// The type of a column, or what it is made of.
  static let type = """
    SELECT coalesce(\(DomainSQL.base("d.base", of: "t")), t.oid), c.reltuples::int8
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE \(TableSQL.isNamed("c", "$1")) AND a.attname = $2 AND pg_table_is_visible(c.oid)
      AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    """

  /// The columns of a table, whether they are never NULL, whether they order texts otherwise than by their bytes, whether
  /// they hold numbers of any kind, whether texts that differ may be equal, whether their database alone fills them,
  /// whether they may hold NaN, and whether they are of a type that Moonshell gives to none of its own.
  static let columns = """
    SELECT a.attname, a.attnotnull, \(CollationSQL.isOfLanguage), a.atttypid = 'numeric'::regtype,
      \(CollationSQL.joinsTexts), a.attidentity,
      a.atttypid IN ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype),
      a.atttypid NOT IN ('int8'::regtype, 'float8'::regtype, 'text'::regtype, 'bytea'::regtype)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_collation o ON o.oid = a.attcollation
    JOIN pg_database b ON b.datname = current_database()
    WHERE \(TableSQL.isNamed("c", "$1")) AND pg_table_is_visible(c.oid) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    """

  /// A key of one column that refers to one of another table.
  static let key = """
    SELECT 1 FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class p ON p.oid = c.confrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = p.oid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND c.convalidated AND cardinality(c.conkey) = 1 AND pg_table_is_visible(t.oid)
      AND \(TableSQL.isNamed("t", "$1")) AND a.attname = $2 AND \(TableSQL.isNamed("p", "$3")) AND b.attname = $4
    """

  static let keys = """
    SELECT (SELECT string_agg(lower(a.attname), ',' ORDER BY k.place)
        FROM unnest(c.conkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number) || '>' || lower(p.relname)
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class p ON p.oid = c.confrelid
    WHERE c.contype = 'f' AND \(TableSQL.isNamed("t", "$1")) AND pg_table_is_visible(t.oid)
    """
}
