import TestSupport
import Testing

/// Copies of databases between all engines that are there.
@Suite struct CopyTests {
  struct Way: CustomStringConvertible, Sendable {
    var from: TestEngine
    var to: TestEngine
    var description: String { "\(from) to \(to)" }
  }

  static let ways = TestEngine.present.flatMap { from in TestEngine.present.map { Way(from: from, to: $0) } }

  /// A script over the source, in which `other` is an empty database.
  private func script(_ way: Way, schema: String = "") throws -> Script {
    let script = try Script(schema: schema, engine: way.from)
    try script.run("other = open [[\(way.to.freshLocation())]]")
    return script
  }

  private static let songs = """
    Tag = entity "Tag" { name = text { unique = true } }
    Song = entity "Song" {
      name = text { required = true, validate = is.not_empty },
      price = decimal {}, length = duration {}, at = datetime {}, cover = data {}, more = json {}, loud = boolean {},
      list = belongs_to "Playlist", tags = many_to_many "Tag",
      next = belongs_to "Song",
    }
    Playlist = entity "Playlist" { name = text {}, songs = has_many("Song", { ordered = true }) }
    db:create_all()
    local all = Playlist:create { name = "all" }
    for i, name in ipairs { "c", "a", "b" } do
      local song = Song:create {
        name = name, price = decimal "9.95", at = "2024-05-06T07:08:09Z", cover = "\\0\\255", more = { 1, { x = "ö" } },
        loud = i > 1,
      }
      all.songs:add(song)
    end
    Song:get(1).tags:add(Tag:create { name = "slow" })
    local first = Song:get(1) first.next = Song:get(3) first:save()
    """

  @Test(arguments: ways) func `a copy has every entity link place and key`(way: Way) throws {
    let script = try script(way, schema: Self.songs)
    let told = try script.run("report = db:copy_to(other) print(report) return report.Song, #report")
    #expect(told.hasPrefix("copied 6 rows of 4 entities to "))
    #expect(told.contains(/\n  Song +3\n/))
    #expect(told.hasSuffix("3 4"))
    let look = """
      local function all(db)
        local lines = {}
        for _, s in ipairs(Song:on(db):sorted_by("id"):fetch()) do
          lines[#lines + 1] = table.concat({ s.id, s.name, tostring(s.price), s.at, #s.cover, s.more[2].x,
            tostring(s.loud), s.next and s.next.id or "-", s.tags:count() }, " ")
        end
        for _, s in ipairs(Playlist:on(db):first().songs:fetch()) do lines[#lines + 1] = s.name end
        return table.concat(lines, "|")
      end
      """
    try script.expect(
      look + " print(all(db) == all(other)) return (all(other):gsub('|', '\\n'))",
      """
      true
      1 c 9.95 2024-05-06T07:08:09Z 2 ö false 3 1
      2 a 9.95 2024-05-06T07:08:09Z 2 ö true - 0
      3 b 9.95 2024-05-06T07:08:09Z 2 ö true - 0
      c
      a
      b
      """)
    // The next key is one that no row has.
    try script.expect("local s = Song { name = 'd' } other:add(s) return s.id", "4")
    #expect(script.failure("other:add(Tag { name = 'slow' })").contains("exists already"))
    try script.expect(
      "return (other:query('SELECT count(*) AS n FROM song')[1].n), Song:count()", "4 3")
  }

  @Test(arguments: ways) func `what is there already is named and nothing is copied`(way: Way) throws {
    let script = try script(way, schema: Self.songs)
    try script.run("other:execute 'CREATE TABLE song (x text)'")
    #expect(script.failure("db:copy_to(other)").contains("has 'song' already"))
    try script.expect("return #other:tables()", "1")
    #expect(script.failure("db:copy_to(db)").contains("this is the same database"))
    #expect(script.failure("db:copy_to('x.db')").contains("copy_to takes a database"))
  }

