import TestSupport
import Testing

/// `sorted_by` and `then_by` with functions: what the database cannot sort is sorted in memory, and all else still holds.
@Suite struct SortTests {
  @Test func `a key function and a comparator order the rows`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      print(names(Player:sorted_by(function(p) return -p.score end):fetch()))
      print(names(Player:sorted_by(function(a, b) return a.score > b.score end):fetch()))
      print(names(Player:sorted_by(desc(function(p) return p.age end)):fetch()))
      print(names(Player:sorted_by(asc(function(p) return p.age end, { nulls = "last" })):fetch()))
      print(names(Player:sorted_by("team.name", function(p) return -p.score end):fetch()))
      print(names(Player:sorted_by(function(p) return p.team and p.team.name end, "-score"):fetch()))
      print(names(Player:sorted_by(function(p) return p.score % 3 end):then_by("-name"):fetch()))
      print(names(Player:sorted_by(function(a, b) return false end):fetch()), names(Player:sorted_by(function(...) return 1 end, "-id"):fetch()))
      """,
      """
      Cid Ann Bob Eve Dan
      Cid Ann Bob Eve Dan
      Eve Cid Bob Ann Dan
      Ann Bob Cid Eve Dan
      Eve Cid Dan Ann Bob
      Eve Cid Dan Ann Bob
      Eve Cid Bob Dan Ann
      Ann Bob Cid Dan Eve Eve Dan Cid Bob Ann
      """)
  }

  @Test func `a key is asked once for each row, and only of rows that are selected`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local asked = {}
      local r = Player:where { score = is.less(9) }:sorted_by(function(p) asked[#asked + 1] = p.name return p.score end)
      print(names(r:fetch()), #asked)
      asked = {}
      print(names(r:where(function(p) return p.id ~= 2 end):fetch()), #asked)
      asked = {}
      print(r:count(), r:exists(), r:sum "score", #asked)
      """, "Dan Bob Eve Ann 4\nDan Eve Ann 3\n4 true 12 0")
  }

  @Test func `every answer of a request follows the order of its functions`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local r = Player:sorted_by(function(p) return -p.score end)
      print(r:first().name, names(r:first(2)), names(r:limit(2):offset(1):fetch()), names(r:offset(3):fetch()), #r:limit(0):fetch())
      print(table.concat(r:pluck "name", " "), r:values("name", "team.name")[3][2], table.concat(r:limit(2):pluck "team.name", " "))
      local seen = {}
      r:each(function(p) seen[#seen + 1] = p.name end)
      for p in r:offset(1):iterate() do seen[#seen + 1] = p.name if p.name == "Bob" then break end end
      print(table.concat(seen, " "))
      print(r:limit(2):count(), r:offset(4):count(), r:offset(9):exists(), r:limit(2):sum "score", r:limit(2):min "score", r:offset(4):max "name")
      print(r:limit(2):avg "score", r:get(3).name, r:select("name"):first().name, pcall(function() return r:select("name"):first().score end))
      print(r:with("team"):first(2)[2].team.name, r:where { score = 3 }:fetch()[1].name)
      """,
      """
      Cid Cid Ann Ann Bob Eve Dan 0
      Cid Ann Bob Eve Dan Red Blue Red
      Cid Ann Bob Eve Dan Ann Bob
      2 1 false 14 5 Dan
      7.0 Cid Cid false Player: 'score' is not among the fields that the request selected: select it too, or reload() the object
      Red Bob
      """)
  }

  @Test func `rows that functions order and cut can be changed and deleted`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local r = Player:sorted_by(function(p) return -p.score end)
      print(r:limit(2):update { score = 100 }, table.concat(Player:pluck "score", " "))
      print(r:offset(2):limit(1):delete(), names(Player:fetch()))
      print(r:where(function(p) return p.score < 100 end):delete(), names(Player:fetch()))
      """, "2 100 3 100 1 3\n1 Ann Cid Dan Eve\n2 Ann Cid")
  }

  @Test func `pages follow an order of functions, also when rows come and go`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local function pages() return Player:sorted_by(function(p) return -p.score end) end
      local page, cursor = pages():page(2)
      print(names(page))
      Player:create { name = "Zed", score = 50 }
      page, cursor = pages():page { after = cursor }
      print(names(page))
      Player:get(5):delete()
      page, cursor = pages():page { after = cursor, size = 1 }
      print(names(page), cursor)
      page, cursor = pages():page(6)
      print(names(page), cursor)
      page, cursor = pages():page(4)
      print(pcall(function() return Player:sorted_by "name":page { after = cursor } end))
      print(pcall(function() return pages():page { after = "x" } end))
      print(pcall(function() return pages():limit(3):page(2) end))
      """,
      """
      Cid Ann
      Bob Eve
      Dan nil
      Zed Cid Ann Bob Dan nil
      false page: this cursor is of another order or entity: page through one request alone
      false page: 'x' is no cursor: give what a page has returned
      false page cuts the rows itself: leave limit and offset out
      """)
  }

  @Test func `an error in a function passes with its place, and leaves no statement open`() throws {
    let script = try Script(schema: fivePlayers)
    for end in [
      ":fetch()", ":first()", ":pluck('name')", ":each(print)", ":iterate()()", ":page(2)", ":limit(1):delete()",
    ] {
      for function in ["function(p)\nerror('no') end", "function(a, b)\nerror('no') end"] {
        #expect(script.failure("return Player:sorted_by(\(function))\(end)") == "schema.lua:2: no", "\(end)")
      }
      try script.run("db:execute('CREATE TABLE t (a TEXT)') db:execute('DROP TABLE t')")
    }
    #expect(
      script.failure("Player:sorted_by(function(p) if p.id == 4 then return 'x' end return 1 end):fetch()")
        == "rows cannot be sorted by an integer here and a text there: keys are of one kind (tostring(…) makes texts of all)"
    )
  }

  @Test func `a row that was lent to a sort cannot be kept or changed`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local kept, other
      Player:sorted_by(function(a, b) kept, other = a, b return a.id < b.id end):fetch()
      print(pcall(function() return kept.name end))
      print(pcall(function() return other.name end))
      print(pcall(function() Player:sorted_by(function(p) p.age = 20 return 1 end):fetch() end))
      print(names(Player:sorted_by(function(p) return -Player:where("score", "<", p.score):count() end):fetch()))
      """,
      """
      false schema.lua:3: this row was only lent to the function that tested it. Keep its key, or fetch() the rows first
      false schema.lua:4: this row was only lent to the function that tested it. Keep its key, or fetch() the rows first
      false a row that a function tests cannot be changed: fetch() the rows, then change them
      Cid Ann Bob Eve Dan
      """)
  }

  @Test func `explain says what is sorted in memory`() throws {
    let script = try Script(schema: fivePlayers)
    let text = try script.run(
      "return tostring(Player:sorted_by('team.name', function(p) return #{ p } end, function(a, b) return false end, '-name'):limit(2):explain())"
    )
    #expect(
      text.hasPrefix(
        """
        closure: schema.lua:1: it makes a table of what the row holds: keep values in local variables, and write a condition as a function; rows are sorted in memory
        closure: schema.lua:1: it does not compare the same key of both rows, one key after the other: a function of one row may give the key, sorted_by(function(row) return row.name or "" end); rows are sorted in memory
        limit and offset count the rows that are left
        SELECT
        """), "\(text)")
    #expect(text.contains(#"ORDER BY "player"."name" DESC, "player"."id""#), "\(text)")
  }

  @Test func `comparators that say what nil counts as, or count related rows, are keys`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { n = integer {}, s = text {}, kids = has_many "B" }
        B = entity "B" { a = belongs_to "A" }
        db:create_all()
        one = A:create { n = 5, s = "x" } two = A:create { s = "y" } A:create { n = -1 }
        B:create { a = two } B:create { a = two } B:create { a = one }
        function both(f)
          local rows = A:sorted_by(f)
          local function ids(list) return table.concat(list:map "id", " ") end
          return tostring(rows:explain()):match "^%a+", ids(rows:fetch()), ids(rows:fetch { pushdown = false })
        end
        """)
    try script.expect(
      """
      print(both(function(a, b) return (a.n or 0) > (b.n or 0) end))
      print(both(function(a, b) return (a.s or "") < (b.s or "") end))
      print(both(function(a, b) return #a.kids > #b.kids end))
      print(both(function(a, b) return #a.kids * 2 < #b.kids * 2 end))
      print((tostring(A:sorted_by(function(a, b) return a.n and b.n and a.n < b.n end):explain()):match "^[^\\n]*"))
      """,
      """
      pushed 1 2 3 1 2 3
      pushed 3 1 2 3 1 2
      pushed 2 1 3 2 1 3
      pushed 3 1 2 3 1 2
      closure: schema.lua:5: some rows have NULL in a key that it compares: a function of one row may give the key, sorted_by(function(row) return row.name or "" end); rows are sorted in memory
      """)
  }

  @Test func `distinct values have no order of functions`() throws {
    let script = try Script(schema: fivePlayers)
    #expect(
      script.failure("Player:distinct():sorted_by(function(p) return 1 end):pluck 'age'")
        == "distinct values of age cannot be sorted by a function: several rows stand behind one value")
  }

  @Test func `functions and names give the order that names alone give`() throws {
    let script = try Script(schema: players)
    let seed: UInt64 = 0x50_27
    var dice = Dice(seed: seed)
    var rows = ""
    for number in 0..<150 {
      rows += "Player:create { name = 'p\(dice.roll(1000))-\(number)', score = \(dice.roll(5)),"
      rows += " age = \(dice.roll(4) == 0 ? "nil" : String(18 + dice.roll(4))) }\n"
    }
    try script.run("db:transaction(function() \(rows) end)")
    for _ in 0..<80 {
      var (plain, mixed): ([String], [String]) = ([], [])
      for _ in 0...dice.roll(3) {
        let field = dice.pick(["name", "score", "age", "id"])
        let (word, nulls) = (dice.pick(["asc", "desc"]), dice.pick(["first", "last"]))
        plain.append("\(word)('\(field)', { nulls = '\(nulls)' })")
        mixed.append(
          dice.roll(2) == 0
            ? plain[plain.count - 1] : "\(word)(function(p) return p.\(field) end, { nulls = '\(nulls)' })")
      }
      let cut = dice.pick(["", ":limit(7)", ":offset(140)", ":limit(20):offset(5)"])
      let wanted = try script.run(
        "return table.concat(Player:sorted_by(\(plain.joined(separator: ", ")))\(cut):pluck 'id', ' ')")
      let order = mixed.joined(separator: ", ")
      let found = try script.run("return table.concat(Player:sorted_by(\(order))\(cut):fetch():map 'id', ' ')")
      if wanted != found { Issue.record("\(order)\(cut): \(found), not \(wanted) (seed \(seed))") }
    }
  }
}
