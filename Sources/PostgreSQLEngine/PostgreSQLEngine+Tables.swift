import Encodings
import Query
import SQLText
import Schema
import Store

extension PostgreSQLEngine {
  /// The tables and views that are found by their names alone; partitions belong to their table, and what an extension
  /// has made to that.
  package func tables() throws(StoreError) -> [TableDescription] {
    try tables(TableSQL.visible)
  }

  package func tablesElsewhere() throws(StoreError) -> [TableElsewhere] {
    try rows(TableSQL.hidden, []).map { row in
      TableElsewhere(name: row[0] ?? "", place: .hidden(schema: row[1] ?? ""))
    }
  }

  /// - Parameter scope: which of the tables, as a condition on `t`.
  func tables(_ scope: String) throws(StoreError) -> [TableDescription] {
    let answers = try rows(of: [
      TableSQL.columns + scope + TableSQL.columnOrder, TableSQL.constraints + scope + TableSQL.constraintOrder,
      TableSQL.indexes + scope + TableSQL.indexOrder, MakingFacts.types, MakingFacts.parts, MakingFacts.tails,
      MakingFacts.elsewhere, MakingFacts.needed,
    ])
    let columns = answers[0]
    let constraints = Dictionary(grouping: answers[1]) { $0[0] ?? "" }
    let indexes = Dictionary(grouping: answers[2]) { $0[0] ?? "" }
    let making = MakingFacts(
      types: answers[3], parts: answers[4], tails: answers[5], elsewhere: answers[6], needed: answers[7])
    var tables: [TableDescription] = []
    // Those whose key Moonshell would number as it is numbered, and those of which it noted that they are not its own.
    var (numbered, foreign): (Set<String>, Set<String>) = ([], [])
    for row in columns {
      let name = row[0] ?? ""
      if row[6] == "d" { numbered.insert(name) }
      if row[12]?.notes(PostgreSQLDialect.foreign) == true { foreign.insert(name) }
      if tables.last?.name != name {
        tables.append(TableDescription(name: name, columns: [], isView: row[1] == "v" || row[1] == "m", isStrict: true))
        tables[tables.count - 1].comment = PostgreSQLDialect.others(in: row[12])
      }
      if let text = row[11], tables[tables.count - 1].sql.isEmpty {
        let kind = row[1] == "m" ? "MATERIALIZED VIEW" : "VIEW"
        let definition = text.last == ";" ? String(text.dropLast()) : text
        tables[tables.count - 1].sql = "CREATE \(kind) \(dialect.quoted(name)) AS\n\(definition)"
      }
      guard row[2] != nil else { continue }
      tables[tables.count - 1].columns.append(TableDescription.Column(row))
      if !Self.isOwn(row) { tables[tables.count - 1].isStrict = false }
      if row[6] != "" || row[5]?.hasPrefix("nextval(") == true { tables[tables.count - 1].numbersRows = true }
    }
    for place in tables.indices {
      let name = tables[place].name
      tables[place].take(constraints: constraints[name] ?? [])
      tables[place].isOwn =
        tables[place].isStrict && !foreign.contains(name)
        && (!tables[place].hasIntegerKey || numbered.contains(name))
      if !tables[place].isOwn { tables[place].allowNaN() }
      tables[place].take(indexes: indexes[name] ?? [])
      tables[place].settle(dialect, constraints[name] ?? [], making)
      tables[place].takeMaking(constraints[name] ?? [], indexes[name] ?? [], making, dialect)
      tables[place].schema = making.otherSchema(of: name)
      tables[place].spell(schema: making.schema(of: name), dialect)
    }
    return tables
  }

  /// The columns of one table, as it is called in a statement.
  func columns(of table: String) throws(StoreError) -> [TableDescription.Column] {
    let rows = try rows(TableSQL.columns + "t.oid = $1::regclass" + TableSQL.columnOrder, [.text(table)])
    return rows.filter { $0[2] != nil }.map { TableDescription.Column($0) }
  }

  /// Those of numbers: decimals that are declared over them may be stored in another form; texts in the order of a
  /// language; and what reads as a text and is more than that, as `citext`, which takes texts for equal that differ.
  ///
  /// All others are what they say.
  package func presentColumns(of table: String) throws(StoreError) -> [TableDescription.Column] {
    let scope = "pg_table_is_visible(t.oid) AND " + TableSQL.isNamed("t", "$1")
    let rows = try rows(TableSQL.columns + scope + TableSQL.columnOrder, [.text(table)])
    let isOwn =
      rows.allSatisfy { $0[2] == nil || Self.isOwn($0) } && rows.first?[12]?.notes(PostgreSQLDialect.foreign) != true
    return rows.filter { $0[2] != nil }.map { row in
      var column = TableDescription.Column(row)
      if !isOwn, column.nature.isNumeric || column.storage == .real { column.nature.mayBeNaN = true }
      return column
    }
    .filter { column in
      let nature = column.nature
      return [.integer, .real, .any].contains(column.storage) || nature.ordersByLanguage || nature.native != nil
        || nature.hasTriggers
    }
  }

