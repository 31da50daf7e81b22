import Query
import SQLiteEngine
import Schema
import Testing

/// CREATE TABLE, INSERT, UPDATE and DELETE.
@Suite struct StatementTests {
  private static func field(_ name: String, _ type: ColumnType, _ change: (inout Field) -> Void = { _ in }) -> Field {
    var field = Field(name: name, type: type)
    change(&field)
    return field
  }

  /// An entity with everything that a table can have.
  private static let item: Entity = {
    var shop = Relation(name: "shop", kind: .belongsTo, target: "Shop")
    shop.columns = ["shop_id"]
    shop.onDelete = .cascade
    var parent = Relation(name: "parent", kind: .belongsTo, target: "Item")
    parent.columns = ["parent_id"]
    return Entity(
      name: "Item", table: "item",
      fields: [
        field("id", .integer) { $0.isPrimaryKey = true },
        field("name", .text) {
          $0.isRequired = true
          $0.isUnique = true
          $0.tests = [
            .kind(.notEmpty, []), .not(.kind(.prefix, [.text("it's '\u{301}")])),
            .function(TestFunction(ScriptHook(1))),
            .or(.kind(.length, [.integer(1), .integer(8)]), .kind(.suffix, [.text("!")])),
          ]
          $0.defaultValue = .value(.text("o'clock"))
        },
        field("count", .integer) {
          $0.bits = 16
          $0.isIndexed = true
          $0.tests = [.kind(.between, [.integer(-5), .integer(5)])]
          $0.defaultValue = .value(.integer(-1))
        },
        field("lowest", .integer) { $0.defaultValue = .value(.integer(.min)) },
        field("weight", .real) { $0.defaultValue = .value(.real(-.infinity)) },
        field("active", .boolean) { $0.defaultValue = .value(.integer(1)) },
        field("rank", .enumeration) {
          $0.choices = [.init(label: "male", stored: .integer(1)), .init(label: "female", stored: .integer(2))]
        },
        field("bytes", .data) { $0.defaultValue = .value(.data([0, 255])) }, field("free", .any),
        field("key", .uuid) {
          $0.column = "the \"key\""
          $0.defaultValue = .uuid
        },
        field("shop_id", .integer) { $0.relation = "shop" }, field("parent_id", .integer) { $0.relation = "parent" },
      ],
      relations: [shop, parent],
      indexes: [
        .init(fields: ["shop", "count"], isUnique: false), .init(fields: ["rank", "key"], isUnique: true),
        .init(fields: ["count"], isUnique: false),
      ])
  }()

  private static let shop = Entity(
    name: "Shop", table: "shop", fields: [field("id", .integer) { $0.isPrimaryKey = true }])
  private static let catalog = Sample.resolved([item, shop])

