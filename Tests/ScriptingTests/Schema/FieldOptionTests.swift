import Testing

/// `readonly`, `transient`, `fallback`, `encode` and `decode`.
@Suite struct FieldOptionTests {
  @Test func `a readonly field is set once`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { code = text { readonly = true }, name = text { unique = true } }
        db:create_all()
        x = X { code = "a", name = "x" }
        x.code = "b"
        x:save()
        """)
    #expect(script.failure("x.code = 'c'") == "X: code: is readonly, and was set to 'b'")
    #expect(script.failure("x:assign { name = 'y', code = 'c' }") == "X: code: is readonly, and was set to 'b'")
    #expect(script.failure("x.code = nil") == "X: code: is readonly, and was set to 'b'")
    try script.expect(
      """
      x.code = "b"
      print(x.code, x.name, next(x:changes()))
      local y = X:create { name = "y" }
      y.code = "first"
      y.code = "second"
      y:save()
      print(y:reload().code, pcall(function() y.code = "third" end))
      print(pcall(db.add, db, X { name = "x", code = "z" }, { upsert = true, on = "name" }))
      db:add(X { name = "x", code = "b" }, { upsert = true, on = "name" })
      print(x:reload().code)
      X:create { name = "z" }
      db:add(X { name = "z", code = "set" }, { upsert = true, on = "name" })
      print(X:where { name = "z" }:first().code)
      """,
      """
      b x nil
      second false X: code: is readonly, and was set to 'second'
      false X: code: is readonly, and was set to 'b'
      b
      set
      """)
  }

  @Test func `a default may be a function of Lua's own library`() throws {
    let script = try Script(
      schema:
        "X = entity 'X' { at = datetime { default = os.time }, n = real { default = math.random } } db:create_all()")
    try script.expect("local x = X:create {} return #x.at, x.n < 1", "20 true")
  }

  @Test func `a transient field has no column, but tests and defaults`() throws {
    let script = try Script(
      schema: """
        X = entity "X" {
          name = text {},
          password = text { transient = true, required = true, validate = is.length(3, 8) },
          seen = integer { transient = true, default = 0 },
          last = text {},
        }
        db:create_all()
        """)
    try script.expect(
      """
      local x = X { name = "a", password = "secret", last = "z" }
      x:save()
      print(x.password, x.seen, x.last, x:to_table().password)
      x.seen = x.seen + 1
      print(x.seen, next(x:changes()), pcall(function() x.seen = "no" end))
      x:reload()
      print(x.password, x.seen, x.name, x.last)
      local y = X:get(1)
      print(y.password, y.seen, y.last)
      y.name = "b"
      y:save()
      print(X:first().name, X:create_sql():find("password"))
      for p in X:where(function(p) return p.seen == 0 end):iterate() do print(p.last) end
      """,
      """
      secret 0 z secret
      1 nil false X: seen: expected an integer, not the text 'no'
      secret 1 a z
      nil 0 z
      b nil
      z
      """)
    #expect(script.failure("X:create { name = 'x' }") == "X: password: is required")
    #expect(script.failure("X:create { password = 'x' }") == "X: password: 'x' does not have 3 to 8 characters")
    #expect(
      script.failure("X:where { password = 'x' }")
        == "X: field 'password' is transient: it is never stored, so the database cannot be asked for it")
    #expect(script.failure("X {}.pasword = 'x'") == "X has no field 'pasword'. Did you mean 'password'?")
    for ask in ["where { seen = 1 }", "sorted_by 'seen'", "sum 'seen'", "pluck 'seen'"] {
      #expect(script.failure("X:\(ask)").contains("X: field 'seen' is transient: it is never stored"), "\(ask)")
    }
    #expect(
      script.failure("entity 'Y' { a = text { transient = true, unique = true } }")
        == "schema.lua:1: entity 'Y', field 'a': option 'unique' concerns the database, where a transient field is not")
  }

  @Test func `a fallback is what NULL and what cannot be decoded read as`() throws {
    let script = try Script(
      schema: """
        X = entity "X" {
          name = text { fallback = "nobody" },
          born = date { fallback = "1970-01-01" },
          tags = json { fallback = { "none" } },
          plain = json {},
          day = date {},
        }
        db:create_all()
        db:execute("INSERT INTO x(id, born, tags, plain, day) VALUES (1, 'soon', '{', '{', 'soon'), (2, NULL, NULL, NULL, NULL)")
        """)
    try script.expect(
      """
      for x in X:iterate() do print(x.id, x.name, x.born, x.tags[1], next(x:changes())) end
      local x = X:get(1)
      print(pcall(function() return x.plain end))
      print(pcall(function() return x.day end))
      print(select(2, pcall(function() return x.day end)).kind)
      print(x.tags[1], X:pluck("born")[1], X:values("name", "born")[2][1])
      x:save()
      print(db:query("SELECT tags FROM x WHERE id = 1")[1].tags)
      x.tags[1] = "some"
      x.day = "2024-01-02"
      x:save()
      print(db:query("SELECT tags FROM x WHERE id = 1")[1].tags, x:reload().day)
      """,
      """
      1 nobody 1970-01-01 none nil
      2 nobody 1970-01-01 none nil
      false X: plain: the stored value '{' is no json
      false X: day: the stored value 'soon' is no date
      DecodeError
      none 1970-01-01 nobody
      {
      ["some"] 2024-01-02
      """)
    #expect(
      script.failure("entity 'Y' { a = integer { fallback = 'x' } }")
        == "schema.lua:1: entity 'Y', field 'a': option 'fallback': expected an integer, not the text 'x'")
  }

  @Test func `encode and decode stand between what scripts see and what is stored`() throws {
    let script = try Script(
      schema: """
        local function split(text)
          local list = {}
          for word in text:gmatch("[^,]+") do list[#list + 1] = word end
          return list
        end
        local function join(list) return table.concat(list, ",") end
        X = entity "X" {
          name = text {},
          tags = text { encode = join, decode = split, default = { "new" }, fallback = {}, validate = is.length(0, 8) },
          cents = integer { encode = function(v) return math.tointeger(v * 100) end, decode = function(v) return v / 100 end },
        }
        db:create_all()
        """)
    try script.expect(
      """
      local x = X:create { name = "x", tags = { "a", "b" }, cents = 1.25 }
      print(table.concat(x.tags, " "), x.cents, next(x:changes()))
      local row = db:query("SELECT tags, cents FROM x")[1]
      print(row.tags, row.cents)
      local y = X:get(1)
      print(#y.tags, y.cents, next(y:changes()))
      y.tags[3] = "c"
      print(table.concat(y:changes().tags.from, " "), table.concat(y:changes().tags.to, " "))
      y:save()
      print(db:query("SELECT tags FROM x")[1].tags, next(y:changes()), #x:reload().tags)
      print(X:create {}.tags[1], X:pluck("cents")[1])
      db:execute("UPDATE x SET tags = NULL")
      print(#X:get(1).tags, pcall(db.transaction, db, function() y.cents = 7 y:save() error("undo", 0) end))
      print(y.cents, next(y:changes()))
      """,
      """
      a b 1.25 nil
      a,b 125
      2 1.25 nil
      a b a b c
      a,b,c nil 3
      new 1.25
      0 false undo
      1.25 nil
      """)
    #expect(script.failure("X { tags = { {} } }").hasPrefix("X: tags: cannot be encoded: "))
    #expect(script.failure("X { cents = 0.001 } .cents = 5 error('x', 0)") == "x")
    #expect(script.failure("X:create { tags = { 'too', 'long', 'for' } }").hasPrefix("X: tags: "))
    #expect(
      script.failure("entity 'Y' { a = text { encode = 5 } }")
        == "schema.lua:1: entity 'Y', field 'a': option 'encode' must be a function, not the integer 5")
  }
}
