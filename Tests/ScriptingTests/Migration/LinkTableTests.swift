import Testing

@testable import Model

/// Which table has the links of which relation, whatever the declarations become.
@Suite struct LinkTableTests {
  /// A has links to B by `bs` (x, y), and by `fav` (z) where that is declared.
  private func script(_ relations: String, of b: String = "", engine: TestEngine = .chosen) throws -> Script {
    let script = try Script(
      schema: """
        function declare(relations, other)
          A = load("return entity 'A' { n = text {}, " .. relations .. " }")()
          B = load("return entity 'B' { n = text {}, " .. (other or "") .. " }")()
        end
        function links(relation)
          local ok, names = pcall(function() return table.concat(A:get(1)[relation]:pluck "n", " ") end)
          return ok and names or "–"
        end
        function tables() return table.concat(db:tables(), " ") end
        declare([[\(relations)]], [[\(b)]])
        db:create_all()
        local a = A:create { n = "1" }
        local function has(name) return pcall(function() return a[name] end) end
        if has "bs" then a.bs:add({ n = "x" }, { n = "y" }) end
        if has "fav" then a.fav:add { n = "z" } end
        """, engine: engine)
    script.session.diagnostics = { _ in }
    return script
  }

  private static let both = "bs = many_to_many 'B', fav = many_to_many 'B'"

  @Test(arguments: [
    ("bs = many_to_many 'B', more = many_to_many 'B'", ""), ("more = many_to_many 'B', bs = many_to_many 'B'", ""),
    ("more = many_to_many('B', { table = 'a_b_more' }), bs = many_to_many 'B'", ""),
    ("bs = many_to_many 'B', more = many_to_many 'B', third = many_to_many 'B'", ""),
    (
      "bs = many_to_many('B', { inverse = 'as' }), more = many_to_many('B', { inverse = 'others' })",
      "as = many_to_many('A', { inverse = 'bs' }), others = many_to_many('A', { inverse = 'more' })"
    ),
  ]) func `another relation between the same two takes no links away`(relations: String, other: String) throws {
    for call in ["db:migrate()", "db:create_all()"] {
      let script = try script("bs = many_to_many 'B'")
      try script.expect(
        """
        declare([[\(relations)]], [[\(other)]])
        \(call)
        print(links "bs", "/", links "more", "/", #db:migrate { dry_run = true }, db:tables()[2])
        """, "x y /  / 0 a_b")
    }
  }

  @Test func `a relation finds its links again in any order of the declarations`() throws {
    let script = try script(Self.both)
    try script.expect(
      """
      declare "fav = many_to_many 'B', bs = many_to_many 'B'"
      db:create_all()
      print(links "bs", "/", links "fav", "/", db:migrate { dry_run = true })
      declare "fav = many_to_many 'B'"
      print(links "fav", "/", db:migrate { dry_run = true })
      declare "bs = many_to_many 'B'"
      print(links "bs", "/", db:migrate { dry_run = true })
      """,
      """
      x y / z / nothing to migrate: the tables are as declared
      z / nothing to migrate: the tables are as declared
      x y / nothing to migrate: the tables are as declared
      """)
  }

  @Test func `a renamed relation takes its own links along`() throws {
    for order in ["bs = many_to_many 'B', \(Self.liked)", "\(Self.liked), bs = many_to_many 'B'"] {
      let script = try script(Self.both)
      try script.expect(
        """
        declare "\(order)"
        print(db:migrate())
        print(links "bs", "/", links "liked", "/", tables(), #db:migrate { dry_run = true })
        declare "liked = many_to_many 'B', fav = many_to_many 'B', bs = many_to_many 'B'"
        db:create_all()
        print(links "bs", "/", links "liked", "/", links "fav")
        """,
        """
        a_b_fav becomes a_b_liked (A.liked)
        a_b_liked (A.liked, 1 row)\(TestEngine.chosen == .sqlite ? ", rebuilt" : "")
          ~ a_id  links of liked, which was fav
        x y / z / a a_b a_b_liked b 0
        x y / z / \("")
        """)
    }
  }

  private static let liked = "liked = many_to_many('B', { renamed_from = 'fav' })"

  @Test func `the first relation keeps its table when it is renamed`() throws {
    let script = try script(Self.both)
    try script.expect(
      """
      declare "fav = many_to_many 'B', all = many_to_many('B', { renamed_from = 'bs' })"
      db:migrate()
      print(links "all", "/", links "fav", "/", tables(), #db:migrate { dry_run = true })
      """, "x y / z / a a_b a_b_fav b 0")
  }

