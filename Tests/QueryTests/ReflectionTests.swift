import Query
import SQLiteEngine
import Schema
import Testing

@Suite struct ReflectionTests {
  private func reflect(_ statements: String...) throws -> Catalog {
    let database = try Database()
    for statement in statements { try database.run(statement) }
    return try Catalog(Reflection(database.tables).entities()).resolved()
  }

  private func relations(_ entity: Entity?) -> [String] {
    (entity?.relations ?? []).map { "\($0.name) \($0.kind.rawValue) \($0.target) \($0.columns)→\($0.targetColumns)" }
  }

  @Test func `keys make relations on both sides`() throws {
    let catalog = try reflect(
      "CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120))",
      "CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, ArtistId INTEGER REFERENCES Artist ON DELETE CASCADE)")
    #expect(catalog["Album"]?.fields.map(\.name) == ["AlbumId", "ArtistId"])
    #expect(relations(catalog["Album"]) == ["artist belongs_to Artist [\"ArtistId\"]→[\"ArtistId\"]"])
    #expect(relations(catalog["Artist"]) == ["album has_many Album [\"ArtistId\"]→[\"ArtistId\"]"])
    #expect(catalog["Album"]?.relation("artist")?.deleteRule == .cascade)
  }

  @Test func `types follow the rules of affinity`() throws {
    let catalog = try reflect(
      "CREATE TABLE t(a INT, b BIGINT, c VARCHAR(3), d CLOB, e BLOB, f REAL, g DOUBLE, h NUMERIC(10, 2), i DATE, j)")
    let types: [ColumnType] = [.integer, .integer, .text, .text, .data, .real, .real, .decimal, .any, .any]
    #expect(catalog["T"]?.fields.map(\.type) == types)
  }

  @Test func `odd names are kept and entities are in camel case`() throws {
    let catalog = try reflect(
      "CREATE TABLE \"Track List\"(\"end\" INTEGER PRIMARY KEY, \"a.b\" TEXT, \"\" TEXT, \"it's \"\"x\"\"\" TEXT)",
      "CREATE TABLE \"2020-sales\"(x)", "CREATE TABLE TrackList(x)", "CREATE TABLE \"select\"(\"from\")")
    #expect(catalog.names.sorted() == ["Select", "TrackList", "TrackList_", "_2020Sales"])
    #expect(catalog["TrackList"]?.fields.map(\.name) == ["end", "a.b", "", "it's \"x\""])
    #expect(catalog["TrackList"]?.table == "Track List")
  }

  @Test func `a name with a dot is a field of its own`() throws {
    let database = try Database(
      "CREATE TABLE p(id INTEGER PRIMARY KEY, \"x.y\" TEXT)",
      "CREATE TABLE c(id INTEGER PRIMARY KEY, p_id REFERENCES p)",
      "INSERT INTO p VALUES (1, 'v')", "INSERT INTO c VALUES (2, 1)")
    let catalog = try Catalog(Reflection(database.tables).entities()).resolved()
    for (name, path, key) in [("P", "x.y", Int64(1)), ("C", "p.x.y", 2)] {
      let entity = try #require(catalog[name])
      let request = FetchRequest(entity: name, predicate: .comparison(.equal, .field(FieldPath(path)), literal("v")))
      let sql = try Select(catalog: catalog, entity: entity, dialect: SQLiteDialect())
        .statement(request, plan: FetchPlan(request.predicate), output: .fields([FieldPath("id")]))
      #expect(try database.rows(sql) == [[.integer(key)]])
    }
  }

  @Test func `columns named like methods get a line`() throws {
    let catalog = try reflect("CREATE TABLE t(save, save_, \"delete\", id INTEGER PRIMARY KEY, UNIQUE(save, id))")
    #expect(catalog["T"]?.fields.map(\.name) == ["save__", "save_", "delete_", "id"])
    #expect(catalog["T"]?.fields.map(\.column) == ["save", "save_", "delete", "id"])
    #expect(catalog["T"]?.indexes == [.init(fields: ["save__", "id"], isUnique: true)])
  }

  @Test func `two keys from one table are told apart`() throws {
    let catalog = try reflect(
      "CREATE TABLE team(id INTEGER PRIMARY KEY)",
      "CREATE TABLE game(id INTEGER PRIMARY KEY, home_id REFERENCES team, guest_id REFERENCES team)")
    #expect(catalog["Team"]?.relations.map(\.name) == ["game_by_home", "game_by_guest"])
    #expect(catalog["Team"]?.relation("game_by_guest")?.columns == ["guest_id"])
  }

