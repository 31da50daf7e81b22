import Testing

/// What a function reads of the first row of a relation.
@Suite struct FirstRowTests {
  private static let schema = """
    Player = entity "Player" { name = text {}, age = integer {}, games = has_many "Game" }
    Game = entity "Game" {
      score = integer {}, title = text {}, info = json {}, player = belongs_to "Player",
    }
    db:create_all()
    local ann, bob = Player:create { name = "Ann", age = 3 }, Player:create { name = "Bob", age = 5 }
    Player:create { name = "Cid", age = 4 }
    Game:create { score = 3, title = "one", player = ann }
    Game:create { score = 5, title = "Two", player = ann }
    Game:create { score = 5, title = "three", player = ann }
    Game:create { title = "four", player = bob }
    Game:create { score = 5, title = "A", player = bob }
    local function names(rows, options) return table.concat(rows:fetch(options):map "name", " ") end
    function agree(rows)
      local ok, found = pcall(names, rows)
      local same, expected = pcall(names, rows, { pushdown = false })
      if ok ~= same or found ~= expected then return tostring(found) .. ", and not " .. tostring(expected) end
      return (tostring(rows:explain()):find "^closure" and "by row: " or "in SQL: ") .. found
    end
    """

  @Test(arguments: [
    ("local g = p.games:first() return g and g.score == 3", "in SQL: Ann"),
    ("local g = p.games:first() return not g", "in SQL: Cid"),
    ("local g = p.games:fetch()[1] return g and g.title == 'four'", "in SQL: Bob"),
    ("local g = p.games:sorted_by('-score'):first() return g and g.title == 'Two'", "in SQL: Ann"),
    ("local g = p.games:sorted_by('score'):first() return g and g.score == nil", "in SQL: Bob"),
    ("local g = p.games:sorted_by('score', '-id'):first() return g and g.id == 1", "in SQL: Ann"),
    ("local g = p.games:sorted_by('title'):first() return g and g.title == 'A'", "in SQL: Bob"),
    ("local g = p.games:where { score = 5 }:first() return g and g.id == p.age", "in SQL: Bob"),
    (
      "local g = p.games:where(function(g) return (g.score or 0) > p.age end):first() return g and g.id == 2",
      "in SQL: Ann"
    ),
    ("return p.games:sorted_by('-score'):where { score = 5 }:count() == 2", "in SQL: Ann"),
    ("return p.games:first().score == 3", "in SQL: attempt"),
    ("local g = p.games:first() return g and g.info", "by row: "),
    ("local g = p.games:first() return g and g.player == p", "by row: Ann Bob"),
    ("local g = p.games:sorted_by(function(g) return g.score or 0 end):first() return g and g.id == 1", "by row: Ann"),
    (
      "local n = 0 for g in p.games:sorted_by('-id'):iterate() do n = n + (g.score or 0.5) end return n == 13",
      "by row: Ann"
    ),
  ])
  func `it is a statement in SQL, and selects the same rows`(body: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    let found = try script.run("return agree(Player:where(function(p) \(body) end))")
    #expect(
      found.asSelected == result.asSelected
        || result.hasSuffix("attempt") && found.contains("attempt to index a nil value"), "\(found)")
    #expect(!found.contains(", and not"))
  }

  @Test(arguments: [
    ("p.games:first() ~= nil", "1 2"), ("not p.games:first()", "3"),
    ("p.games:sorted_by('-score'):first() ~= nil and p.games:sorted_by('-score'):first().title == 'Two'", "1"),
    ("p.games:sorted_by('title'):first() ~= nil and p.games:sorted_by('title'):first().score == 5", "1 2"),
  ])
  func `it is one on every engine`(condition: String, ids: String) throws {
    try Script(schema: Self.schema).expect(
      "return table.concat(Player:where(function(p) return \(condition) end):strict():pluck 'id', ' ')", ids)
  }

  @Test func `a column that makes numbers of texts makes none of those that its value is compared with`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      db:execute "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)"
      db:execute "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, at DATETIME)"
      db:execute "INSERT INTO customers VALUES (1, 'A'), (2, 'B'), (3, 'C')"
      db:execute "INSERT INTO orders VALUES (1, 1, '1996-01-01'), (2, 1, '1998-01-01'), (3, 2, '1998-01-01')"
      db:reflect()
      for _, condition in ipairs { "< '1997'", ">= '1998'", "== '1996-01-01'", ":sub(1, 4) == '1998'" } do
        local f = load("return function(c) local o = c.orders:first() return o and o.at " .. condition .. " end")()
        print(agree(Customers:where(f)))
      end
      """, "in SQL: A\nin SQL: B\nin SQL: A\nin SQL: B")
  }

  @Test func `it is a key, a member and an order`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    try Script(schema: Self.schema).expect(
      """
      local function title(p) local g = p.games:sorted_by("-score"):first() return g and g.title end
      for _, p in ipairs(Player:annotate { title = title }:sorted_by("title"):fetch()) do print(p.name, p.title) end
      print(agree(Player:sorted_by(title)))
      """, "Cid nil\nBob A\nAnn Two\nin SQL: Cid Bob Ann")
  }
}