  @Test func `positions, keys and the other side go along with a renamed relation`() throws {
    let script = try script(
      "n2 = text {}, fav = many_to_many('B', { ordered = true, inverse = 'fans' }), bs = many_to_many('B', { inverse = 'as' })",
      of: "fans = many_to_many('A', { ordered = true, inverse = 'fav' }), as = many_to_many('A', { inverse = 'bs' })")
    try script.expect(
      """
      A:get(1).fav:add({ n = "v" }, { n = "u" })
      A:get(1).fav:move(3, 1)
      declare(
        "bs = many_to_many('B', { inverse = 'as' }), n2 = text {}, liked = many_to_many('B', { ordered = true, inverse = 'lovers', renamed_from = 'fav' })",
        "as = many_to_many('A', { inverse = 'bs' }), lovers = many_to_many('A', { ordered = true, inverse = 'liked', renamed_from = 'fans' })")
      db:migrate()
      print(links "liked", "/", links "bs", "/", B:where { n = "u" }:first().lovers:pluck "n"[1], #db:migrate { dry_run = true })
      A:get(1).liked:move(1, 3)
      print(links "liked")
      """,
      """
      u z v / x y / 1 0
      z v u
      """)
  }

  @Test func `a relation of an entity to itself is renamed with its columns`() throws {
    let script = try Script(
      schema: """
        P = entity "P" { n = text {}, knows = many_to_many("P", { ordered = true }), friends = many_to_many("P", { inverse = "friends" }) }
        db:create_all()
        local a, b, c = P:create { n = "a" }, P:create { n = "b" }, P:create { n = "c" }
        a.knows:add(c, b) a.friends:add(b)
        P = entity "P" {
          n = text {}, pals = many_to_many("P", { inverse = "pals", renamed_from = "friends" }),
          met = many_to_many("P", { ordered = true, renamed_from = "knows" }),
        }
        """)
    script.session.diagnostics = { _ in }
    try script.expect(
      """
      db:migrate()
      print(table.concat(db:tables(), " "), #db:migrate { dry_run = true })
      print(table.concat(P:get(1).met:pluck "n", " "), table.concat(P:get(2).pals:pluck "n", " "))
      print(db:query("SELECT met_id FROM p_met ORDER BY p_position")[1].met_id)
      """,
      """
      p p_met p_pals 0
      c b a
      3
      """)
  }

  @Test func `both sides of a relation of an entity to itself find their links, whichever is declared first`() throws {
    let script = try Script(
      schema: """
        P = entity "P" { n = text {}, following = many_to_many("P", { inverse = "followers" }), followers = many_to_many("P", { inverse = "following" }) }
        db:create_all()
        local a, b = P:create { n = "a" }, P:create { n = "b" }
        a.following:add(b)
        P = entity "P" { n = text {}, followers = many_to_many("P", { inverse = "following" }), following = many_to_many("P", { inverse = "followers" }) }
        """)
    try script.expect(
      """
      print(db:migrate { dry_run = true })
      print(P:get(1).following:pluck "n"[1], P:get(2).followers:pluck "n"[1], P:get(1).followers:count())
      """,
      """
      nothing to migrate: the tables are as declared
      b a 0
      """)
  }

