import Testing

/// Objects in a list in memory: copies of what the list was given, changed by the list's own words only.
@Suite struct ListedObjectTests {
  private static let schema = """
    Address = entity "Address" { abstract = true, city = text {} }
    Player = entity "Player" {
      name = text {}, score = integer {}, meta = json {}, home = embedded "Address", homes = list_of "Address",
    }
    db:create_all()
    for n = 1, 3 do
      Player {
        name = "p" .. n, score = n, meta = { a = n, l = { 1, 2 } }, home = { city = "Ulm" }, homes = { { city = "Bonn" } },
      }:save()
    end
    list = Player:fetch()
    rs = result_set { sort = "score" }
    rs:load(list)
    """

  @Test(arguments: [
    "p.score = 9", "p.meta.a = 9", "p.meta.l[1] = 9", "p.home.city = 'Köln'", "p.homes[1].city = 'Köln'",
    "p:assign { score = 9 }", "rs:objects()[1].score = 9", "rs:refilter(function(p) p.score = 9 return true end)",
    "rs:update(1, function(p) return nil end) rs:at(1).score = 9", "for name, value in pairs(p) do p[name] = value end",
  ])
  func `assigning to a listed object is an error that names the word which changes it`(chunk: String) throws {
    try Script(schema: Self.schema).expect(
      """
      local p = rs:at(1)
      local ok, refusal = pcall(function() \(chunk) end)
      print(ok, (tostring(refusal):gsub("row[%.%[][%w]+%]?", "row.…")))
      print(p.score, p.meta.a, p.meta.l[1], p.home.city, p.homes[1].city, next(p:changes()))
      """,
      """
      false a row of a result set is changed by the set: rs:update(row, function(row) row.… = … end)
      1 1 1 Ulm Bonn nil
      """)
  }

  @Test func `what becomes of the objects that were given does not show`() throws {
    try Script(schema: Self.schema).expect(
      """
      local before, p = rs:snapshot(), Player:get(2)
      list[1].score = 70
      list[1].meta.a = 70
      rs:insert { p }
      p.score = 80
      p:save()
      print(rs:at(1).score, rs:at(1).meta.a, rs:at(2).score, before:at(1).score)
      print(rs:insert { p })
      print(rs:at(3).score, before:at(2).score)
      print(pcall(rs.at(rs, 1).reload, rs:at(1)))
      """,
      """
      1 1 2 1
      1 row moved, 1 row updated
        → [1.3]  Player(2) { name = 'p2', score = 80, meta = {…}, home = Address {"city":"Ulm"}, homes = {…} } (from 1.2)
        ~ [1.3]  Player(2) { score = 2 → 80 }
      80 2
      false a row of a result set is what the set was given: insert the Player as it is now, rs:insert { Player:get(…) }
      """)
  }

  @Test func `an update changes the list's own object, and nothing where it fails`() throws {
    try Script(schema: Self.schema).expect(
      """
      local kept
      print(rs:update(list[1], function(p) kept, p.score, p.meta.a = p, 5, 9 end))
      kept.score = 100
      print(rs:at(3).score, rs:at(3).meta.a, list[1].score, list[1].meta.a, Player:get(1).score)
      print(pcall(rs.update, rs, 1, function(p) p.score = 7 error("no", 0) end))
      print(rs:at(3).score, #rs:at(3):changes())
      local gone = rs:remove_at { { 1, 1 } }[1]
      gone.score = 6
      print(gone.score, gone == list[2])
      """,
      """
      1 row moved, 1 row updated
        → [1.3]  Player(1) { name = 'p1', score = 5, meta = {…}, home = Address {"city":"Ulm"}, homes = {…} } (from 1.1)
        ~ [1.3]  Player(1) { score = 1 → 5, meta = {"a":1,"l":[1,2]} → {"a":9,"l":[1,2]} }
      5 9 1 1 1
      false no
      5 0
      6 true
      """)
  }