  @Test func `a table may refer to itself`() throws {
    let catalog = try reflect(
      "CREATE TABLE Employee(EmployeeId INTEGER PRIMARY KEY, ReportsTo INTEGER REFERENCES employee(employeeid))")
    #expect(
      relations(catalog["Employee"]) == [
        "reports_to belongs_to Employee [\"ReportsTo\"]→[\"EmployeeId\"]",
        "employee_by_reports_to has_many Employee [\"ReportsTo\"]→[\"EmployeeId\"]",
      ])
  }

  @Test func `the other side is named by the column whatever the relation is called`() throws {
    let catalog = try reflect(
      "CREATE TABLE node(id INTEGER PRIMARY KEY, parent REFERENCES node)",
      "CREATE TABLE emp(id INTEGER PRIMARY KEY, reports_to REFERENCES emp, boss_id REFERENCES emp)",
      "CREATE TABLE edge(\"from\" REFERENCES node, \"to\" REFERENCES node, PRIMARY KEY (\"from\", \"to\"))")
    #expect(
      catalog["Node"]?.relations.map(\.name) == [
        "parent_", "edge_by_from", "edge_by_to", "node_by_parent", "node_by_from", "node_by_to",
      ])
    #expect(catalog["Emp"]?.relations.map(\.name) == ["reports_to_", "boss", "emp_by_reports_to", "emp_by_boss"])
  }

  @Test func `link tables have both keys`() throws {
    let catalog = try reflect(
      "CREATE TABLE a(id INTEGER PRIMARY KEY)", "CREATE TABLE b(id INTEGER PRIMARY KEY)",
      "CREATE TABLE a_b(a_id REFERENCES a, b_id REFERENCES b, PRIMARY KEY (a_id, b_id))")
    #expect(catalog["AB"]?.relations.map(\.name) == ["a", "b"])
    #expect(catalog["AB"]?.keySlots == [0, 1])
    #expect(catalog["A"]?.relations.map(\.name) == ["a_b", "b"])
  }

  @Test func `relations give way to fields`() throws {
    let catalog = try reflect(
      "CREATE TABLE team(id INTEGER PRIMARY KEY, player)",
      "CREATE TABLE player(id INTEGER PRIMARY KEY, team REFERENCES team)",
      "CREATE TABLE x(id INTEGER PRIMARY KEY, save_id REFERENCES team)")
    #expect(catalog["Player"]?.relations.map(\.name) == ["team_"])
    #expect(catalog["Team"]?.relations.map(\.name) == ["player_", "x"])
    #expect(catalog["X"]?.relations.map(\.name) == ["save_"])
  }

  @Test func `the columns of a key follow the key and not the table`() throws {
    let catalog = try reflect(
      "CREATE TABLE p(a, b, PRIMARY KEY (b, a))", "CREATE TABLE c(x, y, FOREIGN KEY (x, y) REFERENCES P)")
    #expect(relations(catalog["C"]) == ["p belongs_to P [\"x\", \"y\"]→[\"b\", \"a\"]"])
  }

  @Test func `keys that refer to nothing are left out`() throws {
    let catalog = try reflect(
      "CREATE TABLE keyless(a)", "CREATE TABLE two(a, b, PRIMARY KEY (a, b))",
      "CREATE TABLE c(a REFERENCES gone, b REFERENCES keyless, d REFERENCES two, e REFERENCES keyless(z))")
    #expect(catalog["C"]?.relations == [])
    #expect(catalog["C"]?.fields.count == 4)
  }

  @Test func `only an integer primary key is numbered`() throws {
    let catalog = try reflect(
      "CREATE TABLE a(id INTEGER PRIMARY KEY)", "CREATE TABLE b(id INT PRIMARY KEY)",
      "CREATE TABLE c(id INTEGER PRIMARY KEY, x CHECK (x > 0)) WITHOUT ROWID", "CREATE TABLE d(id BIGINT PRIMARY KEY)",
      "CREATE TABLE e(id INTEGER PRIMARY KEY) STRICT")
    let numbered = catalog.entities.filter { $0.automaticKeySlot != nil }.map(\.name)
    #expect(numbered.sorted() == ["A", "E"])
  }

  @Test func `views and generated columns are read`() throws {
    let catalog = try reflect(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b AS (a + 1), UNIQUE(a, b))", "CREATE VIEW v AS SELECT a FROM t")
    #expect(catalog["T"]?.fields.map(\.name) == ["id", "a", "b"])
    #expect(catalog["T"]?.fields.map(\.isGenerated) == [false, false, true])
    #expect(catalog["T"]?.indexes == [.init(fields: ["a", "b"], isUnique: true)])
    #expect(catalog["V"]?.isView == true)
    #expect(catalog["V"]?.automaticKeySlot == nil)
  }

  @Test func `a default that is no literal is the databases`() throws {
    let catalog = try reflect(
      "CREATE TABLE t(a DEFAULT 5, b DEFAULT CURRENT_TIMESTAMP, c DEFAULT (1 + 1) NOT NULL, d, e AS (a + 1))")
    #expect(catalog["T"]?.fields.map(\.isFilledByDatabase) == [false, true, true, false, false])
    #expect(catalog["T"]?.field("a")?.defaultValue == .value(.integer(5)))
  }

  @Test func `names that only look alike are two`() throws {
    let catalog = try reflect("CREATE TABLE \"é\"(a)", "CREATE TABLE \"e\u{301}\"(a)", "CREATE TABLE \"É\"(a)")
    #expect(Set(catalog.names.map { Array($0.utf8) }).count == 3)
  }

  @Test(arguments: [
    ("ArtistId", "artist"), ("artist_id", "artist"), ("Artist Id", "artist"), ("ArtistID", "artist"),
    ("ARTISTID", "artist"), ("ARTIST_ID", "artist"), ("artist-id", "artist"), ("parUUID", "par_uuid"),
    ("UUID", "uuid"), ("paid", "paid"), ("id", "id"), ("_id", "_id"), ("Track__Id", "track"), ("parent", "parent"),
  ])
  func `a relation is named as its column without the id`(column: String, name: String) throws {
    let catalog = try reflect(
      "CREATE TABLE p(k INTEGER PRIMARY KEY)", "CREATE TABLE c(\"\(column)\" INTEGER REFERENCES p)")
    let wanted = column == name ? name + "_" : name
    #expect(catalog["C"]?.relations.map(\.name) == [wanted])
  }
}