  /// Whether a column is of a type that Moonshell gives to its own.
  private static func isOwn(_ row: [String?]) -> Bool {
    switch row[3] {
    case "bigint", "double precision", "bytea": true
    case "text": row[9] == "C"
    case let type? where type.hasPrefix("numeric"): row[8]?.contains(PostgreSQLDialect.remarkMark + "number(") == true
    default: false
    }
  }
}

extension TableDescription.Column {
  /// - Parameter row: as `TableSQL.columns` answers it.
  fileprivate init(_ row: [String?]) {
    let type = row[3] ?? ""
    self.init(name: row[2] ?? "", declaredType: row[9] == "C" ? "\(type) COLLATE \"C\"" : type)
    isRequired = row[4] == "t" || row[15] == "t"
    isRequiredByType = row[4] != "t" && row[15] == "t"
    isGenerated = row[7] != ""
    isNumbered = row[6] != "" || row[5]?.hasPrefix("nextval(") == true
    // Numbers of a sequence that belongs to nobody, or to another column, are a default like others.
    let isSerial = row[5]?.hasPrefix("nextval(") == true && row[17] == "t"
    // One that counts in its own way is no serial to a statement: that cannot say how.
    let ownNumbers = row[21].flatMap { $0.isEmpty ? nil : " (\($0))" }
    if isSerial, ownNumbers == nil { numberedType = Self.serials[type] }
    isDefaultOfType = row[5] == nil && row[16] != nil
    if !isGenerated, row[6] == "", !isSerial { defaultSQL = (row[5] ?? row[16]).map { Self.plain($0) } }
    if isGenerated {
      take(generation: row[5] ?? "")
      definition = " GENERATED ALWAYS AS (\(row[5] ?? "")) STORED"
    } else if row[6] != "" || isSerial && numberedType == nil && Self.serials[type] != nil {
      definition = " GENERATED \(row[6] == "a" ? "ALWAYS" : "BY DEFAULT") AS IDENTITY\(ownNumbers ?? "")"
    }
    if let collation = row[18] {
      definition = " COLLATE \(collation)" + (definition ?? "")
      spelledType = "\(declaredType) COLLATE \(collation)"
    }
    // Of a domain, what it is made of.
    let base = row[10] ?? type
    (storage, remark) = Self.meaning(of: base)
    nature.native = Self.native(base)
    nature.ordersByLanguage = row[13] == "t"
    // Texts that differ and are equal there: what Moonshell compares is their bytes.
    if storage == .text, row[19] == "t", nature.native == nil {
      (nature.native, nature.ordersByLanguage) = (.other, false)
    }
    nature.joinsTexts = storage == .text && (row[19] == "t" || Self.joinsTexts(base))
    hasRulesOfType = row[22] == "t" || base.hasPrefix("character") && base.hasSuffix(")")
    if nature.native != nil { nature.typeName = spelledType ?? type }
    if row[6] == "a" { nature.givenClause = PostgreSQLDialect.givenClause }
    labels = (row[14] ?? "").split(separator: "\u{1F}").map(String.init)
    if nature.native == .other, !labels.isEmpty { nature.native = .label(labels) }
    nature.isRewritten = nature.native == .other || nature.native == .padded || base == "real"
    nature.hasTriggers = row[20] == "t"
    holdsTruths = base == "boolean"
    if let noted = row[8]?.split(separator: "\n").last(where: { $0.hasPrefix(PostgreSQLDialect.remarkMark) }) {
      take(note: String(noted.dropFirst(PostgreSQLDialect.remarkMark.count)))
    }
    comment = PostgreSQLDialect.others(in: row[8])
    (scale, keepsScale) = (Self.scale(of: base), base == "numeric" && remark == nil)
    nature.isNumeric = base.hasPrefix("numeric") && !base.hasSuffix("]")
    if nature.isNumeric {
      let sizes = base.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
      (nature.digits, nature.fraction) = (sizes.first, sizes.count == 2 ? sizes[1] : nil)
    }
    nature.isSingle = base == "real"
    defaultValue = defaultSQL.flatMap { Self.value($0, storage) }
    if case .moment(let digits, _) = nature.native, case .text(let text) = defaultValue {
      defaultValue = Self.moment(text, digits)
    }
  }

  /// Takes what the server computes, as it says it.
  mutating func take(generation text: String) {
    isGenerated = true
    generationSQL = text
    generation = SQLToken.all(in: text, syntax: .postgreSQL).filter { $0.kind != .comment }.map(\.normal)
  }

  /// The words that make a column of a type with a sequence of its own.
  private static let serials = ["smallint": "smallserial", "integer": "serial", "bigint": "bigserial"]

