import TestSupport
import Testing

/// New objects are written without the CHECKs that their tests have seen to: whatever was not tested is checked still.
@Suite struct InsertionTests {
  /// What the database says of all CHECKs over all rows.
  private let isSound = TestEngine.soundness

  @Test func `what is written keeps all checks of the table`() throws {
    let seed = Dice.seed()
    let script = try Script(
      schema: """
        E = entity "E" {
          a = integer { validate = is.between(-5, 5) }, b = integer { bits = 16, validate = { is.at_least(-3), is.at_most(9) } },
          c = real { validate = is.between(-1.5, 2.5) }, d = real { required = true, validate = is.less(3) },
          e = text { validate = is.length(1, 4) }, f = text { required = true, validate = is.not_empty },
          g = text { validate = is.length(2, 9) & ~is.prefix("x") }, h = enum { "a", "bé" }, i = enum { { "one", 1 }, { "two", 2 } },
          j = boolean { required = true }, k = date { validate = is.at_least("2000-01-01") },
          l = decimal { scale = 1, validate = is.between("0.1", "2.5") }, m = data { validate = is.length(0, 3) },
          n = integer { validate = is.one_of(1, 2, 3) | is.greater(7) },
        }
        db:create_all()
        """)
    let outcome = try script.run(
      """
      math.randomseed(\(seed >> 1))
      local pool = {
        null, true, false, -6, -5, -4, -3, 0, 1, 2, 3, 5, 6, 8, 9, 10, 32767, 0.1, 1.5, 2.5, 2.6, 3.0, -1.5, 1 / 0,
        "", " ", "a", "bé", " a", "ab", "abcd", "abcde", "éééé", "x", "xy", "yx", "éé", "abcdefghij", "\\xff\\0a",
        "one", "two", "2024-02-29", "1999-12-31", "0.1", "2.5", "2.6",
      }
      local usual = { a = 1, b = 1, c = 1.5, d = 1.5, e = "ab", f = "ab", g = "ab", h = "a", i = "one", j = true,
        k = "2024-02-29", l = "0.1", m = "a", n = 2 }
      local names = {}
      for name in pairs(usual) do names[#names + 1] = name end
      table.sort(names)
      local saved, refused = 0, 0
      for round = 1, 6000 do
        local values = {}
        for name, value in pairs(usual) do values[name] = value end
        for _ = 1, math.random(1, 3) do values[names[math.random(#names)]] = pool[math.random(#pool)] end
        local is_made, object = pcall(E, values)
        if is_made and pcall(object.save, object) then saved = saved + 1 else refused = refused + 1 end
      end
      print(\(isSound), E:count() == saved, saved > 300, refused > 300)
      """)
    #expect(outcome == "ok true true true", "seed \(seed)")
  }

