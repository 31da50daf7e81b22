import Testing

@Suite struct OrderedRelationTests {
  /// The same for a relation whose children have the key, one with links, and one through an entity.
  static let kinds = ["games", "songs", "exercises"]

  static let schema = """
    Owner = entity "Owner" {
      games = has_many("Game", { ordered = true }),
      songs = many_to_many("Song", { ordered = true }),
      exercises = many_to_many("Exercise", { through = "Step", ordered = true }),
      plain = has_many("Plain"),
    }
    Game = entity "Game" { name = text { required = true }, owner = belongs_to "Owner" }
    Plain = entity "Plain" { name = text {}, owner = belongs_to "Owner" }
    Song = entity "Song" { name = text { required = true } }
    Exercise = entity "Exercise" { name = text { required = true } }
    Step = entity "Step" { owner = belongs_to "Owner", exercise = belongs_to "Exercise", count = integer {} }
    db:create_all()
    Of = { games = Game, songs = Song, exercises = Exercise }
    o, other = Owner:create {}, Owner:create {}
    function fill(kind, text, owner)
      local made = {}
      for letter in text:gmatch "%S+" do
        made[#made + 1] = Of[kind] { name = letter }
      end
      local list = (owner or o)[kind]
      list:add(made)
      return list
    end
    function names(request) return table.concat(request:pluck "name", " ") end
    local place = {
      games = "SELECT owner_position AS p FROM game WHERE owner_id = ? ORDER BY p",
      songs = "SELECT owner_position AS p FROM owner_song WHERE owner_id = ? ORDER BY p",
      exercises = "SELECT owner_position AS p FROM step WHERE owner_id = ? AND exercise_id IS NOT NULL ORDER BY p",
    }
    function places(kind)
      local t = {}
      for i, row in ipairs(db:query(place[kind], o.id)) do t[i] = tostring(row.p) end
      return table.concat(t, " ")
    end
    """

  @Test(arguments: kinds) func `the order is kept, and every change of it`(kind: String) throws {
    let script = try Script(schema: Self.schema + "\nkind = '\(kind)'")
    try script.expect(
      """
      local list = fill(kind, "d b a c")
      local function show() print(names(list), "|", places(kind)) end
      show()
      list:move(4, 1) show()
      list:move(1, 3) show()
      list:swap(1, 4) show()
      list:swap(2, 2) list:move(3, 3)
      local taken = list:remove_at(2) print(taken.name) show()
      list:insert(taken, 1) show()
      list:insert(Of[kind] { name = "z" }, 5) show()
      list:insert(taken, 5) show()
      list:insert(taken, 2) show()
      list:add(taken) show()
      list:remove(taken) show()
      """,
      """
      d b a c | 1 2 3 4
      c d b a | 1 2 3 4
      d b c a | 1 2 3 4
      a b c d | 1 2 3 4
      b
      a c d | 1 2 3
      b a c d | 1 2 3 4
      b a c d z | 1 2 3 4 5
      a c d z b | 1 2 3 4 5
      a b c d z | 1 2 3 4 5
      a b c d z | 1 2 3 4 5
      a c d z | 1 2 3 4
      """)
  }

  @Test(arguments: kinds) func `a sort replaces the order, and eager loading keeps it`(kind: String) throws {
    let script = try Script(schema: Self.schema + "\nkind = '\(kind)'")
    try script.expect(
      """
      fill(kind, "c a b") fill(kind, "z y x", other)
      print(names(o[kind]:sorted_by "name"), names(o[kind]:where { name = { "a", "b", "c" } }))
      print(o[kind]:first().name, names(o[kind]:limit(2)), names(o[kind]:offset(2)), o[kind]:first(2)[2].name)
      print(table.concat(o[kind]:distinct():pluck "name", " "))
      for _, owner in ipairs(Owner:with(kind):fetch()) do
        local t = {}
        for i, x in ipairs(owner[kind]:fetch()) do t[i] = x.name end
        print(table.concat(t, " "))
      end
      local page, cursor = o[kind]:page(2)
      print(page[1].name, page[2].name, o[kind]:page { after = cursor }[1].name)
      local t = {} for x in o[kind]:iterate() do t[#t + 1] = x.name end print(table.concat(t, " "))
      """,
      """
      a b c c a b
      c c a b a
      a b c
      c a b
      z y x
      c a b
      c a b
      """)
  }

  @Test(arguments: kinds) func `rows that go or come otherwise leave no hole in what is read`(kind: String) throws {
    let script = try Script(schema: Self.schema + "\nkind = '\(kind)'")
    try script.expect(
      """
      local list = fill(kind, "a b c d")
      list:first(2)[2]:delete()
      print(names(list), list:count())
      list:move(3, 1) print(names(list), places(kind))
      list:first():delete()
      list:add(Of[kind] { name = "e" }) print(names(list), places(kind))
      """,
      """
      a c d 3
      d a c 1 2 3
      a c e 1 2 3
      """)
  }