  /// What a column of a type holds in Moonshell's classes, and what that means.
  private static func meaning(of type: String) -> (Storage, String?) {
    switch type.prefix(while: { $0 != "(" && $0 != "[" }) {
    case "bigint", "integer", "smallint", "oid": (type.hasSuffix("]") ? .text : .integer, nil)
    case "double precision", "real": (type.hasSuffix("]") ? .text : .real, nil)
    case "numeric": (type.hasSuffix("]") ? .text : .any, nil)
    case "boolean": type.hasSuffix("]") ? (.text, nil) : (.integer, "boolean")
    case "bytea": type.hasSuffix("]") ? (.text, nil) : (.data, nil)
    case "date": (.text, type.hasSuffix("]") ? nil : "date")
    case let name where name.hasPrefix("timestamp"):
      type.hasSuffix("]") ? (.text, nil) : (.text, ColumnRemark.moment(precision: digits(of: type)).text)
    case "uuid": (.text, type.hasSuffix("]") ? nil : "uuid")
    case "json", "jsonb": (.text, type.hasSuffix("]") ? nil : "json")
    default: (.text, nil)
    }
  }

  /// Whether values of a type may be equal that read as different texts: `Red` and `red`, a day and 24 hours.
  private static func joinsTexts(_ type: String) -> Bool {
    type == "citext" || type.hasSuffix(".citext") || type.hasPrefix("interval")
  }

  /// What a column that reads as text is, where that is no text.
  private static func native(_ type: String) -> NativeText? {
    if type.hasSuffix("]") { return .other }
    switch type.prefix(while: { $0 != "(" }) {
    case "bigint", "integer", "smallint", "double precision", "real", "numeric", "boolean", "bytea", "text",
      "character varying", "name":
      return nil
    case "oid": return .number
    case "json", "jsonb": return .document
    case "uuid": return .uuid
    case "date": return .day
    case "character": return .padded
    case let name where name.hasPrefix("timestamp"):
      return .moment(digits: digits(of: type), isZoned: type.hasSuffix("with time zone"))
    default: return .other
    }
  }

  /// 3 of `timestamp(3) with time zone`; without a number there are six.
  private static func digits(of type: String) -> Int {
    type.contains("(") ? type.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 6 : 6
  }

  /// 2 of `numeric(10,2)`; nil of what integers hold.
  private static func scale(of type: String) -> Int? {
    guard type.hasPrefix("numeric("), type.hasSuffix(")") else { return nil }
    let numbers = type.split { !$0.isNumber && $0 != "-" }.compactMap { Int($0) }
    guard numbers.count == 2, numbers[1] <= DecimalNumber.largestScale else { return nil }
    // One below 0 is that of tens and hundreds.
    return numbers[1] > 0 ? numbers[1] : numbers[0] - numbers[1] > 18 ? 0 : nil
  }

  /// A literal without the type that the server puts behind it: `'a'` of `'a'::text`.
  private static func plain(_ text: String) -> String {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL)
    guard let first = tokens.first, first.kind == .text, tokens.dropFirst().first?.text == "::" else { return text }
    return first.text
  }

  /// A moment as Moonshell has it, of one as the server shows it: `2024-01-01 08:00:00.5+00`; nil for what is none of
  /// these years, which only the server can tell.
  private static func moment(_ text: String, _ digits: Int) -> Value? {
    let plain = text.hasSuffix("+00") ? text.dropLast(3) : text[...]
    let parts = plain.split(separator: ".", maxSplits: 1)
    guard let start = parts.first?.replacing(" ", with: "T"), Moment(text: start + "Z")?.text == start + "Z" else {
      return nil
    }
    let fraction = parts.count > 1 ? parts[1] : ""
    guard fraction.count <= digits else { return nil }
    if digits == 0 { return .text(start + "Z") }
    return .text("\(start).\(fraction)\(String(repeating: "0", count: digits - fraction.count))Z")
  }

  private static func value(_ text: String, _ storage: Storage) -> Value? {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL)
    if text == "true" || text == "false" { return .integer(text == "true" ? 1 : 0) }
    guard let last = tokens.last, tokens.count == 1 || tokens.count == 2 && tokens[0].text == "-" else { return nil }
    var word = text
    if last.kind == .text {
      word = last.text.dropFirst().dropLast().split(separator: "''", omittingEmptySubsequences: false)
        .joined(separator: "'")
    }
    switch storage {
    case .integer: return Int64(word).map { .integer($0) }
    // What is no number is said in the server's words.
    case .real: return Double(word).flatMap { $0.isNaN ? nil : .real($0) }
    case .text: return last.kind == .text ? .text(word) : nil
    case .any: return Int64(word).map { .integer($0) } ?? Double(word).flatMap { $0.isNaN ? nil : .real($0) }
    case .data: return nil
    }
  }
}

extension TableDescription {
  /// Lets columns of numbers hold NaN, which Moonshell gives to none.
  fileprivate mutating func allowNaN() {
    for place in columns.indices where columns[place].nature.isNumeric || columns[place].storage == .real {
      columns[place].nature.mayBeNaN = true
    }
  }

  /// Whether its key is a single integer, which Moonshell lets the database number.
  fileprivate var hasIntegerKey: Bool {
    let keys = columns.filter { $0.keyPosition != nil }
    return keys.count == 1 && keys[0].storage == .integer
  }
}

extension TableDescription {
  /// Says in its statement where a table is that another schema holds.
  fileprivate mutating func spell(schema: String, _ dialect: any Dialect) {
    guard !schema.isEmpty, let place = sql.firstRange(of: dialect.quoted(name)) else { return }
    sql.insert(contentsOf: schema, at: place.lowerBound)
  }
}