  @Test func `a key that the database makes is checked`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { id = integer { primary_key = true, validate = is.less(3) }, a = integer {} }
        db:create_all()
        db:add({ X {}, X {} })
        """)
    #expect(script.failure("X:create {}").contains("id"))
    try script.expect("print(X:count(), \(isSound))", "2 ok")
  }

  @Test func `a table of another schema keeps its own rules`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { a = integer { validate = is.less(10) }, b = enum { "u", "v" } }
        db:create_all()
        old = X { a = 1, b = "u" }
        X:create { a = 2, b = "v" }
        X = entity "X" { a = integer { validate = is.less(100) }, b = enum { "u", "v", "w" } }
        """)
    #expect(script.failure("X:create { a = 50, b = 'u' }").contains("breaks a rule of the table: CHECK (a <"))
    #expect(script.failure("X:create { a = 5, b = 'w' }").contains("CHECK"))
    try script.expect("db:add(old) X:create { a = 3, b = 'v' } print(X:count(), \(isSound))", "3 ok")
    #expect(script.failure("X:create { a = 50, b = 'u' }").contains("breaks a rule of the table: CHECK (a <"))
  }

  @Test func `what a trigger of the table writes is checked`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { a = integer { validate = is.less(10) } }
        db:create_all()
        X:create { a = 1 }
        \(TestEngine.trigger("t", "AFTER INSERT ON x", "UPDATE x SET a = 2 * NEW.a WHERE id = NEW.id"))
        X:create { a = 4 }
        """)
    #expect(script.failure("X:create { a = 7 }").contains("CHECK"))
    try script.expect("print(table.concat(X:pluck('a'), ' '), \(isSound))", "1 8 ok")
  }

  @Test func `what a function encodes is checked`() throws {
    let script = try Script(
      schema: """
        n = 1
        X = entity "X" {
          a = integer { bits = 16, encode = function(v) return v * n end, decode = function(v) return v end },
        }
        db:create_all()
        X:create { a = 1 }
        x = X { a = 2 }
        n = 1 << 20
        """)
    #expect(!script.failure("db:add(x)").hasPrefix("no error"))
    try script.expect("print(X:count(), \(isSound))", "1 ok")
  }

  @Test func `kinds that share a table keep the rules of each`() throws {
    let script = try Script(
      schema: """
        Animal = entity "Animal" { shared = true, name = text { validate = is.length(1, 9) } }
        Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer { required = true, validate = is.at_most(9) } }
        Dog = entity "Dog" { extends = "Animal", shared = true, tricks = integer { validate = is.at_least(0) } }
        db:create_all()
        db:add({ Cat { name = "a", lives = 9 }, Dog { name = "b", tricks = 1 }, Cat { name = "c", lives = 1 } })
        """)
    #expect(script.kindOfFailure("Cat:create { name = 'd', lives = 10 }") == "ValidationError")
    #expect(script.failure("db:execute \"INSERT INTO animal (kind, lives) VALUES ('Cat', 10)\"").contains("CHECK"))
    try script.expect("print(Animal:count(), \(isSound))", "3 ok")
  }

  @Test func `statements of the script itself are checked before and after`() throws {
    let script = try Script(schema: "X = entity 'X' { a = integer { validate = is.less(10) } } db:create_all()")
    let statement = "db:execute(\"INSERT INTO \\\"x\\\"(\\\"a\\\") VALUES (?1)\", 50)"
    #expect(script.failure(statement).contains("CHECK"))
    try script.run("X:create { a = 1 } X:create { a = 2 }")
    #expect(script.failure(statement).contains("CHECK"))
    #expect(script.failure("db:execute 'UPDATE x SET a = 50'").contains("CHECK"))
    try script.expect("print(X:count(), \(isSound))", "2 ok")
  }

  @Test func `what is imported keeps all checks of the table`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a,b,c,d\n1,u,true,5\n2,v,0,\n,,,7\n", to: "good.csv")
    for (number, row) in ["10,u,true,1", "1,w,true,1", "1,u,2,1", "1,u,true,40000"].enumerated() {
      try folder.write("a,b,c,d\n1,u,true,1\n\(row)\n", to: "bad\(number).csv")
    }
    let script = try Script(
      schema: """
        X = entity "X" {
          a = integer { validate = is.less(10), default = 3 }, b = enum { "u", "v", default = "v" }, c = boolean {},
          d = integer { bits = 16 },
        }
        db:create_all()
        """)
    try script.expect("print(X:import('\(folder.file("good.csv"))'), \(isSound))", "3 ok")
    for number in 0..<4 {
      #expect(!script.failure("X:import('\(folder.file("bad\(number).csv"))')").hasPrefix("no error"))
    }
    try script.expect("print(X:count(), \(isSound))", "3 ok")
    let other = try Script(
      schema: """
        X = entity "X" { a = integer { validate = is.less(2) } }
        db:create_all()
        X = entity "X" { a = integer { validate = is.less(10) } }
        """)
    try folder.write("a\n5\n", to: "a.csv")
    #expect(other.failure("X:import('\(folder.file("a.csv"))')").contains("breaks a rule of the table: CHECK (a <"))
    try other.expect("print(X:count())", "0")
  }

  // MARK: Long lists, which are written piece by piece

  private static let numbers = """
    X = entity "X" { name = text { unique = true }, n = integer { validate = is.at_least(0), default = 7 } }
    db:create_all()
    -- Objects with names of their own, but for those that are told.
    function objects(count, told)
      local list = {}
      for i = 1, count do list[i] = X(told[i] or { name = "x" .. i }) end
      return list
    end
    """

  @Test func `the keys of a long list are those of its rows`() throws {
    let script = try Script(schema: Self.numbers)
    try script.expect(
      """
      local list = objects(1000, { [300] = { id = 5000, name = "x300" }, [700] = { name = "x700", n = 1 } })
      db:add(list)
      local same = 0
      for i, x in ipairs(list) do
        local row = X:get(x.id)
        if row.name == "x" .. i and row.n == (i == 700 and 1 or 7) and not x:is_new() then same = same + 1 end
      end
      print(same, list[299].id, list[300].id, list[301].id, X:count())
      """, "1000 299 5000 5001 1000")
  }

  @Test func `nothing of a long list is saved when one of its objects is bad, and the tests speak first`() throws {
    let script = try Script(schema: Self.numbers)
    try script.expect(
      """
      local list = objects(900, { [3] = { name = "x1" }, [800] = { n = -1 }, [850] = { n = -2 } })
      print(select(2, pcall(db.add, db, list)))
      print(X:count(), list[1].id, list[500].id, list[1]:is_new(), list[900]:is_new())
      list[800].n, list[850].n = 1, 2
      print(select(2, pcall(db.add, db, list)))
      print(X:count(), list[1].id, list[500].id, list[1]:is_new(), list[900]:is_new())
      list[3].name = "x3"
      db:transaction(function() db:add(list) end)
      print(X:count(), list[1].id, list[900].id)
      """,
      """
      X: n: -1 is not at least 0
      X: n: -2 is not at least 0
      0 nil nil true true
      X: name: 'x1' exists already (id 1)
      0 nil nil true true
      900 1 900
      """)
  }

  @Test func `functions see none of a list before all of it is tested`() throws {
    let script = try Script(
      schema: """
        seen = 0
        X = entity "X" { n = integer { validate = function() seen = seen + X:count() return true end } }
        db:create_all()
        """)
    try script.expect(
      """
      local list = {}
      for i = 1, 600 do list[i] = X { n = i } end
      db:add(list)
      print(seen, X:count())
      """, "0 600")
  }

  @Test func `a listener that changes objects while they are written changes nothing of that`() throws {
    let script = try Script(schema: Self.numbers)
    try script.expect(
      """
      local list = {}
      for i = 1, 400 do list[i] = X { name = ("a long name that is no short string %d"):format(i) } end
      local said = 0
      db.echo = function(sql)
        if not sql:find "INSERT" then return end
        said = said + 1
        for _, x in ipairs(list) do x.name = nil end
        collectgarbage()
      end
      db:add({ list[1], list[2], list[3] })
      db.echo = nil
      print(said, table.concat(X:pluck "name", "|"))
      """,
      "3 a long name that is no short string 1|a long name that is no short string 2|a long name that is no short string 3"
    )
  }
}
