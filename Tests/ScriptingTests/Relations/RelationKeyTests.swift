import TestSupport
import Testing

@Suite struct RelationKeyTests {
  /// What is done with a relation `xs` of `a` to `X`, whatever the keys are.
  private static let use = """
    function show(request) return table.concat(request:sorted_by "name":pluck "name", " ") end
    a.xs:add(x, X(second))
    b.xs:add(x)
    print(show(a.xs), show(b.xs), show(A:where { xs = x }), show(A:where { ["xs.name"] = "x2" }))
    for _, o in ipairs(A:with("xs"):sorted_by "name":fetch()) do print(o.name, #o.xs:fetch()) end
    a.xs:remove(x)
    print(show(a.xs), X:count(), show(A:where { xs = null }), show(A:where_not { xs = x }))
    """

  @Test(arguments: [
    (
      "text", "code = text { primary_key = true },", "code = text { primary_key = true },",
      "A { code = 'a1', name = 'a' }", "A { code = 'a2', name = 'b' }", "X { code = 'x1', name = 'x1' }",
      "{ code = 'x2', name = 'x2' }"
    ),
    (
      "uuid", "id = uuid { primary_key = true, auto = true },", "id = uuid { primary_key = true, auto = true },",
      "A { name = 'a' }", "A { name = 'b' }", "X { name = 'x1' }", "{ name = 'x2' }"
    ),
    (
      "several columns", "land = text { primary_key = true }, no = integer { primary_key = true },",
      "kind = text { primary_key = true }, no = integer { primary_key = true },",
      "A { land = 'de', no = 1, name = 'a' }",
      "A { land = 'fr', no = 1, name = 'b' }", "X { kind = 'k', no = 1, name = 'x1' }",
      "{ kind = 'k', no = 2, name = 'x2' }"
    ),
  ]) func `keys may be of any kind`(
    words: String, keyOfA: String, keyOfX: String, a: String, b: String, x: String, second: String
  ) throws {
    for ordered in ["false", "true"] {
      let script = try Script(
        schema: """
          A = entity "A" { \(keyOfA) name = text {}, xs = many_to_many("X", { ordered = \(ordered) }) }
          X = entity "X" { \(keyOfX) name = text {}, as = many_to_many "A" }
          db:create_all()
          a, b, x, second = \(a), \(b), \(x), \(second)
          db:add(a, b)
          """)
      try script.expect(
        Self.use,
        """
        x1 x2 x1 a b a
        a 2
        b 1
        x2 2  a
        """)
    }
  }

  @Test func `an entity leads to itself, both ways`() throws {
    let script = try Script(
      schema: """
        Person = entity "Person" {
          name = text {},
          friends = many_to_many "Person",
          follows = many_to_many("Person", { inverse = "followers", ordered = true }),
          followers = many_to_many "Person",
        }
        db:create_all()
        a, b, c = Person:create { name = "a" }, Person:create { name = "b" }, Person:create { name = "c" }
        function names(r) return table.concat(r:pluck "name", " ") end
        """)
    try script.expect(
      """
      a.friends:add(a, b)
      a.follows:add(c, b) b.follows:add(c)
      print(names(a.friends), b.friends:count(), names(a.follows), names(c.followers), names(b.followers))
      for _, p in ipairs(Person:with("follows.followers", "friends"):fetch()) do
        local t = {}
        for i, f in ipairs(p.follows:fetch()) do t[i] = f.name .. #f.followers:fetch() end
        print(p.name, table.concat(t, " "), #p.friends:fetch())
      end
      print(names(Person:where { ["follows.name"] = "b" }), names(Person:where { followers = a }))
      a.follows:move(2, 1) print(names(a.follows))
      """,
      """
      a b 0 c b a b a
      a c2 b1 2
      b c2 0
      c  0
      a b c
      b c
      """)
  }

  @Test func `two relations between the same entities do not meet`() throws {
    let script = try Script(
      schema: """
        Player = entity "Player" {
          name = text {}, tags = many_to_many "Tag", topics = many_to_many("Tag", { ordered = true }),
          home = has_many("Game", { inverse = "home" }), away = has_many("Game", { inverse = "away", ordered = true }),
        }
        Tag = entity "Tag" { name = text {} }
        Game = entity "Game" { name = text {}, home = belongs_to "Player", away = belongs_to "Player" }
        db:create_all()
        function names(r) return table.concat(r:pluck "name", " ") end
        """)
    try script.expect(
      """
      local p, t = Player:create { name = "p" }, Tag:create { name = "t" }
      p.tags:add(t) p.topics:add(Tag { name = "u" }, t)
      print(names(p.tags), names(p.topics))
      local g = Game { name = "g" }
      p.home:add(g) p.away:add(Game { name = "h" }, g)
      p.away:move(2, 1)
      print(names(p.home), names(p.away), g:reload().home == p, g.away == p)
      p.tags:remove(t) p.home:remove(g)
      print(p.tags:count(), names(p.topics), p.home:count(), names(p.away))
      """,
      """
      t u t
      g g h true true
      0 u t 0 g h
      """)
  }

