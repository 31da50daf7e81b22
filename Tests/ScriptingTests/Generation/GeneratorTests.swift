import TestSupport
import Testing

/// A small league with what generators must say: keys, defaults, enums, rules, odd names.
private let league = """
  Club = entity "Club" { name = text { required = true, unique = true }, players = has_many "Player" }
  Player = entity "Player" {
    name = text { required = true, default = 'x"y' },
    age = integer { bits = 16, validate = is.between(18, 24) & ~is.one_of(20, 21) },
    price = decimal { scale = 3, default = "1.5", required = true },
    active = boolean { default = true },
    class = enum { "pro", "amateur", default = "amateur", required = true },
    ["last game"] = datetime {},
    club = belongs_to "Club" { required = true, on_delete = "cascade" },
    indexes = { index("club", "age") },
  }
  """

@Suite struct GeneratorTests {
  @Test func `a schema is written as Lua that declares it again`() throws {
    let source = """
      Club = entity "Club" {
        name = text { required = true, unique = true },
        players = has_many "Player",
      }

      Player = entity "Player" {
        name = text { default = "x\\"y", required = true },
        age = integer { bits = 16, validate = { is.between(18, 24), ~is.one_of(20, 21) } },
        price = decimal { required = true, scale = 3, default = decimal "1.500" },
        active = boolean { default = true },
        class = enum { "pro", "amateur", required = true, default = "amateur" },
        ["last game"] = datetime {},
        club = belongs_to("Club", { required = true, on_delete = "cascade" }),
        indexes = { index("club", "age") },
      }

      """.replacing(
        "name = text { default = \"x\\\"y\", required = true }",
        with: "name = text { required = true, default = \"x\\\"y\" }")
    let script = try Script(schema: league)
    try script.expect("return generate 'lua'", source)
    let again = try Script(schema: source)
    try again.expect("return generate 'lua'", source)
    #expect(try again.run("return db:create_sql()") == script.run("return db:create_sql()"))
  }

