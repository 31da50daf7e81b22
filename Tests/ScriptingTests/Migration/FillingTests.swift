import Testing

/// What a migration does with the rows that are there: it fills them, rewrites them, and looks at each.
@Suite struct FillingTests {
  private let books = """
    Book = entity "Book" { title = text { required = true }, shelf = text {}, bought = text {}, pages = integer {} }
    db:create_all()
    db:add { Book { title = "Dune", shelf = "A" }, Book { title = "Emma", shelf = "B", bought = "2020-1-2 9:30" } }
    """

  private func script(_ fields: String) throws -> Script {
    let script = try Script(schema: books)
    try script.run("Book = entity 'Book' { title = text { required = true }, \(fields) }")
    return script
  }

  @Test func `a default that is a function fills a new column, row by row`() throws {
    let script = try script(
      """
      shelf = text {}, bought = text {}, pages = integer {},
      code = text { required = true, unique = true, default = function(b) return b.title:lower() .. b.id end },
      mark = text { default = function(b) return b.shelf == "A" and "first" or nil end },
      """)
    try script.expect(
      "print(db:migrate { dry_run = true })",
      """
      book (Book, 2 rows), rebuilt
        + code  TEXT NOT NULL UNIQUE, each row takes its default
        + mark  TEXT, each row takes its default
      """)
    try script.run("db:migrate()")
    try script.expect(
      "for b in Book:iterate() do print(b.code, b.mark) end return #db:migrate { dry_run = true }",
      "dune1 first\nemma2 nil\n0")
  }

  @Test func `uuids that make themselves are made for rows that are there`() throws {
    let script = try script(
      "shelf = text {}, bought = text {}, pages = integer {}, token = uuid { auto = true, required = true, unique = true }"
    )
    try script.run("db:migrate()")
    try script.expect("local a, b = Book:get(1), Book:get(2) return #a.token, a.token == b.token", "36 false")
  }

  @Test func `what becomes required is filled where there was nothing`() throws {
    let script = try script(
      "shelf = text {}, bought = text { required = true, default = function(b) return 'since ' .. b.title end }, pages = integer {}"
    )
    try script.run("db:migrate()")
    try script.expect("return Book:get(1).bought, Book:get(2).bought", "since Dune 2020-1-2 9:30")
  }

  @Test func `a default that fails its own test, or raises, undoes everything`() throws {
    let rest = "shelf = text {}, bought = text {}, pages = integer {}"
    for (field, message) in [
      (
        "code = integer { default = function() return 0 end, validate = is.greater(0) }",
        "Book.code has rows that fail a test"
      ),
      ("code = integer { default = function() return 'x' end }", "Book: code: expected an integer, not the text 'x'"),
      ("code = integer { default = function() error('no number', 0) end }", "no number"),
      ("code = integer { required = true, default = function() end }", "Book.code is required, and rows have no value"),
      ("code = integer { unique = true, default = function() return 7 end }", "Book.code must be unique"),
    ] {
      let script = try script(rest + ", " + field)
      #expect(script.failure("db:migrate()").hasPrefix(message), "\(field): \(script.failure("db:migrate()"))")
      #expect(script.failure("db:query('SELECT code FROM book')").contains("no such column"))
    }
  }

  @Test func `steps find new columns filled, with the defaults of tables and of functions`() throws {
    let script = try script(
      """
      shelf = text {}, bought = text {}, pages = integer { required = true, default = 1 },
      rank = integer { default = 3 }, code = integer { required = true, default = function(b) return b.id end },
      """)
    try script.run(
      """
      migration("double", function(db) db:execute("UPDATE book SET rank = rank * 2, code = code + 10") end)
      db:migrate()
      """)
    try script.expect("local b = Book:get(2) return b.rank, b.code, b.pages", "6 12 1")
  }

  @Test func `each kind in a table takes its own default`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { name = text {} }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
        Dog = entity "Dog" { extends = "Animal", shared = true }
        db:create_all() Cat:create { name = "Tom", lives = 3 } Dog:create { name = "Rex" } Animal:create { name = "Ant" }
        """)
    try script.run(
      """
      Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {},
        colour = text { required = true, default = "grey" }, sound = text { default = function(c) return c.name .. "!" end } }
      Dog = entity "Dog" { extends = "Animal", shared = true, sound = text { default = function() return "wau" end } }
      db:migrate()
      """)
    try script.expect(
      "for _, r in ipairs(db:query 'SELECT * FROM animal ORDER BY id') do print(r.name, r.sound, r.colour) end",
      "Tom Tom! grey\nRex wau nil\nAnt nil nil")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `text that becomes a moment is written as moments are`() throws {
    let script = try script("shelf = text {}, bought = datetime {}, pages = integer {}")
    try script.run("db:execute [[UPDATE book SET bought = '2020-01-02 09:30' WHERE id = 2]] db:migrate()")
    try script.expect("return Book:get(2).bought", "2020-01-02T09:30:00Z")
  }

  @Test func `rows that the new type cannot read are refused, and told of`() throws {
    let script = try script("shelf = date {}, bought = uuid {}, pages = integer {}")
    let failure = script.failure("db:migrate()")
    #expect(script.kindOfFailure("db:migrate()") == "MigrationError")
    for line in [
      "Book 1: shelf: the stored value 'A' is no date", "Book 2: shelf: the stored value 'B' is no date",
      "Book 2: bought: the stored value '2020-1-2 9:30' is no uuid", "Nothing was changed",
    ] {
      #expect(failure.contains(line), "\(failure)")
    }
    try script.expect("return db:query('SELECT shelf FROM book')[1].shelf", "A")
  }

  @Test func `documents that the new type cannot read, or whose tests fail, are refused`() throws {
    let script = try Script(
      schema: """
        Page = entity "Page" { data = text {} } db:create_all()
        db:add { Page { data = '{"city":"Paris"}' }, Page { data = '{"city":1}' }, Page { data = "x" }, Page { data = '{"city":""}' } }
        Place = entity "Place" { abstract = true, city = text { validate = is.not_empty } }
        Page = entity "Page" { data = embedded "Place" }
        """)
    let failure = script.failure("db:migrate()")
    #expect(
      failure.hasSuffix(
        """
        Nothing was changed:
        Page 2: data.city: expected text, not the integer 1
        Page 3: data: the stored value 'x' is no JSON
        Page 4: data.city: '' is blank
        """), "\(failure)")
    try script.run("db:execute 'DELETE FROM page WHERE id > 1' db:migrate()")
    try script.expect("return Page:first().data.city", "Paris")
  }
}
