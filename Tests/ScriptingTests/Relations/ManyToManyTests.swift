import Testing

@Suite struct ManyToManyTests {
  static let schema = """
    Player = entity "Player" { name = text { required = true }, tags = many_to_many "Tag" }
    Tag = entity "Tag" { name = text { required = true }, rank = integer {}, players = many_to_many "Player" }
    db:create_all()
    ann, bob, cid = Player:create { name = "Ann" }, Player:create { name = "Bob" }, Player:create { name = "Cid" }
    red, blue, green = Tag:create { name = "red" }, Tag:create { name = "blue" }, Tag:create { name = "green" }
    function names(request) return table.concat(request:pluck "name", " ") end
    function queries(f)
      local count = 0
      db.echo = function() count = count + 1 end
      f()
      db.echo = nil
      return count
    end
    """

  @Test func `links lead both ways, and linking twice links once`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      ann.tags:add(red, blue)
      ann.tags:add(red)
      bob.tags:add { blue, blue, green }
      blue.players:add(cid)
      print(names(ann.tags), "/", names(bob.tags), "/", names(cid.tags))
      print(names(red.players), "/", names(blue.players), "/", green.players:count())
      print(db:query("SELECT count(*) AS n FROM player_tag")[1].n)
      """,
      """
      red blue / blue green / blue
      Ann / Ann Bob Cid / 1
      5
      """)
  }

  @Test func `a relation is a request`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      ann.tags:add(red, blue, green)
      print(names(ann.tags:where { name = is.containing "e" }:sorted_by "-name"))
      print(ann.tags:exists(), cid.tags:exists(), ann.tags:count(), ann.tags:first().name, #ann.tags:fetch())
      for t in ann.tags:sorted_by "name":iterate() do print(t.name) end
      print(names(ann.tags:where(function(t) return #t.name > 3 end)))
      print(names(bob.tags:or_where { name = "red" }), ann.tags:get(2).name, bob.tags:get(2))
      print(ann.tags:update { rank = 1 }, Tag:where { rank = 1 }:count())
      print(ann.tags:where { name = "red" }:delete(), ann.tags:count(), Tag:count())
      local page, cursor = ann.tags:page(1)
      print(page[1].name, ann.tags:page { after = cursor }[1].name)
      """,
      """
      red green blue
      true false 3 red 3
      blue
      green
      red
      blue green
       blue nil
      3 3
      1 2 2
      blue green
      """)
  }

  @Test func `removing takes the link and nothing else`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      ann.tags:add(red, blue) bob.tags:add(red)
      ann.tags:remove(red, green)
      print(names(ann.tags), names(bob.tags), Tag:count())
      ann.tags:remove(ann.tags:fetch())
      print(ann.tags:count(), Tag:count())
      """,
      """
      blue red 3
      0 3
      """)
  }

  @Test func `adding an object that is not saved saves it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local new, other = Tag { name = "new" }, Tag { name = "other" }
      ann.tags:add(new, red, other, new)
      print(new.id, other.id, names(ann.tags))
      """,
      "4 5 red new other")
  }

  @Test func `all objects are added, or none`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local good, bad = Tag { name = "good" }, Tag {}
      print(pcall(function() ann.tags:add(red, good, bad) end))
      print(ann.tags:count(), Tag:count(), good:is_new(), bad:is_new(), good.id)
      print(pcall(function() ann.tags:add(red, bob) end))
      print(ann.tags:count())
      db:begin() ann.tags:add(red, good) print(good:is_new(), ann.tags:count()) db:rollback()
      print(good:is_new(), ann.tags:count())
      ann.tags:add(good) print(names(ann.tags))
      """,
      """
      false Tag: name: is required
      0 3 true true nil
      false Player.tags[2]: a Tag was expected, not a Player
      0
      false 2
      true 0
      good
      """)
  }

  @Test func `what was deleted is linked no more`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      ann.tags:add(red, blue) bob.tags:add(red)
      red:delete()
      print(names(ann.tags), bob.tags:count())
      local gone = Player:get(1)
      ann:delete()
      print(blue.players:count(), pcall(function() gone.tags:add(blue) end))
      print(pcall(function() bob.tags:add(red) end))
      """,
      """
      blue 0
      0 false Player.tags: this Player, or what is to be linked with it, is no longer in the database
      false this Tag was deleted
      """)
  }

  @Test func `eager loading is one query per relation, nested ones included`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      ann.tags:add(red, blue) bob.tags:add(blue, green)
      local lines = {}
      print(queries(function()
        for _, p in ipairs(Player:with("tags.players"):fetch()) do
          local line = p.name .. ":"
          for t in p.tags:iterate() do line = line .. " " .. t.name .. "(" .. t.players:count() .. ")" end
          for _, t in ipairs(p.tags:fetch()) do assert(#t.players:fetch() == t.players:count()) end
          lines[#lines + 1] = line .. " " .. tostring(p.tags:exists())
        end
      end))
      print(table.concat(lines, "\\n"))
      """,
      """
      3
      Ann: red(1) blue(2) true
      Bob: blue(2) green(1) true
      Cid: false
      """)
  }

  @Test func `what was loaded along is read again once it is another`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      ann.tags:add(red)
      local p = Player:with("tags"):first()
      print(names(p.tags))
      ann.tags:add(blue)
      print(p.tags:count(), #p.tags:fetch())
      blue:delete()
      print(#p.tags:fetch())
      """,
      """
      red
      2 2
      1
      """)
  }

  @Test func `a request that is no relation cannot be changed`() throws {
    let script = try Script(schema: Self.schema)
    let whole =
      "add changes the relation of an object, as in team.players:add(…): this is a request for Tag. db:add(…) and"
      + " db:delete(…) are for objects themselves"
    #expect(script.failure("Tag:all():add(red)") == whole)
    #expect(script.failure("Tag:add(red)") == whole)
    let part = "add: this is a request for some rows of Player.tags: say it of tags itself"
    for narrowing in ["where { name = 'red' }", "limit(2)", "sorted_by 'name'", "or_where { name = 'x' }"] {
      #expect(script.failure("ann.tags:\(narrowing):add(red)") == part)
    }
    try script.expect("ann.tags:all():add(red) print(ann.tags:count())", "1")
  }

  @Test(arguments: [
    (
      "Player { name = 'x' }.tags:links()",
      "this Player is not saved: tags has no links until then, but add, remove, fetch, count, exists, first, insert,"
        + " pluck, iterate, each"
    ),
    ("ann.tags:add()", "an object or a list of objects was expected"),
    ("ann.tags:add(1)", "Player.tags: a Tag was expected, not the integer 1"),
    (
      "ann.tags:add(red, { rank = 1 })",
      "Player: tags[2]: name: is required"
    ),
    ("ann.tags:add(red, { name = 'x' }, { rank = 1 })", "Player: tags[3]: name: is required"),
    (
      "ann.tags = { red }",
      "Player.tags leads to many rows: once the Player is saved, its tags:add(…) and tags:remove(…) change which they are"
    ),
    ("Player { name = 'x', tags = { 5 } }", "Player.tags[1]: a Tag was expected, not the integer 5"),
    (
      "ann.tags:links()",
      "Player.tags has links without fields of their own, which are no objects. Say through = \"Entity\" in its"
        + " definition to have some"
    ),
    ("ann.tags:remove(Tag { name = 'x' })", "no error, but: "),
  ]) func `what cannot be meant says why`(call: String, message: String) throws {
    #expect(try Script(schema: Self.schema).failure(call) == message)
  }

  @Test func `observers hear of links once they are committed`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local stop = ann.tags:observe(function(list) print(#list) end)
      ann.tags:add(red, blue)
      bob.tags:add(red)
      db:transaction(function() ann.tags:remove(red) ann.tags:add(green) end)
      pcall(db.transaction, db, function() ann.tags:remove(blue) error("no") end)
      stop()
      """,
      """
      0
      2
      2
      """)
  }

  @Test func `one side may be declared alone, and the tables are those of the definition`() throws {
    let script = try Script(
      schema: """
        Book = entity "Book" { title = text {}, authors = many_to_many("Author", { table = "written_by" }) }
        Author = entity "Author" { name = text {} }
        db:create_all()
        """)
    try script.expect(
      """
      local b = Book:create { title = "B" }
      b.authors:add(Author { name = "X" }, Author { name = "Y" })
      print(b.authors:count(), Author:count(), Book:where { authors = Author:get(2) }:count())
      print(table.concat(db:tables(), " "))
      print(db:query("SELECT * FROM written_by WHERE author_id = 2")[1].book_id)
      """,
      """
      2 2 1
      author book written_by
      1
      """)
  }
}
