import TestSupport
import Testing

/// The first shape of a schema, with some rows.
private let sketch = """
  Team = entity "Team" { name = text { required = true, unique = true } }
  Player = entity "Player" {
    nick = text { required = true },
    age = integer {},
    price = decimal { scale = 2 },
    junk = text {},
    team = belongs_to "Team",
  }
  db:create_all()
  local red = Team:create { name = "Red" }
  for i = 1, 3 do Player:create { nick = "p" .. i, age = 17 + i, price = "1.5" .. i, team = red } end
  """

@Suite struct MigrationTests {
  /// The sketch, then another declaration of it.
  private func script(_ schema: String) throws -> Script {
    let script = try Script(schema: sketch)
    try script.run(schema)
    return script
  }

  private func player(_ members: String) -> String {
    """
    Player = entity "Player" { nick = text { required = true }, age = integer {}, price = decimal { scale = 2 },
      junk = text {}, team = belongs_to "Team", \(members) }
    """
  }

  /// What must hold after every migration.
  private func expectRest(_ script: Script, at place: SourceLocation = #_sourceLocation) throws {
    try script.expect("return #db:migrate { dry_run = true }", "0", at: place)
    try script.expect("return \(TestEngine.soundness)", "ok", at: place)
    try script.expect("return \(TestEngine.brokenKeys)", "0", at: place)
    try script.expect("return \(TestEngine.keysAreHeld)", "1", at: place)
  }

  @Test func `a schema that fits has nothing to migrate`() throws {
    let script = try Script(schema: sketch)
    try script.expect(
      // It says so where it is asked; a script that migrates each time it runs is silent.
      "db:migrate() print(db:migrate())", "nothing to migrate: the tables are as declared")
  }

  @Test func `new tables and columns come, and old rows take their defaults`() throws {
    let script = try script(
      player(
        "rank = enum { \"pro\", \"amateur\", default = \"amateur\" }, level = integer { default = 3, required = true }")
        + " Game = entity 'Game' { player = belongs_to 'Player' }")
    try script.expect(
      "print(db:migrate { dry_run = true })",
      """
      player (Player, 3 rows)
        + rank   TEXT DEFAULT 'amateur' CHECK ("rank" IN ('pro', 'amateur'))
        + level  INTEGER NOT NULL DEFAULT 3
      game (Game) is made
      """)
    try script.run("db:migrate()")
    try script.expect("local p = Player:get(2) return p.nick, p.rank, p.level, Game:count()", "p2 amateur 3 0")
    try expectRest(script)
  }

  @Test func `rows that are written again in a table that is made anew have its new columns`() throws {
    let script = try Script()
    try script.run(
      """
      P = entity "P" { n = text {}, at = datetime {} }
      db:create_all()
      P:create { n = "a", at = "2026-01-02T03:04:05Z" }
      P = entity "P" { n = text {}, at = datetime { precision = 3 }, day = date {}, kind = text { default = "new" } }
      db:migrate()
      """)
    try script.expect("return P:first().at, P:first().day, P:first().kind", "2026-01-02T03:04:05.000Z nil new")
  }

  @Test func `documents of another version in a table that is made anew see its new columns`() throws {
    let script = try Script()
    try script.run(
      """
      H = entity "H" { abstract = true, city = text {} }
      Q = entity "Q" { n = text {}, home = embedded "H" }
      db:create_all()
      Q:create { n = "a", home = { city = "Oslo" } }
      H = entity "H" {
        abstract = true, version = 2, town = text {},
        migrate = function(h) h.town = h.city h.city = nil return h end,
      }
      Q = entity "Q" { n = text { required = true }, home = embedded "H", day = date {} }
      db:migrate()
      """)
    try script.expect(
      "return Q:first().home.town, Q:first().day, Q:where(\"home.town == 'Oslo'\"):count()", "Oslo nil 1")
  }

  @Test func `a dry run changes nothing`() throws {
    let script = try script(player("rank = text {}"))
    try script.run("db:migrate { dry_run = true }")
    #expect(script.failure("return Player:count(), Player:first()").contains("no such column: 'rank'"))
  }

  @Test func `what has another name keeps its values`() throws {
    let script = try script(
      """
      Club = entity "Club" { renamed_from = "Team", name = text { required = true, unique = true } }
      Player = entity "Player" { name = text { required = true, renamed_from = "nick" }, age = integer {},
        price = decimal { scale = 2 }, junk = text {}, club = belongs_to "Club" { renamed_from = "team" } }
      """)
    try script.run("db:migrate()")
    try script.expect("local p = Player:get(3) return p.name, p.club.name, p.price", "p3 Red 1.53")
    try script.expect("return table.concat(db:tables(), ' ')", "club player")
    try expectRest(script)
  }

