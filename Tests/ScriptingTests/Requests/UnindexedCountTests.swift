import Testing

/// What is made of rows that refer to a row, where no index leads to them: grouped once, and the same answers.
@Suite struct UnindexedCountTests {
  private static let schema = """
    db:execute "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)"
    db:execute "CREATE TABLE calls (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person (id), n INTEGER, at TEXT)"
    db:execute "INSERT INTO person VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')"
    db:execute "INSERT INTO calls VALUES (1, 1, 5, 'x'), (2, 1, NULL, 'y'), (3, 2, 7, 'x'), (4, NULL, 9, 'x'), (5, 3, NULL, 'z'), (6, '1', 1, 'x')"
    db:reflect()
    function ids(request) return table.concat(request:sorted_by "id":fetch():map "id", " ") end
    """

  @Test func `they are grouped once, whatever asks for them`() throws {
    let script = try Script(schema: Self.schema, engine: .sqlite)
    try script.expect(
      """
      local all = Person:annotate { k = "count calls", s = "sum calls.n", m = "max calls.n", a = "avg calls.n", d = "count distinct calls.at" }
      for _, p in ipairs(all:sorted_by "id":fetch()) do print(p.k, p.s, p.m, p.a, p.d) end
      print(all:sql():find("GROUP BY", 1, true) ~= nil, all:sql():find('"calls"."person_id" = ', 1, true))
      print(ids(Person:where "count(calls) > 1"), ids(Person:where(function(p) return #p.calls == 0 end)),
        ids(Person:where "sum(calls.n) == 0"), ids(Person:where "max(calls.n) == nil"))
      print(table.concat(Person:sorted_by("-count(calls)", "id"):pluck "id", " "))
      print(Calls:annotate { k = "count person.calls" }:where "k == 3":count())
      """,
      """
      3 6 5 3.0 2
      1 7 7 7.0 1
      1 0 nil nil 1
      0 0 nil nil 0
      true nil
      1 4 3 4 3 4
      1 2 3 4
      3
      """)
  }

  @Test func `an index of the reference is used instead, and texts that compare without case are compared`() throws {
    let script = try Script(schema: Self.schema, engine: .sqlite)
    try script.run("db:execute 'CREATE INDEX by_person ON calls (person_id)' db:reflect()")
    #expect(try script.run("return Person:annotate { k = 'count calls' }:sql():find('GROUP BY', 1, true)") == "nil")
    try Script(
      schema: """
        db:execute "CREATE TABLE tag (name TEXT PRIMARY KEY COLLATE NOCASE)"
        db:execute "CREATE TABLE use (id INTEGER PRIMARY KEY, tag TEXT REFERENCES tag (name))"
        db:execute "INSERT INTO tag VALUES ('Red'), ('blue')"
        db:execute "INSERT INTO use VALUES (1, 'red'), (2, 'RED'), (3, 'blue')"
        db:reflect()
        """, engine: .sqlite
    ).expect(
      "for _, t in ipairs(Tag:annotate { k = 'count use' }:sorted_by 'name':fetch()) do print(t.name, t.k) end",
      "blue 1\nRed 2")
  }
}