  @Test func `rules over several fields are in validate()`() throws {
    let script = try Script(
      schema: """
        P = entity "P" { name = text {}, low = integer { required = true }, high = integer {},
          check = { "low < high", "name ~= 'x' or high > 3", sql "length(name) > low" } }
        """)
    for format in ["swift", "swiftdata"] {
      let text = try script.run("return generate '\(format)'")
      for line in [
        "if case let value1 = self.low, let value2 = self.high, !(Int64(value1) < Int64(value2)) { failures.append(.init(\"\", ",
        "(Int64(value2) > 3)) { failures.append(", "struct ValidationError",
        "// The database alone judges the rule \"length(name) > low\".",
      ] { #expect(text.contains(line), "\(text)") }
    }
  }

  @Test func `a case of nothing is an object in TypeScript, and a key of several fields one rule of Core Data`() throws
  {
    let folder = try TemporaryFolder()
    let script = try Script(
      schema: """
        S = entity "S" { v = variant { circle = real {}, none = true } }
        Ord = entity "Ord" { a = text { primary_key = true }, b = integer { primary_key = true }, c = text { unique = true } }
        """)
    #expect(try script.run("return generate 'typescript'").contains("{ circle: number } | { none: true }"))
    let units = try Script(schema: "U = entity 'U' { price = decimal { scale = 2 }, lap = duration {} }")
      .run("return generate 'typescript'")
    #expect(units.contains("/** 2 digits behind the point */\n  price: string"), "\(units)")
    #expect(units.contains("/** ISO 8601: PT1H30M */\n  lap: string"), "\(units)")
    try script.run("generate('xcdatamodel', '\(folder.path)/S.xcdatamodel')")
    let model = try folder.text(of: "S.xcdatamodel/contents")
    let rules = model.split(separator: "<uniquenessConstraint>").dropFirst().map {
      $0.split(separator: "<constraint ").count - 1
    }
    #expect(rules.sorted() == [1, 2], "\(model)")
  }

  @Test func `a relation that was declared on one side has two in a data model`() throws {
    let folder = try TemporaryFolder()
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text { indexed = true }, owner = belongs_to "Person" }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
        Person = entity "Person" {
          boss = belongs_to("Person", { on_delete = "cascade" }), animal = text {}, tags = many_to_many "Tag",
          desk = belongs_to("Desk", { unique = true }), friends = many_to_many("Person", { inverse = "friends" }),
        }
        Desk = entity "Desk" {}
        Tag = entity "Tag" {}
        """)
    try script.run("generate('xcdatamodel', '\(folder.path)/S.xcdatamodel')")
    let model = try folder.text(of: "S.xcdatamodel/contents")
    for line in [
      #"name="person" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Person" inverseName="boss""#,
      #"name="person" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="tags""#,
      #"name="person" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="desk""#,
      #"name="animal_by_owner" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Animal""#,
    ] { #expect(model.contains("<relationship " + line), "\(line)\n\(model)") }
    for line in model.split(separator: "\n") where line.contains("<relationship ") {
      #expect(line.contains("inverseName="), "\(line)")
    }
    // What it extends says its own members.
    let cat = model.split(separator: "<entity ").first { $0.hasPrefix("name=\"Cat\"") } ?? ""
    #expect(cat.contains("name=\"lives\"") && !cat.contains("name=\"name\"") && !cat.contains("owner"), "\(cat)")
    #expect(!model.contains("name=\"kind\"") && cat.split(separator: "fetchIndex ").count == 1)
    let again = try Script(schema: "db:reflect '\(folder.path)/S.xcdatamodel'")
    #expect(try again.run("return generate 'lua'").contains("animal_by_owner = has_many"))
  }

  @Test func `editors learn what objects have, what makes them, and what requests give`() throws {
    let text = try Script(
      schema: """
        Team = entity "Team" { name = text { required = true }, players = has_many "Player" }
        Player = entity "Player" {
          name = text { required = true }, rank = enum { "pro", "amateur", default = "amateur" }, price = decimal {},
          born = date { required = true, default = "2001-01-01" }, home = embedded "Address", old = list_of "Address",
          words = map_of(text {}), team = belongs_to("Team", { required = true }),
        }
        Address = entity "Address" { abstract = true, city = text { required = true } }
        function Player.methods:title() return self.name end
        function Player.scopes:adults() return self:where { name = "x" } end
        """
    ).run("return generate 'luals'")
    func block(_ name: String) -> [Substring] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      return Array(lines.drop { !$0.hasPrefix("---@class \(name)") }.prefix { !$0.isEmpty })
    }
    #expect(
      block("Player:").joined(separator: "\n") == """
        ---@class Player: moonshell.object
        ---@field id integer
        ---@field name string
        ---@field rank? "pro"|"amateur"
        ---@field price? moonshell.decimal
        ---@field born string
        ---@field home? Address
        ---@field old? Address[]
        ---@field words? table<string, string>
        ---@field team? Team
        ---@field title fun(self: Player, ...: any): any
        """)
    #expect(
      block("Player.new").joined(separator: "\n") == """
        ---@class Player.new
        ---@field id? integer
        ---@field name string
        ---@field rank? "pro"|"amateur"
        ---@field price? moonshell.decimal|integer|string
        ---@field born? string|integer|table
        ---@field home? Address|Address.new
        ---@field old? (Address|Address.new)[]
        ---@field words? table<string, string>
        ---@field team? Team|Team.new
        """)
    let requests = block("Player.request:")
    for line in [
      "---@field where fun(self: Player.request, condition: string|table|fun(row: Player): any, ...: any): Player.request",
      "---@field fetch fun(self: Player.request, options?: table): Player[]",
      "---@field adults fun(self: Player.request, ...: any): Player.request",
    ] { #expect(requests.contains { $0 == line }, "\(line)") }
    #expect(block("Team:").contains("---@field players Player.request"))
    #expect(block("Player.entity:").contains("---@overload fun(fields?: Player.new): Player"))
    #expect(text.contains("---@type Player.entity\nPlayer = nil"))
  }

  @Test func `a schema is drawn for Mermaid`() throws {
    try Script(schema: league).expect(
      "return generate 'mermaid'",
      """
      erDiagram
        Club {
          integer id PK
          text name UK "required"
        }
        Player {
          integer id PK
          text name "required"
          integer age
          decimal price "required"
          boolean active
          enum class "required"
          datetime last_game
          integer club_id FK "required"
        }
        Club ||--o{ Player : "club"

      """)
  }

  @Test func `a schema is drawn for Graphviz`() throws {
    try Script(schema: "A = entity 'A' { ['x|y'] = text {}, b = belongs_to 'A' }").expect(
      "return generate 'dot'",
      #"""
      digraph schema {
        rankdir=LR;
        node [shape=record, fontname="monospace"];
        "A" [label="{A|id\ integer\ key\lx\|y\ text\lb_id\ integer\l}"];
        "A" -> "A" [label="b"];
      }

      """#)
  }

  @Test func `structs have the types, the defaults and the enums`() throws {
    let text = try Script(schema: league).run("return generate 'swift'")
    let expected = """
      struct Player: Codable, Hashable, Identifiable, Sendable {
        var id: Int64?
        var name: String = "x\\"y"
        var age: Int16?
        /// 3 digits behind the point
        var price: Decimal = Decimal(1500) / 1000
        var active: Bool? = true
        var `class`: Class = .amateur
        /// ISO 8601, UTC: 2026-01-31T12:00:00Z
        var lastGame: Date?
        var clubId: Int64
        @MoonshellRelated var club: Club? = nil

        enum Class: String, Codable {
          case pro = "pro"
          case amateur = "amateur"
        }

      """
    #expect(text.contains(expected), "\(text)")
    #expect(text.contains("static let playersLink = hasMany(Player.self, using: ForeignKey([Column(\"club_id\")]))"))
    // What it needs stands in types of its own: an app codes its other types as before.
    for type in ["KeyedDecodingContainer", "KeyedEncodingContainer", "Decimal", "Date", "JSONDecoder"] {
      #expect(!text.contains("extension \(type)"), "\(type)")
    }
    #expect(text.contains("price = Decimal(row[\"price\"] as Int64) / 1000"))
    #expect(text.contains("container[\"last game\"] = self.lastGame"))
  }

  @Test func `SQL is that of the tables`() throws {
    let script = try Script(schema: league)
    #expect(try script.run("return generate 'sql'") == script.run("return db:create_sql()"))
  }

  @Test func `what is generated goes into a file that one names`() throws {
    let folder = try TemporaryFolder()
    let script = try Script(schema: league)
    #expect(try script.run("return generate('swift', '\(folder.path)/S.swift')") == "")
    #expect(try folder.text(of: "S.swift") == script.run("return generate 'swift'"))
    #expect(script.failure("generate('swift', '\(folder.path)/no/S.swift')").contains("no such file or directory"))
    #expect(script.failure("generate('swift', 5)").contains("generate"))
  }

  @Test func `an unknown format is told with its neighbour`() throws {
    let script = try Script(schema: league)
    #expect(script.failure("generate 'swif'").contains("Did you mean 'swift'?"))
    #expect(script.failure("generate(1)").contains("takes one of"))
    #expect(script.failure("Lost = entity 'Lost' { x = belongs_to 'Nowhere' } generate 'dot'").contains("Nowhere"))
  }

  @Test func `the tables of a file are written as Lua that makes the same tables`() throws {
    let script = try Script(
      schema: """
        for _, sql in ipairs {
          [[CREATE TABLE "Track List"("End" INTEGER PRIMARY KEY, "odd name" NUMERIC NOT NULL DEFAULT 1.5, save TEXT DEFAULT 'it''s')]],
          "CREATE TABLE code(code TEXT PRIMARY KEY, n INT DEFAULT -7, b BLOB, r REAL, w TEXT DEFAULT CURRENT_TIMESTAMP)",
          [[CREATE TABLE play(id INTEGER PRIMARY KEY, list INTEGER NOT NULL REFERENCES "Track List" ON DELETE CASCADE,
            other INT REFERENCES "Track List", CodeId TEXT UNIQUE REFERENCES code, UNIQUE (list, other))]],
          "CREATE INDEX play_n ON play(other, CodeId)",
        } do db:execute(sql) end
        db:reflect()
        """)
    let source = try script.run("return db:schema_source()")
    let expected = """
      TrackList = entity "TrackList" {
        table = "Track List",
        End = integer { primary_key = true },
        ["odd name"] = any { required = true, default = 1.5 },
        save_ = text { column = "save", default = "it's" },
      """
    #expect(source.contains(expected), "\(source)")
    let again = try Script(schema: source + "\ndb:create_all()")
    try again.expect("return db:schema_source()", source)
  }

  @Test func `a link table with keys of two sides is written with its relations`() throws {
    let script = try Script(
      schema: """
        for _, sql in ipairs {
          "CREATE TABLE list(id INTEGER PRIMARY KEY)", "CREATE TABLE track(id INTEGER PRIMARY KEY)",
          [[CREATE TABLE list_track(list_id INT NOT NULL REFERENCES list(id), track_id INT NOT NULL REFERENCES track(id),
            PRIMARY KEY (list_id, track_id))]],
        } do db:execute(sql) end
        db:reflect()
        """)
    let source = try script.run("return db:schema_source()")
    #expect(source.contains("list = belongs_to(\"List\", { primary_key = true })"), "\(source)")
    #expect(source.contains("track = many_to_many(\"Track\", { through = \"ListTrack\" })"), "\(source)")
    let again = try Script(schema: source + "\ndb:create_all()")
    try again.expect("return db:schema_source()", source)
    try again.expect("l = List:create {} l.track:add(Track {}, Track {}) return l.track:count()", "2")
  }

  @Test func `keys of several columns are written with their relation, or as the columns that they are`() throws {
    let script = try Script(
      schema: """
        for _, sql in ipairs {
          "CREATE TABLE pair(a INTEGER, b TEXT, c TEXT UNIQUE, PRIMARY KEY (a, b))",
          "CREATE TABLE child(id INTEGER PRIMARY KEY, pa INTEGER, pb TEXT, FOREIGN KEY (pa, pb) REFERENCES pair(a, b))",
          "CREATE TABLE other(id INTEGER PRIMARY KEY, x INTEGER, y TEXT, z TEXT, FOREIGN KEY (x, y) REFERENCES pair(a, b), FOREIGN KEY (x, z) REFERENCES pair(a, b))",
        } do db:execute(sql) end
        db:reflect()
        """)
    let source = try script.run("return db:schema_source()")
    #expect(
      source.contains(#"pair = belongs_to("Pair", { column = { "pa", "pb" }, on_delete = "restrict" }),"#), "\(source)")
    #expect(source.contains("  x = integer {},\n  y = text {},\n  z = text {},\n}"), "\(source)")
    #expect(source.contains("child = has_many \"Child\",\n}"), "\(source)")
    let again = try Script(schema: source + "\ndb:create_all() db:reflect()")
    try again.expect("return db:schema_source()", source)
    try again.expect(
      "local c = Child:create { pair = Pair { a = 1, b = 'x' } } return c.pa, c.pb, Pair:first().child:count()", "1 x 1"
    )
    #expect(
      again.failure(
        "Bad = entity 'Bad' { p = belongs_to('Pair', { column = { 'one', 'two', 'three' } }) } db:create_all()"
      )
      .contains("Bad"))
  }

  @Test func `documents are written with what they hold`() throws {
    let source = """
      A = entity "A" {
        abstract = true,
        x = text {},
      }

      B = entity "B" {
        one = embedded("A", { required = true }),
        many = list_of("A"),
        named = map_of(text { required = true }),
        shape = variant({ circle = real {}, rect = "A", none = true }),
      }

      """
    let script = try Script(schema: source)
    let written = try script.run("return generate 'lua'")
    try Script(schema: written).expect("return generate 'lua'", written)
    #expect(written.contains("one = embedded(\"A\", { required = true })"), "\(written)")
    #expect(written.contains("shape = variant({ circle = real {}, "), "\(written)")
  }

  @Test func `Swift's own names and values of any kind stay what they are in Swift`() throws {
    let text = try Script(
      schema: """
        String = entity "String" { n = text { default = "x" }, d = belongs_to "Data" }
        Data = entity "Data" { j = json { default = { a = { 1, null, "x" }, b = {} } }, an = any { default = 5 }, data = enum { "a" } }
        """
    ).run("return generate 'swift'")
    for line in [
      "struct String_: Codable", "struct Data_: Codable", #"  var n: String? = "x""#, "  var an: JSONValue?\n",
      "  var data: Data__2?",
      #"  var j: JSONValue? = .object(["a": .array([.integer(1), .null, .string("x")]), "b": .array([])])"#,
    ] { #expect(text.contains(line), "\(line)") }
  }

  @Test func `columns that refer to others are marked for Mermaid, whoever made the tables`() throws {
    let text = try Script(
      schema: """
        db:execute "CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY)"
        db:execute "CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, ArtistId INTEGER REFERENCES Artist)"
        db:reflect()
        """
    ).run("return generate 'mermaid'")
    #expect(text.contains("    integer ArtistId FK\n"), "\(text)")
  }
}