  @Test func `a draft of a listed object is saved, and leaves the list as it is`() throws {
    try Script(schema: Self.schema).expect(
      """
      local draft = rs:at(1):draft()
      draft.score, draft.meta.a = 9, 9
      draft:save()
      print(draft.score, rs:at(1).score, rs:at(1).meta.a, Player:get(1).score, Player:get(1).meta.a)
      """,
      "9 1 1 9 9")
  }

  @Test func `merge gets objects that it may change`() throws {
    try Script(schema: Self.schema).expect(
      """
      local sum = result_set { sort = "name", merge = function(old, new) old.score = old.score + new.score return old end }
      sum:load(list)
      sum:insert(list)
      for _, p in ipairs(sum:objects()) do print(p.name, p.score) end
      print(list[1].score)
      """,
      """
      p1 2
      p2 4
      p3 6
      1
      """)
  }

  @Test func `tables made of objects are their own`() throws {
    try Script(schema: Self.schema).expect(
      """
      local p = Player:get(1)
      rs:insert { p }
      rs:at(1):to_table().meta.a, p:to_table().meta.l[1] = 9, 9
      print(rs:at(1).meta.a, p.meta.l[1], next(p:changes()))
      local other = Player:get(2)
      other.meta = rs:at(1).meta
      other.meta.a = 5
      print(other.meta.a, rs:at(1).meta.a)
      """,
      """
      1 1 nil
      5 1
      """)
  }

  @Test func `a known object takes the place of the one that was listed, compared by what is stored`() throws {
    try Script(schema: Self.schema).expect(
      """
      print(rs:apply(Player:fetch()) == nil and "nil")
      db:execute "UPDATE player SET name = 'q2' WHERE id = 2"
      print(rs:apply(Player:fetch()))
      """,
      """
      nil
      1 row updated
        ~ [1.2]  Player(2) { name = 'p2' → 'q2' }
      """)
  }

  @Test func `a field that is not stored is taken without a word`() throws {
    try Script(
      schema: "P = entity 'P' { n = integer {}, t = integer { transient = true } } db:create_all() P { n = 1 }:save()"
    )
    .expect(
      """
      local p, rs = P:get(1), result_set {}
      p.t = 7
      rs:load { p }
      print(rs:update(p, function(row) row.t = 5 end), rs:at(1).t, p.t)
      """,
      "nil 5 7")
  }
}

/// What tells rows of a list in memory apart, where that is the key of their entity.
@Suite struct ListedKeyTests {
  @Test func `a key of several fields names a row as it does elsewhere`() throws {
    try Script(
      schema: """
        W = entity "W" { a = integer { primary_key = true }, b = text { primary_key = true }, v = integer {} }
        db:create_all()
        W:create { a = 1, b = "x", v = 0 }
        """
    ).expect(
      """
      local rs = result_set {}
      rs:load(W:fetch())
      rs:update({ a = 1, b = "x" }, function(row) row.v = 5 end)
      print(rs:at(1).v, rs:position { a = 1, b = "x" })
      print(rs:position { a = 2, b = "x" }, W:results():position { a = 1, b = "x" })
      rs:remove { a = 1, b = "x" }
      print(#rs)
      """,
      """
      5 1 1
      nil 1 1
      0
      """)
  }

  @Test func `a key that compares without case does so in a list`() throws {
    try Script(
      schema: """
        K = entity "K" { code = text { primary_key = true, collation = "nocase" }, v = integer {} }
        db:create_all()
        K:create { code = "Ab", v = 1 }
        """, engine: .sqlite
    ).expect(
      """
      local rs = result_set {}
      rs:load(K:fetch())
      print(rs:position "AB", K:results():position "AB")
      db:execute "UPDATE k SET code = 'aB', v = 2"
      rs:insert(K:fetch())
      print(#rs, rs:at(1).code, rs:at(1).v)
      rs:insert { K:get "AB" }
      print(#rs)
      """,
      """
      1 1 1
      1 aB 2
      1
      """)
  }
}
