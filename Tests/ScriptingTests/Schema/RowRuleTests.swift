import Testing

/// `check = { "start < finish" }`.
@Suite struct RowRuleTests {
  private let events = """
    Event = entity "Event" {
      name = text {}, start = date {}, finish = date {}, low = integer {}, high = integer {},
      check = { "start < finish", "low == nil or low <= high" },
    }
    db:create_all()
    """

  @Test func `rules over several fields are tested when an object is saved`() throws {
    let script = try Script(schema: events)
    try script.expect(
      """
      print(pcall(Event.create, Event, { start = "2024-01-02", finish = "2024-01-01" }))
      local e = Event:create { start = "2024-01-01", finish = "2024-01-02", low = 1, high = 2 }
      e.low = 5
      local ok, error = pcall(e.save, e)
      print(error, error.kind, error.entity, error.field, #error.errors)
      print(select(2, e:validate()))
      e.high = 6
      e.finish = nil
      e:save()
      print(Event:first().low, Event:count(), e:validate())
      print(pcall(db.add, db, Event { low = 2, high = 1, start = "2024-01-02", finish = "2024-01-01" }))
      """,
      """
      false Event: start < finish does not hold
      Event: low == nil or low <= high does not hold ValidationError Event nil 1
      Event: low == nil or low <= high does not hold
      5 1 true
      false Event: start < finish does not hold
      Event: low == nil or low <= high does not hold
      """)
  }

  @Test func `they are CHECKs of the table, and the database's refusal names them`() throws {
    let script = try Script(schema: events)
    try script.expect(
      """
      print((Event:create_sql():gsub("%s+", " "):match("^(.*) $")))
      Event:create { start = "2024-01-01", finish = "2024-01-02" }
      local ok, error = pcall(function() Event:all():update { start = "2025-01-01" } end)
      print(error, error.kind)
      print(pcall(db.execute, db, "UPDATE event SET low = 3, high = 2"))
      """,
      """
      CREATE TABLE IF NOT EXISTS "event" ( "id" INTEGER PRIMARY KEY, "name" TEXT, "start" TEXT /* date */, "finish" TEXT \
      /* date */, "low" INTEGER, "high" INTEGER, CONSTRAINT "start < finish" CHECK ("start" < "finish"), CONSTRAINT \
      "low == nil or low <= high" CHECK ("low" IS NULL OR "low" <= "high") ) STRICT;
      Event: start < finish does not hold ValidationError
      false a value breaks the rule: CHECK 'low == nil or low <= high'
      """)
  }

  @Test func `sql is judged by the database alone`() throws {
    let script = try Script(
      schema: """
        Word = entity "Word" { text = text {}, check = sql "length(text) > 2" }
        db:create_all()
        """)
    try script.expect(
      """
      print(pcall(Word.create, Word, { text = "ab" }))
      print(Word:create { text = "abc" }.id, sql "x")
      """,
      """
      false Word: length(text) > 2 does not hold
      1 x
      """)
  }

  @Test func `a CHECK of the table names the entity, the field and the rule`() throws {
    let script = try Script()
    try script.expect(
      """
      db:execute "CREATE TABLE line (id INTEGER PRIMARY KEY, Quantity INTEGER CHECK (Quantity > 0), a INT, CHECK (a < 5))"
      db:reflect()
      print(pcall(Line.create, Line, { Quantity = -1 }))
      print(pcall(Line.create, Line, { Quantity = 1, a = 7 }))
      print(Line:create { Quantity = 1, a = 4 }.id)
      """,
      """
      false Line: Quantity: -1 breaks a rule of the table: CHECK (quantity > 0)
      false Line: a < 5 does not hold
      1
      """)
  }

  @Test func `rules are inherited, and in a shared table hold for their own rows only`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {}, a = integer {}, check = "a ~= 13" }
        Cat = entity "Cat" { extends = "Animal", shared = true, b = integer {}, check = "a < b" }
        db:create_all()
        """)
    try script.expect(
      """
      print(pcall(Cat.create, Cat, { a = 2, b = 1 }))
      print(pcall(Cat.create, Cat, { a = 13, b = 14 }))
      print(pcall(Animal.create, Animal, { a = 13 }))
      print(Animal:create { a = 9 }.id, Cat:create { a = 1, b = 2 }.id)
      print(pcall(db.execute, db, "UPDATE animal SET a = 3, b = 2 WHERE kind = 'Cat'"))
      print(db:execute "UPDATE animal SET a = 3, b = 2 WHERE kind = 'Animal'")
      """,
      """
      false Cat: a < b does not hold
      false Cat: a ~= 13 does not hold
      false Animal: a ~= 13 does not hold
      1 2
      false a value breaks the rule: CHECK 'a < b'
      1
      """)
  }

  @Test func `a migration brings rules in, and refuses rows that break them`() throws {
    let script = try Script(
      schema: """
        Event = entity "Event" { low = integer {}, high = integer {} }
        db:create_all()
        Event:create { low = 2, high = 1 }
        """)
    let failure = script.failure(
      #"Event = entity "Event" { low = integer {}, high = integer {}, check = "low <= high" } db:migrate()"#)
    #expect(failure.contains("low <= high"), "\(failure)")
    try script.expect(
      """
      Event:all():update { high = 3 }
      db:migrate()
      print(pcall(Event.create, Event, { low = 2, high = 1 }))
      print(#db:migrate { dry_run = true })
      print((db:schema_source():gsub("%s+$", "")))
      """,
      """
      event (Event, 1 row), rebuilt
        ~   other checks
      false Event: low <= high does not hold
      0
      Event = entity "Event" {
        low = integer {},
        high = integer {},
        check = { sql "\\"low\\" <= \\"high\\"" },
      }
      """)
  }

  @Test(arguments: [
    (
      "check = 5",
      "option 'check' takes predicates as text, such as \"start < finish\", or sql \"…\", not the integer 5"
    ),
    ("check = 'a % 2 == 0'", "needs functions that other programs do not have"),
    ("check = 'a <'", "a field, a parameter or a value was expected here, but the text ends"),
    ("check = 'b < 3'", "X has no field 'b'"),
    ("team = belongs_to 'Team', check = \"team.name == 'x'\"", "looks at more than the fields of the row"),
  ]) func `a rule that cannot be is refused`(option: String, message: String) throws {
    let script = try Script(schema: "Team = entity 'Team' { name = text {} }")
    let failure = script.failure("X = entity 'X' { a = integer {}, \(option) }")
    #expect(failure.contains(message), "\(failure)")
  }
}