  @Test func `extending an entity gives links of its own`() throws {
    let script = try Script(
      schema: """
        Named = entity "Named" { abstract = true, name = text {}, tags = many_to_many "Tag" }
        Tag = entity "Tag" { name = text {} }
        Cat = entity "Cat" { extends = "Named" }
        Dog = entity "Dog" { extends = "Named" }
        db:create_all()
        """)
    try script.expect(
      """
      local c, d, t = Cat:create { name = "c" }, Dog:create { name = "d" }, Tag:create { name = "t" }
      c.tags:add(t)
      print(c.tags:count(), d.tags:count(), table.concat(db:tables(), " "))
      """,
      "1 0 cat cat_tag dog dog_tag tag")
  }

  @Test func `tables made elsewhere have their links at once`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("links.db")
    let made = try Script(
      schema: """
        db:execute("CREATE TABLE Playlist(PlaylistId INTEGER PRIMARY KEY, Name TEXT)")
        db:execute("CREATE TABLE Track(TrackId INTEGER PRIMARY KEY, Name TEXT)")
        db:execute("CREATE TABLE PlaylistTrack(PlaylistId INTEGER REFERENCES Playlist, TrackId INTEGER REFERENCES Track, PRIMARY KEY(PlaylistId, TrackId))")
        db:execute("INSERT INTO Playlist VALUES (1, 'P'), (2, 'Q')")
        db:execute("INSERT INTO Track VALUES (1, 'a'), (2, 'b'), (3, 'c')")
        db:execute("INSERT INTO PlaylistTrack VALUES (1, 3), (1, 1), (2, 3)")
        db:close()
        """, location: file)
    _ = made
    let script = try Script(schema: "db:reflect()", location: file)
    try script.expect(
      """
      local p = Playlist:get(1)
      print(table.concat(p.track:pluck "Name", " "), Track:get(3).playlist:count(), PlaylistTrack:count())
      p.track:add(Track:get(2), Track:get(3)) p.track:remove(Track:get(1))
      for _, l in ipairs(Playlist:with("track"):fetch()) do
        print(l.Name, table.concat(l.track:fetch():map "Name", " "))
      end
      print(p.track:links():count(), Playlist:where { ["track.Name"] = "b" }:first().Name)
      """,
      """
      a c 2 3
      P b c
      Q c
      2 P
      """)
  }

  @Test func `a file with links can be opened and its entities defined again`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("again.db")
    let schema = """
      Player = entity "Player" { name = text {}, tags = many_to_many("Tag", { ordered = true }) }
      Tag = entity "Tag" { name = text {}, players = many_to_many "Player" }
      db:create_all()
      """
    var script = try Script(schema: schema, location: file)
    try script.expect(
      """
      local p = Player:create { name = "p" }
      p.tags:add(Tag { name = "a" }, Tag { name = "b" }) p.tags:swap(1, 2)
      db:close()
      """, "")
    script = try Script(schema: "db:reflect()\n" + schema, location: file)
    try script.expect(
      "print(table.concat(Player:first().tags:pluck 'name', ' '), Tag:first().players:count())", "b a 1")
    script = try Script(schema: "db:reflect()", location: file)
    try script.expect("print(Player:first().player_tag:count())", "2")
  }

  @Test func `a column of the relation's own name leaves the name to the object`() throws {
    let script = try Script(
      schema: """
        Owner = entity "Owner" { name = text {}, things = has_many "Thing" }
        Thing = entity "Thing" { n = integer {}, owner = belongs_to("Owner", { column = "owner" }), indexes = { index("owner", "n") } }
        db:create_all()
        t = Thing:create { n = 1, owner = Owner { name = "Ann" } }
        """)
    try script.expect(
      """
      print(t.owner.name, t.owner_id, Thing:where { owner = t.owner }:count(), Thing:where "owner.name == 'Ann'":count())
      print(t.owner.things:first() == t, t:encode "json")
      t.owner = null
      t:save()
      print(Thing:first().owner, db:query("SELECT owner FROM thing")[1].owner, #db:migrate { dry_run = true })
      """,
      """
      Ann 1 1 1
      true {"id":1,"n":1,"owner_id":1}
      nil nil 0
      """)
  }
}
