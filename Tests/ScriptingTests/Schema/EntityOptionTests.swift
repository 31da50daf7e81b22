import Testing

/// `before_save`, `after_load`, `equals` and `hash`.
@Suite struct EntityOptionTests {
  @Test func `before_save sees the object before it is tested, and may change it`() throws {
    let script = try Script(
      schema: """
        calls = 0
        X = entity "X" {
          name = text { required = true, validate = is.not_empty },
          slug = text { required = true },
          size = integer { default = 3 },
          before_save = function(x)
            calls = calls + 1
            if x.name == "bad" then error("no bad ones", 0) end
            x.slug = x.name:lower() .. x.size
          end,
        }
        db:create_all()
        """)
    try script.expect(
      """
      local x = X:create { name = "Ann" }
      print(x.slug, X:first().slug, calls)
      x:save()
      print(calls)
      x.name = "Bob"
      x:save()
      print(x:reload().slug, calls)
      print(pcall(function() x.name = "bad" x:save() end))
      print(x:changes().name.to, X:first().name)
      print(pcall(db.add, db, X { name = "Cid" }, X { name = "bad" }))
      print(X:count())
      """,
      """
      ann3 ann3 1
      1
      bob3 2
      false no bad ones
      bad Bob
      false no bad ones
      1
      """)
  }

  @Test func `before_save may save others, which are undone with it, and not the object itself`() throws {
    let script = try Script(
      schema: """
        Log = entity "Log" { text = text {} }
        X = entity "X" {
          name = text { unique = true },
          count = integer { default = 0 },
          before_save = function(x)
            x.count = x.count + 1
            Log:create { text = x.name }
            if x.name == "again" then x:save() end
          end,
        }
        db:create_all()
        """)
    try script.expect(
      """
      local x = X:create { name = "a" }
      x.name = "b"
      x:save()
      print(x:reload().count, Log:count())
      print(pcall(X.create, X, { name = "b" }))
      print(X:count(), Log:count())
      x.name = "again"
      print(pcall(x.save, x))
      print(pcall(X.create, X, { name = "again" }))
      print(X:count(), Log:count(), X:first().name)
      """,
      """
      2 2
      false X: name: 'b' exists already (id 1)
      1 2
      false this X is being saved already: its own hooks cannot save it, and before_save may change it
      false this X is being saved already: its own hooks cannot save it, and before_save may change it
      1 2 b
      """)
  }

  @Test func `after_load sees each object that is made of a row`() throws {
    let script = try Script(
      schema: """
        seen = {}
        Team = entity "Team" { name = text {}, after_load = function(t) seen[#seen + 1] = "team " .. t.name end }
        X = entity "X" {
          name = text {},
          label = text { transient = true },
          team = belongs_to "Team",
          after_load = function(x)
            if x.name == "bad" then error("bad row", 0) end
            x.label = "<" .. x.name .. ">"
            seen[#seen + 1] = x.name
          end,
        }
        db:create_all()
        db:add(X { name = "a", team = Team { name = "t" } }, X { name = "b" })
        """)
    try script.expect(
      """
      local function said() local text = table.concat(seen, " ") seen = {} return text end
      print("created", said())
      local list = X:fetch()
      print(list[2].label, list[2].label, said())
      print(X:get(1).label, X:first().label, said())
      for x in X:iterate() do io.write("") end
      print(said())
      local a = X:get(1)
      print(a.team.name, a:reload().label, said())
      print(db:query(X, "SELECT * FROM x WHERE id = 2")[1].label, said())
      X:where { id = 1 }:first():assign { name = "bad" }:save()
      print(pcall(X.get, X, 1))
      print(pcall(function() return X:fetch()[1] end))
      print(X:count())
      """,
      """
      created 
      <b> <b> b
      <a> <a> a a
      a b
      t <a> a team t a
      <b> b
      false bad row
      false bad row
      2
      """)
  }

  @Test func `equals names the fields, or is a function with hash`() throws {
    let script = try Script(
      schema: """
        Card = entity "Card" {
          number = text {}, valid = date {}, note = text {},
          equals = { "number", "valid" },
        }
        Word = entity "Word" {
          text = text {},
          equals = function(a, b) return a.text:lower() == b.text:lower() end,
          hash = function(a) return a.text:lower() end,
        }
        Plain = entity "Plain" { name = text {} }
        db:create_all()
        """)
    try script.expect(
      """
      local a, b = Card { number = "1", valid = "2024-01-01", note = "x" }, Card:create { number = "1", valid = "2024-01-01" }
      local c = Card:create { number = "1" }
      print(a == b, a:key() == b:key(), a == c, a:key() == c:key(), c == Card { number = "1" })
      local w = Word { text = "Tea" }
      print(w == Word { text = "tEA" }, w:key(), Word { text = "TEA" }:key(), w == Word { text = "t" })
      local p = Plain:create { name = "p" }
      print(p == Plain:get(1), p:key() == Plain:get(1):key(), Plain {} == Plain {}, Plain {}:key(), p ~= a)
      """,
      """
      true true false false true
      true Word:tea Word:tea false
      true true false Plain(new 1) true
      """)
  }

  @Test(arguments: [
    (
      "{ a = text {}, equals = function() end }",
      "option 'equals' as a function needs 'hash', a function that gives equal objects the same value"
    ),
    ("{ a = text {}, hash = function() end }", "option 'hash' belongs to a function 'equals', which is missing"),
    ("{ age = text {}, equals = { 'agee' } }", "option 'equals': there is no field 'agee'. Did you mean 'age'?"),
    ("{ a = text {}, equals = 5 }", "option 'equals' must be a list of fields or a function, not the integer 5"),
    ("{ a = text {}, before_save = 'x' }", "option 'before_save' must be a function, not the text 'x'"),
    (
      "{ a = text {}, before_sav = 5 }",
      "'before_sav' is the integer 5: neither a field, a relation nor an option. Did you mean 'before_save'?"
    ),
  ])
  func `a mistake in an option is said`(members: String, words: String) throws {
    #expect(try Script().failure("entity 'X' " + members).hasPrefix("schema.lua:1: entity 'X', " + words))
  }
}
