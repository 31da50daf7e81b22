import TestSupport
import Testing

/// What scripts do that must be the same on every engine: one script, one answer.
@Suite struct SameAnswersTests {
  @Test(arguments: TestEngine.present)
  func `objects are made, found, changed and deleted`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    try script.expect("return Player:count(), Player:get(2).name, Player:get(2).active", "5 Bob false")
    try script.expect(
      """
      local p = Player:get(1)
      p.score = 50 p.team = blue p:save()
      return Player:get(1).score, Player:get(1).team.name, red.players:count(), blue.players:count()
      """, "50 Blue 1 3")
    try script.expect("Player:get(5):delete() return Player:count(), Player:get(5)", "4 nil")
    try script.expect("return Player:create { name = 'Zoe', age = 19 }.rank, Player:count()", "amateur 5")
    #expect(script.failure("Player:create { name = 'Ann' }").contains("exists already"))
    #expect(script.failure("Player:create { name = 'Yan', age = 7 }").contains("age"))
    try script.expect("return Player:count()", "5")
  }

  @Test(arguments: TestEngine.present)
  func `of savepoints of one name the later one ends`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    try script.expect(
      """
      db:execute "SAVEPOINT a"
      Player:create { name = "Fay", age = 20 }
      db:execute "SAVEPOINT a"
      Player:create { name = "Gus", age = 20 }
      db:execute "RELEASE a"
      db:rollback()
      print(Player:count())
      db:execute "SAVEPOINT a"
      Player:create { name = "Fay", age = 20 }
      db:execute "SAVEPOINT a"
      Player:create { name = "Gus", age = 20 }
      db:execute "ROLLBACK TO a"
      db:execute "RELEASE a"
      db:execute "RELEASE a"
      print(Player:count(), Player:where { name = "Fay" }:exists(), Player:where { name = "Gus" }:exists())
      """,
      """
      5
      6 true false
      """)
  }

  @Test(arguments: TestEngine.present)
  func `integers compare with real numbers by what they are, however many digits they have`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        T = entity "T" { n = integer {}, f = real {} }
        db:create_all()
        T:create { n = 9007199254740993, f = 9007199254740992.0 }
        T:create { n = math.maxinteger, f = 9223372036854775808.0 }
        T:create { n = 5, f = 5.0 }
        T:create { n = 1 }
        """, engine: engine)
    try script.expect(
      """
      for _, text in ipairs {
        "n == f", "n > f", "n < f", "n ~= f", "n == 9007199254740992.0", "n >= 9223372036854775808.0", "n < 1e300", "n > -1e300",
        "f == 9007199254740993", "f > 4", "n > 4.5", "n == 5.0",
      } do
        local rows = T:where(text):sorted_by "id"
        print(text, table.concat(rows:pluck "id", " "))
      end
      print(T:where { n = is.one_of { 5.0, 9007199254740992.0, 1e300 } }:count(), T:where { n = is.between(4.5, 9007199254740992.0) }:count())
      print(T:where(function(t) return t.f ~= nil and t.n > t.f end):count(), T:where "not (n == 1e300)":count())
      """,
      """
      n == f 3
      n > f 1
      n < f 2
      n ~= f 1 2
      n == 9007199254740992.0\u{20}
      n >= 9223372036854775808.0\u{20}
      n < 1e300 1 2 3 4
      n > -1e300 1 2 3 4
      f == 9007199254740993\u{20}
      f > 4 1 2 3
      n > 4.5 1 2 3
      n == 5.0 3
      1 1
      1 4
      """)
  }

  @Test(arguments: TestEngine.present)
  func `a migration writes real numbers as texts in one way, and blames the column that is in the way`(
    engine: TestEngine
  ) throws {
    let script = try Script(engine: engine)
    try script.expect(
      """
      R = entity "R" { r = real {}, p = integer {}, q = real {} }
      db:create_all()
      for _, x in ipairs { 1.0, 1e22, 0.5, -math.huge } do R:create { r = x, p = 10, q = 1.5 } end
      R = entity "R" { r = text {}, p = text {}, q = integer {} }
      local _, message = pcall(db.migrate, db)
      print(tostring(message):match "^R.q has values" ~= nil)
      R = entity "R" { r = text {}, p = text {}, q = real {} }
      """, "true")
    try script.run("db:migrate()")
    try script.expect(
      """
      print(table.concat(R:sorted_by "id":pluck "r", " "), R:first().p)
      """,
      "1.0 1.0e+22 0.5 -Inf 10")
  }

  @Test(arguments: TestEngine.present)
  func `what infinite numbers leave of each other is NULL`(engine: TestEngine) throws {
    try Script(engine: engine).expect(
      """
      R = entity "R" { r = real {}, n = integer {} }
      db:create_all()
      for n, r in ipairs { 1 / 0, 1.0, -1 / 0 } do R:create { r = r, n = n - 2 } end
      print(R:avg "r - r", R:max "r - r", R:aggregate { x = "count distinct r - r" }.x)
      print(R:where "r - r == nil":count(), R:where "r * n == 0":count(), R:where "r / r == 1":count())
      print(encode(R:sorted_by("r - r", "id"):pluck "r * 0", "json"))
      """,
      """
      0.0 0.0 1
      2 1 1
      [null,null,0.0]
      """)
  }

  @Test(arguments: TestEngine.present)
  func `what a session was given in a transaction is given again once that was undone`(engine: TestEngine) throws {
    try Script(engine: engine).expect(
      """
      T = entity "T" { k = integer {}, x = real {} }
      db:create_all()
      T:create { k = 3, x = 2.26 }
      local function odd() return T:where "k % 2 == 1":count() end
      local function half() return T:where "k // 2 == 1":count() end
      local function more() return T:where "round(x, 1) > 2.2":count() end
      db:begin() odd() db:rollback()
      print(odd(), pcall(db.transaction, db, function() half() error "no" end), half())
      db:begin()
      pcall(function() db:transaction(function() more() error "no" end) end)
      print(more(), odd())
      db:rollback()
      print(more(), half(), odd())
      """,
      """
      1 false 1
      1 1
      1 1 1
      """)
  }

  @Test(arguments: TestEngine.present)
  func `lists of any length are asked for`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    try script.expect(
      """
      local many = {}
      for i = 1, 40000 do many[i] = 40003 - i end
      db:begin()
      print(Player:where { id = is.one_of(many) }:count(), Player:where { id = is.none_of(many) }:count())
      db:commit()
      """, "3 2")
  }

  @Test(arguments: TestEngine.present)
  func `functions of texts work on bytes`(engine: TestEngine) throws {
    try Script(
      schema: """
        Part = entity "Part" { bytes = data {} }
        db:create_all()
        for _, bytes in ipairs { "A", "xAy\\255", "b" } do Part:create { bytes = bytes } end
        """, engine: engine
    ).expect(
      """
      for _, f in ipairs {
        function(p) return p.bytes:upper() == "A" end, function(p) return p.bytes:lower() == "b" end,
        function(p) return p.bytes:find("A", 1, true) end, function(p) return #p.bytes > 1 end,
      } do
        print(table.concat(Part:where(f):pluck "id", " "))
      end
      """,
      """
      1
      3
      1 2
      2
      """)
  }

  @Test(arguments: TestEngine.present)
  func `requests select, order, cut and count`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    try script.expect(
      "return names(Player:where { score = is.at_least(3) }:sorted_by('-score', 'name'):fetch())", "Cid Ann Bob Eve")
    try script.expect("return names(Player:sorted_by('age'):fetch())", "Dan Ann Bob Cid Eve")
    try script.expect("return names(Player:sorted_by('-age'):fetch())", "Eve Cid Bob Ann Dan")
    try script.expect("return names(Player:sorted_by('name'):limit(2):offset(1):fetch())", "Bob Cid")
    try script.expect("return names(Player:where { ['team.name'] = 'Red' }:sorted_by('name'):fetch())", "Ann Bob")
    try script.expect("return names(Player:where { active = true }:fetch())", "Ann")
    try script.expect("return names(Player:where { name = is.containing('i') }:fetch())", "Cid")
    try script.expect("return names(Player:where('score > 2 and age < 22'):sorted_by('name'):fetch())", "Ann Bob")
    try script.expect(
      "return Player:limit(3):count(), Player:sum('score'), Player:avg('score'), Player:max('age')", "3 21 4.2 24")
    try script.expect("return Player:where { score = is.greater(100) }:exists(), Player:exists()", "false true")
  }

  @Test(arguments: TestEngine.present)
  func `functions select rows, in the database or one by one`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    let conditions = [
      "p.score > 2 and p.age ~= 21", "p.name == 'Ann' or p.team == nil", "p.age == nil", "p.score % 2 == 1",
      "p.score // 2 == 1", "p.score / 2 > 2", "#p.name == 3", "p.name:sub(1, 1) < 'C'", "p.active", "not p.active",
      "p.name:upper() == 'EVE'", "p.name:find('a') ~= nil", "p.rank == 'pro'", "p.score * 2 + 1 > 7",
      "(p.age or 0) < 21", "p.team and p.team.name == 'Blue'",
    ]
    for condition in conditions {
      let request = "Player:where(function(p) return \(condition) end):sorted_by('name')"
      let pushed = try script.run("return names(\(request):fetch())")
      let asked = try script.run("return names(\(request):fetch { pushdown = false })")
      #expect(pushed == asked, "\(condition)")
    }
  }

  @Test(arguments: TestEngine.present)
  func `parts of JSON come with numbers before texts, each in its own order`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Holder = entity "Holder" { free = json {} }
        Item = entity "Item" { holder = belongs_to "Holder" }
        db:create_all()
        for _, n in ipairs { 2, 100, "b", "B", 1.5, "10", 1e16 } do
          Item:create { holder = Holder:create { free = { n = n } } }
        end
        Item:create { holder = Holder:create { free = {} } }
        function all(request) return table.concat(request:pluck "id", " ") end
        function paged(request)
          local ids = {}
          local page, next = request:page(3)
          while true do
            for _, row in ipairs(page) do ids[#ids + 1] = row.id end
            if not next then return table.concat(ids, " ") end
            page, next = request:page { after = next }
          end
        end
        """, engine: engine)
    let orders = [
      ("'free.n'", "8 5 1 2 7 6 4 3"), ("'-free.n'", "3 4 6 7 2 1 5 8"),
      ("asc('free.n', { nulls = 'last' })", "5 1 2 7 6 4 3 8"),
      ("asc('free.n', { ignore_case = true })", "8 5 1 2 7 6 3 4"),
      ("desc('free.n', { numeric = true })", "3 4 6 7 2 1 5 8"),
    ]
    for (order, expected) in orders {
      try script.expect("local r = Holder:sorted_by(\(order)) return all(r), paged(r)", "\(expected) \(expected)")
    }
    try script.expect(
      """
      local shown = {}
      for _, n in ipairs(Holder:distinct():sorted_by("-free.n"):pluck "free.n") do shown[#shown + 1] = tostring(n) end
      local group = Item:group_by("holder.free.x"):aggregate { first = "min holder.free.n", last = "max holder.free.n" }:first()
      return table.concat(shown, " "), Holder:max "free.n", Holder:min "free.n", group.first, group.last,
        all(Item:where { holder = is.one_of(Holder:sorted_by("-free.n"):limit(3)) }:sorted_by "id")
      """, "b B 10 1e+16 100 2 1.5 null b 1.5 1.5 b 3 4 6")
  }

  @Test(arguments: TestEngine.present)
  func `values that count once come in any order of theirs`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Part = entity "Part" { abstract = true, size = real {}, word = text {} }
        Box = entity "Box" { name = text {}, part = embedded "Part" }
        db:create_all()
        for n, size in ipairs { 1e16, 2.5, 3, 2.5 } do
          Box:create { name = ({ "b", "A", "a10", "a9" })[n], part = { size = size, word = "w" .. n % 3 } }
        end
        function shown(values)
          for place, value in ipairs(values) do values[place] = tostring(value) end
          return table.concat(values, " ")
        end
        """, engine: engine)
    try script.expect(
      """
      return shown(Box:distinct():pluck "part.size"), shown(Box:distinct():sorted_by("-part.word"):pluck "part.word"),
        shown(Box:distinct():sorted_by(asc("name", { ignore_case = true, numeric = true })):pluck "name"),
        shown(Box:distinct():sorted_by(desc("name", { ignore_case = true })):limit(2):pluck "name"), Box:sum "part.size"
      """, "2.5 3.0 1e+16 w2 w1 w0 A a9 a10 b b a9 1e+16")
  }

  @Test(arguments: TestEngine.present)
  func `the beginning of a text is compared in the database`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    try script.run("Player:create { name = 'Žofie', age = 20 } Player:create { name = 'Žo', age = 20 }")
    let compared = [
      "p.name:sub(1, 1) == 'A'", "'Bo' == p.name:sub(1, 2)", "p.name:sub(1, 5) == 'Eve'", "p.name:sub(1, 2) == 'Eve'",
      "p.name:sub(1, 1) ~= 'A'", "p.name:sub(1, 2) == 'Ž'", "p.name:sub(1, 3) == 'Žo'", "p.name:find '^Ž' ~= nil",
    ]
    // Where it is more than compared the function may have to be asked.
    let others = [
      "p.name:sub(1, 1):upper() == 'A'", "p.name:sub(1, 1) == '\\xC5'", "p.name:sub(1, 1) < 'B'",
      "#p.name:sub(1, 4) == 3",
      "p.name:sub(1, 1) .. 'x' == 'Ax'", "p.name:sub(1, 1):find('A') ~= nil", "p.name:sub(1, 2) == p.rank",
    ]
    for condition in compared + others {
      let request = "Player:where(function(p) return \(condition) end):sorted_by('name')"
      let pushed = try script.run("return names(\(request):fetch())")
      #expect(try pushed == script.run("return names(\(request):fetch { pushdown = false })"), "\(condition)")
      guard compared.contains(condition) else { continue }
      let plan = try script.run("return tostring(\(request):explain())")
      #expect(plan.hasPrefix("pushed"), "\(condition): \(plan)")
    }
  }

  @Test(arguments: TestEngine.present)
  func `real numbers in a list stay real`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        A = entity "A" { rows = has_many "B" }
        B = entity "B" { x = real {}, a = belongs_to "A" }
        db:create_all()
        local a = A:create {}
        for _, x in ipairs { 2, 0.5, -3, 1e15, 1e300 } do B:create { a = a, x = x } end
        B:create { a = a }
        """, engine: engine)
    try script.expect(
      "return table.unpack(A:annotate { xs = 'list rows.x' }:first().xs)", "2.0 0.5 -3.0 1e+15 1e+300 null")
    try script.expect("return A:annotate { xs = 'list distinct rows.x' }:first().xs[1]", "2.0")
  }

  @Test(arguments: TestEngine.present)
  func `members of documents compare with values of their own kind`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        P = entity "P" { name = text {}, n = integer {}, avatar = json {} }
        db:create_all()
        for i, n in ipairs { 3, "red", true, 2.5, { 1 }, null } do P:create { name = "p" .. i, n = i, avatar = { n = n } } end
        P:create { name = "p7" }
        function found(...) return table.concat(P:where(...):sorted_by("id"):pluck "id", " ") end
        """, engine: engine)
    try script.expect("return found 'avatar.n > 2'", "1 4")
    try script.expect("return found 'avatar.n == 1'", "")
    try script.expect("return found 'not (avatar.n == 1)'", "1 2 3 4 5")
    try script.expect("return found 'avatar.n ~= 3'", "2 3 4 5")
    try script.expect("return found \"avatar.n == 'red'\"", "2")
    try script.expect("return found \"avatar.n == '3'\"", "")
    try script.expect("return found \"avatar.n < 'z'\"", "2")
    try script.expect("return found 'avatar.n == n + 2'", "1")
    try script.expect("return found { ['avatar.n'] = is.one_of { 3, 'red' } }", "1 2")
    try script.expect("return found { ['avatar.n'] = is.between(2, 3) }", "1 4")
    try script.expect("return found 'avatar.n == nil'", "6 7")
  }

  @Test(arguments: TestEngine.present)
  func `a transaction is whole or nothing, and goes on after an error`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    try script.expect(
      """
      local done = pcall(function()
        db:transaction(function()
          Player:get(1):delete()
          error "no"
        end)
      end)
      return done, Player:count()
      """, "false 5")
    try script.expect(
      """
      db:transaction(function()
        local made = pcall(function() Player:create { name = 'Bob' } end)
        Player:create { name = made and 'Yes' or 'No' }
      end)
      return Player:count(), Player:sorted_by('-id'):first().name
      """, "6 No")
  }

  @Test(arguments: TestEngine.present)
  func `groups, pages and steps`(engine: TestEngine) throws {
    let script = try Script(schema: fivePlayers, engine: engine)
    let groups = """
      local groups = Player:group_by("team.name"):aggregate { n = "count", s = "sum score", a = "avg score" }
      for _, g in ipairs(groups:sorted_by("-s"):fetch()) do print(g["team.name"], g.n, g.s, g.a) end
      """
    try script.expect(groups, try Script(schema: fivePlayers, engine: .sqlite).run(groups))
    try script.expect(
      """
      local seen = {}
      for p in Player:sorted_by('name'):iterate() do
        seen[#seen + 1] = p.name .. Player:where { score = p.score }:count()
      end
      return table.concat(seen, ' ')
      """, "Ann1 Bob2 Cid1 Dan1 Eve2")
  }

  @Test(arguments: TestEngine.present)
  func `texts sort by their bytes, without case, and by their numbers`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Word = entity "Word" { text = text {} }
        db:create_all()
        for _, w in ipairs { "b10", "B2", "a", "Ä", "ä", "b2", "Z", "é" } do Word:create { text = w } end
        function words(...)
          local list = {}
          for i, w in ipairs(Word:sorted_by(...):fetch()) do list[i] = w.text end
          return table.concat(list, " ")
        end
        """, engine: engine)
    try script.expect("return words('text')", "B2 Z a b10 b2 Ä ä é")
    try script.expect("return words(asc('text', { ignore_case = true }), 'id')", "a b10 B2 b2 Z Ä ä é")
    try script.expect("return words(asc('text', { numeric = true }))", "B2 Z a b2 b10 Ä ä é")
    try script.expect("return Word:where { text = is.matching('^[A-Z]') }:count()", "2")
    try script.expect("return Word:where { text = is.prefix('Ä', { ignore_case = true }) }:count()", "2")
  }

  @Test(arguments: TestEngine.present)
  func `tables that are declared anew are migrated with their rows`(engine: TestEngine) throws {
    let script = try Script(schema: "A = entity 'A' { name = text {}, n = text {} } db:create_all()", engine: engine)
    _ = try script.run("A:create { name = 'x', n = '12' }")
    _ = try script.run(
      "A = entity 'A' { name = text { required = true }, n = integer {}, more = text { default = 'm' } }")
    _ = try script.run("db:migrate()")
    try script.expect("local a = A:first() return a.name, a.n + 1, a.more", "x 13 m")
    try script.expect("return A:create { name = 'y' }.more, A:count()", "m 2")
    try script.expect(
      "return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
  }

  @Test(arguments: TestEngine.present)
  func `the sum of no rows is the integer 0, whatever is added up`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text {}, games = has_many "Game" }
        Game = entity "Game" { score = integer {}, length = real {}, price = decimal { scale = 2 }, team = belongs_to "Team" }
        db:create_all()
        Team:create { name = "idle" }
        Game:create { score = 1, length = 1.5, price = "2.50", team = Team:create { name = "busy" } }
        Game:create { score = 1, length = 0.0, price = "0.00", team = Team:create { name = "nil" } }
        sums = Team:annotate { s = "sum games.score", l = "sum games.length", p = "sum games.price" }
        """, engine: engine)
    try script.expect(
      """
      for _, t in ipairs(sums:fetch()) do print(t.name, t.s, t.l, t.p) end
      for t in sums:where(function(t) return t.l < 1 end):iterate() do print(t.name, t.l) end
      print(sums:where { l = 0 }:count(), #sums:fetch():filter { l = 0 }, sums:sorted_by("-l"):first().name)
      print(table.unpack(Team:pluck "sum(games.length)"))
      """,
      """
      idle 0 0 0.00
      busy 1 1.5 2.50
      nil 1 0.0 0.00
      idle 0
      nil 0.0
      2 2 busy
      0 1.5 0.0
      """)
  }

  @Test(arguments: TestEngine.present)
  func `decimals over integers of another program are the numbers that are there`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE item (id integer PRIMARY KEY, price integer, cents bigint)"
        db:execute "INSERT INTO item VALUES (1, 5, 100), (2, 7, 250)"
        Item = entity "Item" { price = decimal { scale = 2 }, cents = decimal { scale = 2 } }
        """, engine: engine)
    try script.expect(
      """
      for _, i in ipairs(Item:fetch()) do print(i.price, i.cents) end
      print(Item:sum "price", Item:avg "cents", Item:max "price", Item:where { price = 5 }:count(),
        Item:where { price = is.greater "5.50" }:count(), Item:where "price < 6.5":count(),
        Item:where(function(i) return i.price > 6 end):count(), Item:sorted_by "-price":first().price)
      Item:create { id = 3, price = "3.00" }
      print(db:query "SELECT price FROM item WHERE id = 3"[1].price, Item:get(3).price)
      """,
      """
      5.00 100.00
      7.00 250.00
      12.00 175.0 7.00 1 1 1 1 7.00
      3 3.00
      """)
    // A server would round them.
    guard engine == .postgresql else { return }
    let edits = [
      "Item:create { id = 4, price = '1.25' }", "Item:get(1):assign { price = '1.25' }:save()",
      "Item:all():update { price = '1.25' }",
    ]
    for edit in edits {
      #expect(script.failure(edit).contains("price: 1.25 would be rounded: the column holds integers"), "\(edit)")
    }
    try script.expect("local r = db:query 'SELECT sum(price) AS s, count(*) AS n FROM item'[1] return r.s, r.n", "15 3")
  }

  @Test(arguments: TestEngine.present)
  func `numbers in documents may be larger than integers are`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Part = entity "Part" { abstract = true, size = real {} }
        Holder = entity "Holder" { part = embedded "Part", free = json {} }
        db:create_all()
        Holder:create { part = { size = 1.5 }, free = { n = 2 } }
        Holder:create { part = { size = 1e300 }, free = { n = 1e19 } }
        """, engine: engine)
    try script.expect(
      """
      print(table.unpack(Holder:sorted_by "-part.size":pluck "part.size"))
      print(table.unpack(Holder:sorted_by "-id":pluck "free.n"))
      print(Holder:max "part.size", Holder:where { ["part.size"] = is.greater(1e299) }:count())
      """,
      """
      1e+300 1.5
      1e+19 2
      1e+300 1
      """)
  }

  @Test(arguments: TestEngine.present)
  func `what a text does not contain is not asked of rows without a text`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        P = entity "P" { name = text {} }
        db:create_all()
        P:create { name = "foo" } P:create { name = "bar" } P:create {}
        """, engine: engine)
    try script.expect(
      """
      for _, condition in ipairs { is.containing "o", is.not_containing "o", ~is.containing "o" } do
        local rows = P:where { name = condition }
        print(rows:count(), #P:fetch():filter { name = condition })
      end
      print(P:where(function(p) return p.name and not p.name:find("o", 1, true) end):count())
      """,
      """
      1 1
      1 1
      1 1
      1
      """)
  }
}