  @Test(arguments: ways) func `a copy is read as it was when it began, in a transaction of its own or the open one`(
    way: Way
  ) throws {
    let script = try script(way, schema: Self.songs)
    try script.run("pcall(function() other:transaction(function() db:copy_to(other) error 'no' end) end)")
    try script.expect("return #other:tables()", "0")
    try script.run("other:transaction(function() db:copy_to(other) end)")
    try script.expect("return Song:on(other):count()", "3")
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `a cell that the server cannot hold is named by its table and key`() throws {
    let way = Way(from: .sqlite, to: .postgresql)
    var script = try script(way, schema: "")
    try script.run("db:execute [[CREATE TABLE Album (Id INTEGER PRIMARY KEY, Title TEXT)]]")
    try script.run(
      #"for i = 1, 1200 do db:execute("INSERT INTO Album VALUES (?, ?)", i, i == 1101 and "a\0b" or "x") end"#)
    #expect(script.failure("db:copy_to(other)").contains("copy_to: Album 1101: PostgreSQL cannot store a text"))
    try script.expect("return #other:tables()", "0")

    script = try self.script(way)
    try script.run("db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)]]")
    try script.run("db:execute [[INSERT INTO t VALUES (1, 5), (7, 'seven')]]")
    #expect(script.failure("db:copy_to(other)").contains("copy_to: T 7: "))
    try script.run("db:execute [[DROP TABLE t]]")
    try script.run("db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, v)]]")
    try script.run("db:execute [[INSERT INTO t VALUES (1, 5), (2, 'x')]]")
    #expect(script.failure("db:copy_to(other)").contains("T.v holds numbers and texts, and PostgreSQL has no columns"))
  }

  @Test(arguments: TestEngine.present) func `a key that leads to nothing is an error`(engine: TestEngine) throws {
    let script = try script(Way(from: .sqlite, to: engine))
    try script.run(
      """
      db:execute [[CREATE TABLE a (id INTEGER PRIMARY KEY)]]
      db:execute [[CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a)]]
      db:execute [[PRAGMA foreign_keys = OFF]]
      db:execute [[INSERT INTO b VALUES (1, 9)]]
      """)
    #expect(
      script.failure("db:copy_to(other)").contains(
        "1 row of B refers to no row of a by 'a': mend or delete it first, or let the key be NULL"))
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `tables that other programs made go to another engine with what their columns mean`() throws {
    var script = try script(Way(from: .sqlite, to: .postgresql))
    try script.run(
      """
      db:execute [[CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120) NOT NULL)]]
      db:execute [[CREATE TABLE Track (Id INTEGER PRIMARY KEY AUTOINCREMENT, ArtistId INTEGER NOT NULL REFERENCES Artist,
        Price NUMERIC(10,2), Made DATETIME, Weight REAL CHECK (Weight > 0), Twice AS (Weight * 2), UNIQUE (ArtistId, Made))]]
      db:execute [[CREATE VIEW v AS SELECT Name FROM Artist]]
      db:execute [[INSERT INTO Artist VALUES (7, 'Ann')]]
      db:execute [[INSERT INTO Track (Id, ArtistId, Price, Made, Weight)
        VALUES (5, 7, 0.99, '2020-01-02', 1.5), (6, 7, 12, '2021-01-01', NULL)]]
      """)
    let told = try script.run("return db:copy_to(other)")
    #expect(told.contains("left behind: CHECKs of Track, the formula of Track.Twice (its values are copied), view 'v'"))
    try script.run("db:close() db:open(other.path)")
    let rows = """
      local list = {}
      for _, t in ipairs(Track:sorted_by("Id"):fetch()) do
        list[#list + 1] = table.concat({ t.Id, t.artist.Name, tostring(t.Price), t.Made, tostring(t.Weight),
          tostring(t.Twice) }, " ")
      end
      return table.concat(list, "|")
      """
    try script.expect(rows, "5 Ann 0.99 2020-01-02 1.5 3.0|6 Ann 12.00 2021-01-01 nil nil")
    #expect(script.failure("Track:create { ArtistId = 7, Made = '2020-01-02' }").contains("exists already"))

    script = try self.script(Way(from: .postgresql, to: .sqlite))
    try script.run(
      """
      db:execute [[CREATE TABLE ware (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, price numeric(12,2), exact numeric,
        at timestamptz, tags text[], doc jsonb, ok boolean, name varchar(20))]]
      db:execute [[INSERT INTO ware (price, exact, at, tags, doc, ok, name)
        VALUES (1234567890.12, 0.5, '2024-01-02 03:04:05+02', '{a,b}', '{"a": 1}', true, 'x')]]
      """)
    #expect(try script.run("return db:copy_to(other).Ware") == "1")
    try script.expect(
      "local r = other:query('SELECT * FROM ware')[1] return r.price, r.exact, r.at, r.tags, r.ok, r.name",
      "123456789012 0.5 2024-01-02T01:04:05.000000Z {a,b} 1 x")
    script = try self.script(Way(from: .postgresql, to: .sqlite))
    try script.run("db:execute 'CREATE TABLE n (id int PRIMARY KEY, x numeric)'")
    try script.run("db:execute 'INSERT INTO n VALUES (1, 0.5), (2, 0.12345678901234567890)'")
    #expect(script.failure("db:copy_to(other)").contains("copy_to: N 2: x has more digits"))
    script = try self.script(Way(from: .postgresql, to: .sqlite))
    try script.run("db:execute 'CREATE TABLE n (id int PRIMARY KEY, x double precision)'")
    try script.run("db:execute [[INSERT INTO n VALUES (1, 0.5), (2, NULL), (3, 'NaN')]]")
    #expect(script.failure("db:copy_to(other)").contains("copy_to: N 3: x is NaN"))
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `what types of a server refuse is a rule of the copy, or named`() throws {
    let script = try script(Way(from: .postgresql, to: .sqlite))
    try script.run(
      """
      db:execute "CREATE TYPE mood AS ENUM ('sad', 'ok')"
      db:execute "CREATE DOMAIN plain AS text"
      db:execute "CREATE DOMAIN email AS text CHECK (VALUE ~ '@')"
      db:execute "CREATE DOMAIN work_email AS email"
      db:execute "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
      db:execute [[CREATE TABLE person (id bigint PRIMARY KEY, m mood DEFAULT 'ok', e work_email, p plain, s varchar(5),
        f char(3), t text, c text COLLATE ci UNIQUE, b boolean)]]
      db:execute "INSERT INTO person VALUES (1, 'sad', 'a@b', 'p', 'abc', 'xyz', 't', 'C', true)"
      """)
    let told = try script.run("return tostring(db:copy_to(other))")
    #expect(
      told.hasSuffix(
        "left behind: what Person.e refuses as work_email, what Person.s refuses as character varying(5), what Person.f"
          + " refuses as character(3), that Person.c (text) takes texts for equal that differ"), "\(told)")
    #expect(script.failure("other:execute [[INSERT INTO person (id, m) VALUES (2, 'glad')]]").contains("CHECK"))
    try script.expect(
      "other:execute [[INSERT INTO person (id) VALUES (2)]] return other:query('SELECT m FROM person WHERE id = 2')[1].m",
      "ok")
  }

  @Test(arguments: TestEngine.present)
  func `the rule of truths goes with them and is none that is left behind`(engine: TestEngine) throws {
    let script = try script(Way(from: .sqlite, to: engine))
    try script.run(
      """
      db:execute [[CREATE TABLE "fact" ("id" INTEGER PRIMARY KEY, "ok" INTEGER /* boolean */ CHECK ("ok" IN (0, 1))) STRICT]]
      db:execute [[CREATE TABLE other (id INTEGER PRIMARY KEY, n INTEGER CHECK (n IN (0, 1)))]]
      db:reflect()
      """)
    let told = try script.run("return tostring(db:copy_to(other))")
    #expect(!told.contains("CHECKs of Fact"), "\(told)")
    #expect(told.contains("CHECKs of Other") == (engine != .sqlite), "\(told)")
    #expect(script.failure("other:execute [[INSERT INTO fact (ok) VALUES (7)]]").contains("CHECK"))
  }

  @Test func `a copy within one engine keeps all that it has`() throws {
    let script = try script(Way(from: .sqlite, to: .sqlite))
    try script.run(
      """
      db:execute [[CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT, n NUMERIC CHECK (n <> 5), t TEXT COLLATE NOCASE)]]
      db:execute [[CREATE INDEX a_t ON a (lower(t)) WHERE t IS NOT NULL]]
      db:execute [[CREATE VIEW v AS SELECT t FROM a]]
      db:execute [[CREATE TRIGGER g AFTER INSERT ON a BEGIN UPDATE a SET t = 'set' WHERE id = new.id; END]]
      db:execute [[INSERT INTO a VALUES (1, 1.5, 'x'), (9, 'text', 'y')]]
      db:execute [[DELETE FROM a WHERE id = 9]]
      db:copy_to(other)
      """)
    let schema = "(SELECT group_concat(sql, '|') FROM (SELECT sql FROM sqlite_schema ORDER BY name))"
    try script.expect(
      """
      local q = "SELECT \(schema) AS s"
      other:execute [[INSERT INTO a (n) VALUES (3)]]
      local r = other:query [[SELECT * FROM a ORDER BY id]]
      return db:query(q)[1].s == other:query(q)[1].s, r[1].t, r[1].n, r[2].id, r[2].t
      """, "true set 1.5 10 set")
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `a copy from server to server keeps types keys and rules of its own`() throws {
    let script = try script(Way(from: .postgresql, to: .postgresql))
    try script.run(
      """
      db:execute [[CREATE TYPE mood AS ENUM ('sad', 'ok')]]
      db:execute [[CREATE TABLE p (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, m mood DEFAULT 'ok',
        n numeric(30,10), at timestamptz, tags text[], CHECK (n > 0), boss int REFERENCES p, x double precision DEFAULT 'NaN',
        y real DEFAULT 0.1)]]
      db:execute [[CREATE INDEX p_n ON p (abs(n)) WHERE n > 1]]
      db:execute [[CREATE VIEW v AS SELECT n FROM p]]
      db:execute [[INSERT INTO p (m, n, at, tags, boss) VALUES
        ('sad', 12345678901234567890.0123456789, '2024-01-02 03:04:05.123456+00', '{a,"b c"}', 2), (NULL, 1, NULL, NULL, NULL)]]
      """)
    try script.run("db:copy_to(other)")
    try script.expect(
      """
      other:execute [[INSERT INTO p (n) VALUES (2)]]
      local r = other:query [[SELECT id, m, n::text AS n, at::text AS at, tags::text AS tags, boss,
        x::text AS x, y::text AS y FROM p ORDER BY id]]
      return r[1].m, r[1].n, r[1].at, r[1].tags, r[1].boss, r[2].m, r[3].id, r[3].m, #other:query "SELECT * FROM v",
        r[1].x, r[1].y
      """, "sad 12345678901234567890.0123456789 2024-01-02 03:04:05.123456+00 {a,\"b c\"} 2 nil 3 ok 3 NaN 0.1")
    #expect(script.failure("other:execute 'INSERT INTO p (n) VALUES (-1)'").contains("CHECK"))
    #expect(script.failure("other:execute 'INSERT INTO p (n, boss) VALUES (1, 77)'").contains("FOREIGN KEY"))
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `decimals of a file are numbers with their point to every program of a server`() throws {
    let script = try script(Way(from: .sqlite, to: .postgresql))
    try script.run(
      """
      db:execute "CREATE TABLE item (id INTEGER PRIMARY KEY, price NUMERIC(10,2) DEFAULT 2.5)"
      db:execute "INSERT INTO item (price) VALUES (0.99), (10), (NULL), (123456789012.34)"
      db:copy_to(other)
      """)
    try script.expect(
      """
      for _, row in ipairs(other:query "SELECT price::text AS p FROM item ORDER BY id") do print(row.p) end
      other:execute "INSERT INTO item (id) VALUES (9)"
      print(other:query("SELECT pg_typeof(price)::text || ' ' || price AS p FROM item WHERE id = 9")[1].p)
      """, "0.99\n10.00\nnil\n123456789012.34\nnumeric 2.50")
    let words = script.failure(
      "other:execute 'DROP TABLE item' db:execute 'INSERT INTO item (price) VALUES (0.995)' db:copy_to(other)")
    #expect(words.contains("Item 5: '0.995' is no decimal of at most 2 digits behind the point"), "\(words)")
  }
}