  @Test func `an entity that is renamed keeps the links of each of its relations, and their order`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { n = text {}, bs = many_to_many("B", { ordered = true }), fav = many_to_many "B" }
        B = entity "B" { n = text {} }
        db:create_all()
        local a = A:create { n = "1" }
        a.bs:add({ n = "x" }, { n = "y" }) a.fav:add { n = "z" }
        a.bs:move(2, 1)
        Thing = entity "Thing" { renamed_from = "A", n = text {}, fav = many_to_many "B", bs = many_to_many("B", { ordered = true }) }
        """)
    script.session.diagnostics = { _ in }
    try script.expect(
      """
      db:migrate()
      print(table.concat(Thing:get(1).bs:pluck "n", " "), "/", table.concat(Thing:get(1).fav:pluck "n", " "))
      print(table.concat(db:tables(), " "), #db:migrate { dry_run = true })
      """,
      """
      y x / z
      b b_thing b_thing_fav thing 0
      """)
  }

  @Test func `of links whose relation is gone it is asked whether they are those of a new one`() throws {
    let script = try script(Self.both)
    let alone = """
      A.liked: are its links those of A.fav, in a_b_fav (1 row)? Say renamed_from = "fav" in A.liked where they are,\
       table = "a_b_liked" where they are not
      """
    try script.expect(
      "declare \"bs = many_to_many 'B', liked = many_to_many 'B'\" print(db:migrate { dry_run = true })",
      "a_b_liked (A.liked) is made\n\(alone)")
    #expect(script.failure("db:migrate()") == "nothing was changed:\na_b_liked (A.liked) is made\n\(alone)")
    #expect(script.failure("db:create_all()") == "no table was made: \(alone)")
    try script.expect("print(tables())", "a a_b a_b_fav b")
    try script.expect(
      """
      declare "liked = many_to_many('B', { table = 'a_b_liked' }), bs = many_to_many 'B'"
      db:migrate()
      print(links "bs", "/", links "liked", "/", tables(), #db:migrate { dry_run = true })
      """, "x y /  / a a_b a_b_fav a_b_liked b 0")
  }

  @Test func `a relation that takes the place of the only one asks for its links`() throws {
    let script = try script("bs = many_to_many 'B'")
    let question = """
      A.all: are its links those of A.bs, in a_b (2 rows)? Say renamed_from = "bs" in A.all where they are,\
       table = "a_b_all" where they are not
      """
    try script.expect("declare \"all = many_to_many 'B'\" return db:migrate { dry_run = true }:problems()[1]", question)
    #expect(script.failure("db:create_all()") == "no table was made: \(question)")
    try script.expect(
      """
      declare "all = many_to_many('B', { renamed_from = 'bs' })"
      db:create_all()
      -- A server takes the new note without a step.
      db:migrate()
      print(links "all", "/", #db:migrate())
      declare "all = many_to_many 'B'"
      print(links "all", "/", #db:migrate())
      """,
      """
      x y / 0
      x y / 0
      """)
  }

  @Test func `tables are not made for links that are there under a former name`() throws {
    let script = try script(Self.both)
    _ = try script.run("declare \"\(Self.liked), bs = many_to_many 'B'\"")
    #expect(
      script.failure("db:create_all()")
        == "no table was made: the links of A.liked are in a_b_fav. db:migrate() takes them along")
  }

  @Test func `a table that is said goes on with the links of its relation`() throws {
    let script = try script(Self.both)
    try script.expect(
      """
      declare "fav = many_to_many('B', { table = 'best' }), bs = many_to_many 'B'"
      db:migrate()
      print(links "bs", "/", links "fav", "/", tables())
      declare "fav = many_to_many 'B', bs = many_to_many 'B'"
      print(links "bs", "/", links "fav", "/", #db:migrate { dry_run = true })
      """,
      """
      x y / z / a a_b b best
      x y / z / 0
      """)
  }

  /// Tables as older versions made them, which note nothing.
  private static let forget = """
    for _, name in ipairs { "a_b", "a_b_fav" } do
      local text = db:query("SELECT sql FROM sqlite_schema WHERE name = ?", name)[1].sql
      db:execute((text:gsub(" /%* links of %w+ %*/", ""):gsub('^CREATE TABLE "' .. name, 'CREATE TABLE "other')))
      db:execute("INSERT INTO other SELECT * FROM " .. name)
      db:execute("DROP TABLE " .. name)
      db:execute("ALTER TABLE other RENAME TO " .. name)
    end
    """

  @Test(arguments: [
    (both, "bs", "fav"), ("fav = many_to_many 'B', bs = many_to_many 'B'", "bs", "fav"),
    ("bs = many_to_many 'B', \(liked)", "bs", "liked"), ("\(liked), bs = many_to_many 'B'", "bs", "liked"),
    ("all = many_to_many('B', { renamed_from = 'bs' }), fav = many_to_many 'B'", "all", "fav"),
  ]) func `links of an older version are found by the names of their tables`(
    relations: String, first: String, second: String
  ) throws {
    let script = try script(Self.both, engine: .sqlite)
    try script.expect(
      """
      \(Self.forget)
      declare [[\(relations)]]
      db:migrate()
      print(links "\(first)", "/", links "\(second)", "/", #db:migrate { dry_run = true })
      """, "x y / z / 0")
  }
}