  @Test func `a child that comes by its key comes last, from whatever place it had`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local mine, theirs = fill("games", "a b"), fill("games", "x y", other)
      local x = theirs:first()
      x.owner = o x:save()
      print(names(mine), names(theirs))
      Game:create { name = "new", owner = o }
      print(names(mine))
      Game:where { name = "y" }:update { owner = o }
      mine:swap(1, 2)
      print(names(mine), places "games", theirs:count())
      mine:add(Game:where { name = "a" }:first())
      theirs:add(mine:first())
      print(names(mine), names(theirs))
      """,
      """
      a b x y
      a b x new
      b a x y new 1 2 3 4 5 0
      a x y new b
      """)
  }

  @Test(arguments: kinds) func `a place that is not there says so, and changes nothing`(kind: String) throws {
    let script = try Script(schema: Self.schema + "\nkind = '\(kind)' list = fill(kind, 'a b')")
    for call in ["move(3, 1)", "move(1, 0)", "swap(1, 3)", "remove_at(3)", "remove_at(-1)"] {
      #expect(script.failure("list:\(call)").contains("there are the places 1 to 2"), "\(call)")
    }
    #expect(
      script.failure("list:insert(Of[kind] { name = 'c' }, 4)")
        == "insert: Owner.\(kind) has no place 4: there are the places 1 to 3")
    #expect(script.failure("other[kind]:remove_at(1)") == "remove_at: Owner.\(kind) has no place 1: it is empty")
    #expect(script.failure("list:move(1)") == "move takes a place from 1 on, not nil")
    #expect(
      script.failure("list:insert(Of[kind] { name = 'c' })") == "insert takes an object and its place: insert(g, 1)")
    try script.expect("print(names(list), places(kind), Of[kind]:count())", "a b 1 2 2")
  }

  @Test func `a relation without an order says so`() throws {
    let script = try Script(schema: Self.schema)
    let words =
      "Owner.plain has no order of its own. Say so in its definition: has_many(\"Plain\", { ordered = true })"
    for call in ["insert(Plain {}, 1)", "remove_at(1)", "move(1, 2)", "swap(1, 2)"] {
      #expect(script.failure("o.plain:\(call)").hasSuffix(words), "\(call)")
    }
  }

  @Test(arguments: kinds) func `a rollback brings the order back`(kind: String) throws {
    let script = try Script(schema: Self.schema + "\nkind = '\(kind)'")
    try script.expect(
      """
      local list = fill(kind, "a b c")
      db:begin() list:move(1, 3) local x = list:remove_at(1) print(names(list)) db:rollback()
      print(names(list), places(kind))
      print(pcall(function() list:insert(Of[kind] {}, 1) end))
      print(names(list), places(kind), Of[kind]:count())
      """,
      """
      c a
      a b c 1 2 3
      false \(["games": "Game", "songs": "Song", "exercises": "Exercise"][kind] ?? ""): name: is required
      a b c 1 2 3 3
      """)
  }

  @Test(arguments: ["games", "songs"]) func `a move is a few statements, however long the list is`(kind: String) throws
  {
    let script = try Script(schema: Self.schema + "\nkind = '\(kind)'")
    try script.expect(
      """
      local made = {}
      for i = 1, 500 do made[i] = Of[kind] { name = "n" .. i } end
      o[kind]:add(made)
      local list, count = o[kind], 0
      db.echo = function() count = count + 1 end
      list:move(500, 1)
      db.echo = nil
      print(list:first().name, list:offset(1):first().name, count < 6)
      """,
      "n500 n1 true")
  }

  @Test func `an order comes to a table that is there by a migration`() throws {
    let script = try Script(
      schema: """
        L = entity "L" { items = has_many "Item" }
        Item = entity "Item" { name = text {}, l = belongs_to "L" }
        db:create_all()
        list = L:create {}
        list.items:add(Item { name = "a" }, Item { name = "b" })
        """)
    script.session.diagnostics = { _ in }
    try script.expect(
      """
      L = entity "L" { items = has_many("Item", { ordered = true }), tags = many_to_many "Tag" }
      Tag = entity "Tag" {}
      db:migrate()
      local items = L:first().items
      items:move(2, 1)
      L:first().tags:add(Tag {})
      return table.concat(items:pluck "name", " "), L:first().tags:count(),
        tostring(db:migrate { dry_run = true }):sub(1, 18)
      """,
      "b a 1 nothing to migrate")
  }

  @Test func `a position that was declared is used`() throws {
    let script = try Script(
      schema: """
        List = entity "List" { items = has_many("Item", { ordered = true }) }
        Item = entity "Item" { name = text {}, list = belongs_to "List", list_position = integer {} }
        db:create_all()
        """)
    try script.expect(
      """
      local l = List:create {}
      l.items:add(Item { name = "a" }, Item { name = "b" })
      l.items:move(2, 1)
      for i in l.items:iterate() do print(i.name, i.list_position) end
      """,
      """
      b 1
      a 2
      """)
  }
}