  @Test func `a loss must be named`() throws {
    let schema =
      "Player = entity 'Player' { nick = text { required = true }, age = integer {}, team = belongs_to 'Team' }"
    let script = try script(schema)
    #expect(script.kindOfFailure("db:migrate()") == "MigrationError")
    #expect(
      script.failure("db:migrate()").contains(
        "say db:migrate { destructive = { \"Player.price\", \"Player.junk\" } }"))
    try script.expect("return db:query('SELECT count(price) AS n FROM player')[1].n", "3")
    try script.run("db:migrate { destructive = { 'Player.price', 'Player.junk' } }")
    #expect(script.failure("db:query('SELECT price FROM player')").contains("no such column"))
    try expectRest(script)
  }

  @Test func `tables that nobody declares are left alone until they are named`() throws {
    let script = try script(
      "db:execute('CREATE TABLE old_table(x INTEGER)') db:execute('INSERT INTO old_table VALUES (1)')")
    try script.expect("return #db:migrate { dry_run = true }", "0")
    try script.expect(
      "print(db:migrate { dry_run = true, destructive = { 'old_table' } })", "old_table goes, with its 1 row")
    try script.run("db:migrate { destructive = { 'old_table' } }")
    try script.expect("return table.concat(db:tables(), ' ')", "player team")
  }

  @Test func `types change where every value has an exact counterpart`() throws {
    let changed = """
      Player = entity "Player" { nick = text { required = true }, age = text {}, price = decimal { scale = 4 },
        junk = text {}, team = belongs_to "Team" }
      """
    let script = try script(changed)
    try script.run("db:migrate()")
    try script.expect("local p = Player:get(1) return p.age, p.price, math.type(p.age)", "18 1.5100 nil")
    try script.run(changed.replacing("scale = 4", with: "scale = 1"))
    let failure = script.failure("db:migrate()")
    #expect(failure.contains("'1.5100' is no decimal of at most 1 digits behind the point"))
    try script.expect("return db:query('SELECT price FROM player')[1].price", "15100")
    try script.run(changed.replacing("age = text {}", with: "age = integer {}"))
    try script.run("db:migrate()")
    try script.expect("return Player:get(1).age + 0", "18")
  }

  @Test func `a decimal that loses digits is named with its row`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { d = decimal { scale = 3 } }
        db:create_all()
        A:create { d = "1.5" } A:create { d = "1.501" } A:create { d = "2.001" }
        """)
    #expect(
      script.failure("A = entity 'A' { d = decimal { scale = 2 } } db:migrate()")
        == "A.d cannot be so: 2 rows are in the way, the first is A 2: d: '1.501' is no decimal of at most 2 digits behind"
        + " the point; then 3. Nothing was changed: mend them first, or in a migration(…) step;"
        + " db:migrate { rehearse = true } lists them")
    #expect(
      script.failure("A = entity 'A' { d = decimal { scale = 4, validate = is.less(2) } } db:migrate()").contains(
        "1 row is in the way, the first is A 3: d: 2.0010 is not less than 2"))
  }

  @Test func `stricter rules are checked on the rows that are there`() throws {
    let script = try script(
      player("").replacing("age = integer {}", with: "age = integer { validate = is.at_least(19) }"))
    #expect(
      script.failure("db:migrate()").contains(
        "Player.age has rows that fail a test: 1 row is in the way, the first is"
          + " Player 1: age: 18 is not at least 19. Nothing was changed"))
    try script.run("db:execute('UPDATE player SET age = NULL WHERE id = 1')")
    try script.run(player("").replacing("age = integer {}", with: "age = integer { required = true }"))
    #expect(script.failure("db:migrate()").hasPrefix("Player.age is required, and rows have no value for it"))
    #expect(
      script.failure("db:migrate()").contains("1 row is in the way, the first is Player 1: age: is required. Nothing"))
    try script.run(player("").replacing("age = integer {}", with: "age = integer { required = true, default = 7 }"))
    try script.run("db:migrate()")
    try script.expect("return Player:get(1).age, Player:get(2).age", "7 19")
    try script.run(player("").replacing("junk = text {}", with: "junk = text { unique = true, default = 'x' }"))
    try script.run("db:execute(\"UPDATE player SET junk = 'same'\")")
    #expect(
      script.failure("db:migrate()") == "Player.junk must be unique, and rows share a value: 3 rows are in the way,"
        + " the first is Player 1: junk: 'same' is not alone; then 2, 3. Nothing was changed: mend them first, or in a"
        + " migration(…) step; db:migrate { rehearse = true } lists them")
    try script.expect("return db:query('SELECT count(*) AS n FROM player')[1].n", "3")
  }

  @Test func `tests that only Moonshell can ask are asked of every row of a changed table`() throws {
    let schema = player("").replacing(
      "nick = text { required = true }",
      with: "nick = text { required = true, validate = is.matching('^p[12]$') }, extra = text {}")
    let script = try script(schema)
    #expect(script.failure("db:migrate()").contains("Player 3: nick: 'p3' does not match"))
    #expect(script.failure("db:query('SELECT extra FROM player')").contains("no such column"))
  }

  @Test func `required columns without a default need rows to be filled`() throws {
    let script = try script(player("code = text { required = true }"))
    #expect(
      script.failure("db:migrate()").contains("Player.code is required, and the rows that are there have no value"))
    try script.run(
      """
      migration("fill codes", function(db) db:execute("UPDATE player SET code = 'c' || id") end)
      db:migrate()
      """)
    try script.expect("return Player:get(2).code", "c2")
    try expectRest(script)
  }

  @Test func `named steps run once and in order`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("steps.db")
    let steps = """
      migration("one", function(db) db:execute("INSERT INTO log VALUES ('one')") end)
      migration("two", function(db) db:execute("INSERT INTO log VALUES ('two')") end)
      """
    let first = try Script(
      schema: "db:execute('CREATE TABLE log(x)') " + steps + " db:migrate() db:migrate()", location: file)
    try first.expect("return #db:query('SELECT * FROM log')", "2")
    let second = try Script(
      schema: steps + " migration('three', function(db) db:execute(\"INSERT INTO log VALUES ('three')\") end)",
      location: file)
    try second.expect("print(db:migrate { dry_run = true })", "step three")
    try second.run("db:migrate()")
    try second.expect("local t = db:query('SELECT x FROM log') return t[1].x, t[2].x, t[3].x, #t", "one two three 3")
    let old = try Script(schema: steps, location: file)
    #expect(old.failure("db:migrate()").contains("has run the step 'three', which this script does not have"))
  }

  @Test func `a step that fails undoes everything`() throws {
    let script = try script(
      player("rank = text {}") + " migration('bad', function(db) db:execute('DELETE FROM player') error('no', 0) end)")
    #expect(script.failure("db:migrate()") == "no")
    try script.expect("return db:query('SELECT count(*) AS n FROM player')[1].n", "3")
    #expect(script.failure("db:query('SELECT rank FROM player')").contains("no such column"))
    try script.expect("return \(TestEngine.keysAreHeld)", "1")
  }

  @Test func `triggers views and indexes made by hand survive a table that is made anew`() throws {
    let script = try script(
      """
      db:execute("CREATE TABLE log(x TEXT)")
      \(TestEngine.trigger("noted", "AFTER DELETE ON player", "INSERT INTO log VALUES (old.nick)"))
      db:execute("CREATE VIEW grown AS SELECT nick FROM player WHERE age >= 18")
      db:execute("CREATE INDEX by_hand ON player(age) WHERE age > 20")
      """ + player("").replacing("age = integer {}", with: "age = integer { validate = is.at_least(0) }"))
    try script.run("db:migrate() Player:get(1):delete()")
    try script.expect("return db:query('SELECT x FROM log')[1].x", "p1")
    try script.expect("return #db:query('SELECT * FROM grown')", "2")
    try script.expect("return db:query [[\(TestEngine.indexes(of: "player"))]][1].name", "by_hand")
    try expectRest(script)
  }

  @Test func `rows that refer to a table keep their keys while it is made anew`() throws {
    let script = try script(
      "Team = entity 'Team' { name = text { required = true, unique = true, validate = is.not_empty } }")
    try script.run("db:migrate()")
    try script.expect("return Player:where{ team = Team:first() }:count()", "3")
    #expect(script.failure("db:execute(\"INSERT INTO player(nick, team_id) VALUES ('x', 99)\")").contains("refers to"))
    try expectRest(script)
  }

  @Test func `a migration is a transaction of its own`() throws {
    let script = try script(player("rank = text {}"))
    #expect(script.failure("db:transaction(function() db:migrate() end)").contains("a transaction of its own"))
    #expect(script.failure("db:migrate { dry_rum = true }").contains("Did you mean 'dry_run'?"))
    #expect(script.failure("db:migrate { destructive = { 1 } }").contains("a list of names"))
    #expect(script.failure("migration('x')").contains("takes a name and a function"))
  }

  @Test func `a reopened file knows the types that columns do not tell`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("types.db")
    _ = try Script(
      schema: """
        Thing = entity "Thing" { price = decimal { scale = 3 }, active = boolean {}, born = date {}, data = json {} }
        db:create_all()
        Thing:create { price = "1.250", active = true, born = "2020-02-29", data = { a = { 1, 2 } } }
        """, location: file)
    let again = try Script(schema: "db:reflect()", location: file)
    try again.expect(
      "local t = Thing:first() return t.price, t.active, t.born, t.data.a[2]", "1.250 true 2020-02-29 2")
  }

  @Test func `a table of another program stays as it is where the declaration says the same`() throws {
    let script = try Script()
    try script.run(
      """
      db:execute [[CREATE TABLE artist (ArtistId INTEGER NOT NULL, Name NVARCHAR(120) COLLATE NOCASE,
        made DATETIME DEFAULT CURRENT_TIMESTAMP, price NUMERIC(10,2) CHECK (price > 0), PRIMARY KEY (ArtistId))]]
      db:execute [[CREATE TABLE album (AlbumId INT NOT NULL PRIMARY KEY, artist INTEGER NOT NULL,
        FOREIGN KEY (artist) REFERENCES artist (ArtistId) ON DELETE NO ACTION)]]
      db:execute "CREATE INDEX by_artist ON album (artist)"
      db:execute "INSERT INTO artist (Name, price) VALUES ('Ann', 1.5)"
      db:execute "INSERT INTO album VALUES (7, 1)"
      Artist = entity "Artist" {
        ArtistId = integer { primary_key = true }, Name = text {}, made = any {},
        price = decimal { scale = 2, stored = "number" }, albums = has_many "Album",
      }
      Album = entity "Album" {
        AlbumId = integer { primary_key = true }, artist = belongs_to("Artist", { column = "artist", required = true }),
      }
      """)
    // What another program says in its own way stays as it is.
    try script.expect(
      "print(db:migrate { dry_run = true })",
      """
      nothing to migrate: the tables are as declared
      """)
    try script.run("db:migrate()")
    func artist(_ name: String) -> String {
      """
      Artist = entity "Artist" {
        ArtistId = integer { primary_key = true }, Name = \(name), made = any {}, age = integer {},
        price = decimal { scale = 2, stored = "number" }, albums = has_many "Album",
      }
      """
    }
    try script.run(artist("text {}"))
    try script.expect("db:migrate()", "artist (Artist, 1 row)\n  + age  INTEGER")
    try script.run(artist("text { required = true }"))
    try script.expect(
      "db:migrate()",
      """
      artist (Artist, 1 row), rebuilt
        ~ Name  is required, NVARCHAR(120) becomes TEXT
      """)
    try script.expect("return Artist:get(1).Name .. ' ' .. tostring(Album:get(7).artist.price)", "Ann 1.50")
    try expectRest(script)
  }

  @Test func `texts that would read back as other texts do not become numbers`() throws {
    let script = try Script(schema: "A = entity 'A' { zip = text {} } db:create_all() A:create { zip = '12' }")
    for (text, number) in [("007", "7"), ("+1", "1"), (" 5 ", "5")] {
      try script.run("A = entity 'A' { zip = text {} } A:create { zip = '\(text)' }")
      for type in ["integer {}", "real {}", "decimal { scale = 2 }"] {
        let words = script.failure("A = entity 'A' { zip = \(type) } db:migrate()")
        #expect(words.contains("zip: '\(text)' would become \(number)"), "\(type): \(words)")
      }
      try script.run("db:execute('DELETE FROM a WHERE id > 1')")
    }
    try script.run("A = entity 'A' { zip = text {} } A:create { zip = '99999999999999999999' }")
    #expect(
      script.failure("A = entity 'A' { zip = integer {} } db:migrate()")
        .contains("the stored value '99999999999999999999' is no integer"))
    try script.run("db:execute('DELETE FROM a WHERE id > 1') db:migrate()")
    try script.expect("return math.type(A:first().zip) .. A:first().zip", "integer12")
  }
}