  @Test func `a table is said whole`() throws {
    let entity = try #require(Self.catalog["Item"])
    let statements = try CreateTable(entity, catalog: Self.catalog, dialect: SQLiteDialect()).statements()
    let text = """
      CREATE TABLE IF NOT EXISTS "item" (
        "id" INTEGER PRIMARY KEY,
        "name" TEXT NOT NULL UNIQUE DEFAULT 'o''clock' CHECK (trim("name", char(32, 9, 10, 11, 12, 13)) <> '') \
      CHECK (NOT (substr("name", 1, 7) = 'it''s ''\u{301}')) \
      CHECK ((length("name") BETWEEN 1 AND 8) OR substr("name", -(1)) = '!'),
        "count" INTEGER DEFAULT -1 CHECK ("count" BETWEEN -32768 AND 32767) CHECK ("count" BETWEEN -5 AND 5),
        "lowest" INTEGER DEFAULT -9223372036854775808,
        "weight" REAL DEFAULT -9e999,
        "active" INTEGER /* boolean */ DEFAULT 1 CHECK ("active" IN (0, 1)),
        "rank" INTEGER CHECK ("rank" IN (1, 2)),
        "bytes" BLOB DEFAULT x'00ff',
        "free" ANY,
        "the ""key""\" TEXT /* uuid */,
        "shop_id" INTEGER,
        "parent_id" INTEGER,
        FOREIGN KEY ("shop_id") REFERENCES "shop"("id") ON DELETE CASCADE,
        FOREIGN KEY ("parent_id") REFERENCES "item"("id") ON DELETE SET NULL
      ) STRICT
      """
    #expect(statements.first == text)
    #expect(
      Array(statements.dropFirst()) == [
        "CREATE INDEX IF NOT EXISTS \"item_shop_id_idx\" ON \"item\" (\"shop_id\")",
        "CREATE INDEX IF NOT EXISTS \"item_parent_id_idx\" ON \"item\" (\"parent_id\")",
        "CREATE INDEX IF NOT EXISTS \"item_count_idx\" ON \"item\" (\"count\")",
        "CREATE INDEX IF NOT EXISTS \"item_shop_id_count_idx\" ON \"item\" (\"shop_id\", \"count\")",
        "CREATE UNIQUE INDEX IF NOT EXISTS \"item_rank_the \"\"key\"\"_key\" ON \"item\" (\"rank\", \"the \"\"key\"\"\")",
      ])
  }

  @Test func `the database enforces every check`() throws {
    let database = try Database(Self.catalog)
    try database.run("INSERT INTO shop VALUES (1)")
    try database.run("INSERT INTO item(id, shop_id) VALUES (1, 1)")
    let row = try database.rows("SELECT name, count, lowest, weight, active, rank, bytes FROM item")
    #expect(
      row == [
        [.text("o'clock"), .integer(-1), .integer(.min), .real(-.infinity), .integer(1), .null, .data([0, 255])]
      ])
    let refused = [
      "name = ' '", "name = 'it''s ''\u{301} x!'", "name = 'ninecharacters'", "name = NULL", "count = 6", "active = 2",
      "rank = 3", "count = 'x'", "shop_id = 7", "weight = 'heavy'",
    ]
    for setting in refused {
      #expect(database.failure("UPDATE item SET \(setting)") != "no error", "\(setting)")
    }
    let taken = ["name = 'ninecharacters!'", "count = NULL", "count = 5", "active = 0", "rank = 2", "parent_id = 1"]
    for setting in taken { #expect(database.failure("UPDATE item SET \(setting)") == "no error", "\(setting)") }
    #expect(database.failure("INSERT INTO item(name) SELECT name FROM item") != "no error")
    try database.run("DELETE FROM shop")
    #expect(try database.rows("SELECT count(*) FROM item") == [[.integer(0)]])
  }

  @Test func `a check holds what its test holds`() throws {
    let texts = ["", "a", "'", "x'y", "\u{301}", "'\u{301}", "a\0b", "%", "\\", "--", "/*", "é"]
    for kind in [TestKind.prefix, .suffix, .containing, .equal, .notEqual] {
      for text in texts {
        let test = FieldTest.kind(kind, [.text(text)])
        let entity = Entity(name: "T", table: "t", fields: [Self.field("f", .text) { $0.tests = [test] }])
        let database = try Database(Catalog([entity]))
        for value in texts where !value.utf8.contains(0) {
          let isTaken = database.failure("INSERT INTO t VALUES (?1)", [.text(value)]) == "no error"
          let passes = try Value.text(value).withCell(test.matcher())
          #expect(isTaken == (passes != false), "\(kind.name) \(Value.text(text)) of \(Value.text(value))")
        }
      }
    }
  }

  @Test func `keys of several columns stand apart`() throws {
    let entity = Entity(
      name: "Seat", table: "seat",
      fields: [
        Self.field("row", .text) { $0.isPrimaryKey = true }, Self.field("number", .integer) { $0.isPrimaryKey = true },
      ])
    let text = """
      CREATE TABLE IF NOT EXISTS "seat" (
        "row" TEXT NOT NULL,
        "number" INTEGER NOT NULL,
        PRIMARY KEY ("row", "number")
      ) STRICT
      """
    #expect(try CreateTable(entity, catalog: Catalog([entity]), dialect: SQLiteDialect()).statements() == [text])
    #expect(
      Update(entity).statement(slots: [0]).rendered(for: SQLiteDialect()).text
        == "UPDATE \"seat\" SET \"row\" = ?1 WHERE \"row\" = ?2 AND \"number\" = ?3")
  }

  @Test func `indexes of two tables never meet`() throws {
    let first = Entity(name: "A", table: "a_b", fields: [Self.field("c", .text) { $0.isIndexed = true }])
    let second = Entity(name: "B", table: "a", fields: [Self.field("b_c", .text) { $0.isIndexed = true }])
    let database = try Database(Catalog([first, second]))
    #expect(try database.rows("SELECT count(*) FROM sqlite_schema WHERE type = 'index'") == [[.integer(2)]])
  }

  @Test func `an index of an unknown field is an error`() {
    var entity = Self.shop
    entity.indexes = [.init(fields: ["idd"], isUnique: false)]
    let create = CreateTable(entity, catalog: Catalog([entity]), dialect: SQLiteDialect())
    #expect(words(create.statements) == "Shop has no field 'idd'. Did you mean 'id'?")
  }

  @Test func `rows are written`() {
    let entity = Self.shop
    let dialect = SQLiteDialect()
    #expect(Insert(entity).statement(slots: []).rendered(for: dialect).text == "INSERT INTO \"shop\" DEFAULT VALUES")
    #expect(
      Insert(Self.item).statement(slots: [1, 9]).rendered(for: dialect).text
        == "INSERT INTO \"item\"(\"name\", \"the \"\"key\"\"\") VALUES (?1, ?2)")
    #expect(
      Update(Self.item).statement(slots: [1, 2]).rendered(for: dialect).text
        == "UPDATE \"item\" SET \"name\" = ?1, \"count\" = ?2 WHERE \"id\" = ?3")
    #expect(Delete(entity).statement().rendered(for: dialect).text == "DELETE FROM \"shop\" WHERE \"id\" = ?1")
  }
}
