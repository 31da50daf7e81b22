import Query
import SQLiteEngine
import Schema
import TestSupport
import Testing

/// No text of a script, and no name of a table, ever becomes SQL.
@Suite struct HostileTextTests {
  private static let seed: UInt64 = 0xBAD_C0DE
  private static let count = 20_000

  private static let pieces = [
    "'", "''", "\"", "\"\"", "`", "[", "]", ";", "--", "/*", "*/", "\0", "\n", "\r\n", "\\", "%", "_", "?", "?1", ":x",
    "@x",
    "$1", " ", "DROP TABLE player", " OR 1=1", "x", "é", "e\u{301}", "\u{301}", "\u{20DD}", "🙂", "\u{202E}", "\u{FEFF}",
    "(", ")", ",", "NULL", ".", "\u{2019}", "＇", "\u{200D}",
  ]

  private static func text(_ dice: inout Dice) -> String {
    (0..<1 + dice.roll(8)).map { _ in dice.pick(pieces) }.joined()
  }

  private func request(_ value: String) -> FetchRequest {
    all(
      "Player",
      where: .and([
        .comparison(.equal, field("name"), literal(value)), .oneOf(field("team.name"), [.text(value), .text(value)]),
        .between(field("name"), literal(value), literal(value)),
        .or([
          .comparison(.equal, .call(.prefix, [field("name"), literal(100)]), literal(value)),
          .isNull(.call(.lowercase, [literal(value)])),
        ]),
      ]))
  }

  @Test func `values never change the text of a statement`() throws {
    var dice = Dice(seed: Self.seed)
    let dialect = SQLiteDialect()
    let plain = try request("x").sql().rendered(for: dialect)
    let database = try Sample.database()
    for number in 0..<Self.count {
      let value = Self.text(&dice)
      let sql = try request(value).sql().rendered(for: dialect)
      let isSame = sql.text == plain.text && sql.bindings.filter { $0 == .text(value) }.count == 7
      if !isSame { Issue.record("\(Value.text(value)), seed \(Self.seed)") }
      // The value written out is one literal, and the same value.
      if number % 10 == 0 {
        let rows = try database.rows("SELECT \(Value.text(value).description)")
        if rows != [[.text(value)]] { Issue.record("\(Value.text(value)) reads as \(rows), seed \(Self.seed)") }
      }
    }
  }

  @Test func `unknown names are errors before any SQL`() {
    var dice = Dice(seed: Self.seed + 1)
    for _ in 0..<Self.count {
      let name = Self.text(&dice)
      let requests = [
        all("Player", where: .isNull(field(name))), all("Player", where: .isNull(field("team." + name))),
        all("Player", where: .isNull(field(name + ".name"))), all("Player", sorted: Sort(FieldPath(name))),
      ]
      for request in requests where (try? request.sql()) != nil {
        Issue.record("\(Value.text(name)), seed \(Self.seed + 1)")
      }
      let message = words { () throws(QueryError) in try requests[0].sql() }
      if message.unicodeScalars.contains(where: { $0.value < 0x20 }) { Issue.record("\(Value.text(name))") }
    }
  }

  /// Statements about a table `name` with columns `name` and `name` + "2" that refers to itself.
  private func statements(_ name: String) throws -> [String] {
    let key = TableDescription.Column(name: name, declaredType: "INTEGER", keyPosition: 1, storage: .integer)
    let other = TableDescription.Column(name: name + "2", declaredType: "TEXT", storage: .text)
    var table = TableDescription(
      name: name, columns: [key, other],
      foreignKeys: [.init(columns: [name + "2"], table: name, referencedColumns: [name], onDelete: "CASCADE")],
      indexes: [.init(name: "i", columns: [name, name + "2"], isUnique: true)])
    table.numbersRows = true
    let catalog = try Catalog(Reflection([table]).entities()).resolved()
    let entity = try #require(catalog.entities.first)
    let parent = try #require(entity.relations.first).name
    let dialect = SQLiteDialect()
    let predicate = Expression.isNull(.field(FieldPath(relations: [parent], field: entity.fields[1].name)))
    let select = try Select(catalog: catalog, entity: entity, dialect: dialect)
      .statement(FetchRequest(entity: entity.name, predicate: predicate), plan: FetchPlan(predicate), output: .rows)
    let written = [
      select, Insert(entity).statement(slots: [0, 1]), Update(entity).statement(slots: [1]), Delete(entity).statement(),
    ]
    return written.map { $0.rendered(for: dialect).text }
      + (try CreateTable(entity, catalog: catalog, dialect: dialect).statements())
  }

  /// A statement with every quoted name replaced by `""`, read scalar by scalar.
  private func shape(_ statement: String) -> String {
    var result = String.UnicodeScalarView()
    var isQuoted = false
    for scalar in statement.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if !isQuoted || scalar == "\"" { result.append(scalar) }
    }
    // A doubled quote within a name closes it and opens it again.
    var text = String(result)
    while text.contains("\"\"\"\"") { text = text.replacing("\"\"\"\"", with: "\"\"") }
    return text
  }

  @Test func `names of tables and columns are always quoted`() throws {
    var dice = Dice(seed: Self.seed + 2)
    let plain = try statements("x").map(shape)
    for number in 0..<Self.count / 4 {
      // SQLite's statements end at NUL: it has no such names.
      let name = Self.text(&dice).replacing("\0", with: "0")
      let statements = try self.statements(name)
      if statements.map(shape) != plain { Issue.record("\(statements), seed \(Self.seed + 2)") }
      guard number % 20 == 0 else { continue }
      let database = try Database()
      for text in statements.dropFirst(4) { try database.run(text) }
      for text in statements.prefix(1) { #expect(try database.rows(text) == []) }
      #expect(try database.tables.map { Array($0.name.utf8) } == [Array(name.utf8)])
    }
  }
}
