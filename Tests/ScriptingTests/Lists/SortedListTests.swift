import Schema
import TestSupport
import Testing

/// `list:sorted(…)`, in the order that `sorted_by` gives.
@Suite struct SortedListTests {
  @Test func `a list is sorted by names, options and functions`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      print(names(list:sorted "-score"), names(list:sorted("score", "-name")), names(list:sorted "age"))
      print(names(list:sorted(asc("age", { nulls = "last" }))), names(list:sorted(desc "team.name", "name")))
      print(names(list:sorted "team"), names(list:sorted(desc(desc "id"))))
      print(names(list:sorted(function(p) return p.score % 3 end)), names(list:sorted(desc(function(p) return p.age end))))
      print(names(list:sorted(asc(function(p) return p.age end, { nulls = "last" }), "name")))
      print(names(list:sorted(function(a, b) return a.score > b.score end)))
      print(names(list:sorted(desc(function(a, b) return a.score > b.score end), "-name")))
      print(names(list:sorted("-active", function(a, b) return a.score < b.score end, function(p) return -p.id end)))
      local sorted = list:sorted "-id"
      print(rawequal(sorted[1], list[5]), #sorted, sorted:map("id")[2], names(list), #Player:where { id = 9 }:fetch():sorted "id")
      """,
      """
      Cid Ann Bob Eve Dan Dan Eve Bob Ann Cid Dan Ann Bob Cid Eve
      Ann Bob Cid Eve Dan Ann Bob Cid Dan Eve
      Eve Ann Bob Cid Dan Ann Bob Cid Dan Eve
      Bob Cid Eve Dan Ann Eve Cid Bob Ann Dan
      Ann Bob Cid Eve Dan
      Cid Ann Bob Eve Dan
      Dan Eve Bob Ann Cid
      Ann Bob Dan Eve Cid
      true 5 4 Ann Bob Cid Dan Eve 0
      """)
  }

  @Test func `keys of a function may be of every kind that has an order`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      local function by(...)
        local keys = table.pack(...)
        return names(list:sorted(function(p) return keys[p.id] end))
      end
      print(by(3, 1, nil, 2.5, 1.5), by(true, false, true, nil, false), by("b", "B", "", "é", "a"))
      print(by(null, 2, 1, null, 0), by(math.maxinteger, 2^63, math.mininteger, 0/0, -2^63))
      print(by(decimal "0.10", decimal "0.1", decimal "-3", 2, decimal "0.05"))
      print(by(decimal "12345678901234567890.1", decimal "12345678901234567890.2", 1, 0, decimal "-12345678901234567890.5"))
      print(by(9007199254740993, 2^53, 9007199254740992, 1, 2))
      print(by("a", "a\\0b", "a\\0a", "a\\255", "b"))
      """,
      """
      Cid Bob Eve Dan Ann Dan Bob Eve Ann Cid Cid Bob Eve Ann Dan
      Ann Dan Eve Cid Bob Dan Cid Eve Ann Bob
      Cid Eve Ann Bob Dan
      Eve Dan Cid Ann Bob
      Dan Eve Bob Cid Ann
      Ann Cid Bob Dan Eve
      """)
  }

  @Test func `digits count as numbers and case does not when asked`() throws {
    let script = try Script(
      schema: """
        Track = entity "Track" { name = text {} }
        db:create_all()
        for _, name in ipairs { "a10", "A2", "a2", "b1", "a", "a1b", "É2", "é10", "10", "9", "007", "ß" } do Track:create { name = name } end
        function names(list) return table.concat(list:map "name", " ") end
        """)
    let orders = [
      #"asc("name", { numeric = true })"#: "007 9 10 A2 a a1b a2 a10 b1 É2 ß é10",
      #"asc("name", { numeric = true, ignore_case = true })"#: "007 9 10 a a1b A2 a2 a10 b1 ß É2 é10",
      #"desc("name", { ignore_case = true })"#: "É2 é10 ß b1 A2 a2 a1b a10 a 9 10 007",
      #"asc("id", { ignore_case = true, numeric = true })"#: "a10 A2 a2 b1 a a1b É2 é10 10 9 007 ß",
    ]
    for (order, names) in orders {
      try script.expect("return names(Track:sorted_by(\(order)):fetch())", names)
      try script.expect("return names(Track:fetch():sorted(\(order)))", names)
    }
    try script.expect(
      "return names(Track:fetch():sorted(asc(function(t) return t.name end, { numeric = true, ignore_case = true })))",
      orders[#"asc("name", { numeric = true, ignore_case = true })"#] ?? "")
  }

  @Test func `memory sorts as the database does`() throws {
    let script = try Script(
      schema: """
        Owner = entity "Owner" { name = text {} }
        Row = entity "Row" {
          t = text {}, i = integer {}, r = real {}, d = decimal { scale = 2 }, b = boolean {}, day = date {},
          e = enum { { "zz", 1 }, { "aa", 2 } }, owner = belongs_to "Owner",
        }
        db:create_all()
        """)
    let seed: UInt64 = 0x50_47_ED
    var dice = Dice(seed: seed)
    let texts = [
      "", "a", "A", "a2", "a10", "a02", "Ä", "ä", "é", "e\u{301}", "ß", "ss", "🙂", "Z", "z9", "z10", "10", "9", "İ",
      "ı", "I",
    ]
    func maybe(_ value: String) -> String { dice.roll(6) == 0 ? "nil" : value }
    var rows = ""
    for name in ["x", "Y", "y", "é"] { rows += "Owner:create { name = \"\(name)\" } " }
    for _ in 0..<120 {
      rows += "Row:create { t = \(maybe("\"" + dice.pick(texts) + dice.pick(texts) + "\"")),"
      rows += " i = \(maybe(String(dice.roll(5) - 2))), r = \(maybe(String(Double(dice.roll(7)) / 2 - 1))),"
      rows +=
        " d = \(maybe("\"\(dice.roll(9) - 4).\(dice.roll(10))\"")), b = \(maybe(dice.roll(2) == 0 ? "true" : "false")),"
      rows +=
        " day = \(maybe("\"2024-0\(1 + dice.roll(9))-11\"")), e = \(maybe(dice.roll(2) == 0 ? "\"aa\"" : "\"zz\"")),"
      rows += " owner = \(maybe("Owner:get(\(1 + dice.roll(4)))")) }\n"
    }
    try script.run("db:transaction(function() \(rows) end)")
    let fields = ["t", "i", "r", "d", "b", "day", "e", "owner", "owner.name"]
    for _ in 0..<150 {
      var keys: [String] = []
      for _ in 0...dice.roll(3) {
        let word = dice.roll(2) == 0 ? "asc" : "desc"
        let nulls = ["", "nulls = 'first',", "nulls = 'last',"][dice.roll(3)]
        let folds = dice.roll(3) == 0 ? "ignore_case = true," : ""
        let counts = dice.roll(3) == 0 ? "numeric = true," : ""
        keys.append("\(word)('\(dice.pick(fields))', { \(nulls) \(folds) \(counts) })")
      }
      let order = keys.joined(separator: ", ")
      let sql = try script.run("return table.concat(Row:sorted_by(\(order)):pluck 'id', ' ')")
      let memory = try script.run("return table.concat(Row:fetch():sorted(\(order)):map 'id', ' ')")
      if sql != memory { Issue.record("\(order): SQL \(sql), memory \(memory) (seed \(seed))") }
    }
  }

  @Test func `what cannot be an order is refused in words`() throws {
    let script = try Script(schema: fivePlayers)
    let list = "Player:fetch():sorted"
    let messages = [
      "\(list)()": #"sorted needs the name of a field or a function: sorted("-score")"#,
      "\(list) 'scor'": "Player has no field 'scor'. Did you mean 'score'?",
      "\(list) '-'":
        "sorted: an order is the name of a field (\"-score\"), asc(…), desc(…) or a function, not the text '-'",
      "\(list)({})": "sorted: an order is the name of a field (\"-score\"), asc(…), desc(…) or a function, not a table",
      "\(list)(function(a, b, c) end)":
        "sorted: a function of an order has one parameter (it gives a key) or two (whether the first row comes first), not 3",
      "\(list)(asc('name', { null = 'last' }))":
        "asc: there is no option 'null'. Did you mean 'nulls'? Options are ignore_case, nulls and numeric",
      "\(list)(desc('name', { nulls = 'end' }))": "desc: option 'nulls' is \"first\" or \"last\", not the text 'end'",
      "\(list)(asc('name', { numeric = 1 }))": "asc: option 'numeric' is true or false, not the integer 1",
      "\(list)(asc(function(a, b) end, { nulls = 'last' }))":
        "asc: a function of two rows decides all by itself: it takes no options",
      "\(list)(function(p) return p end)":
        "rows are sorted by nil, booleans, numbers, texts or decimals, not by an object",
      "\(list)(function(p) if p.id == 2 then return 'x' end return p.id end)":
        "rows cannot be sorted by an integer here and a text there: keys are of one kind (tostring(…) makes texts of all)",
      "\(list)(function(p) if p.id == 2 then return decimal '1' end return 0.5 end)":
        "rows cannot be sorted by a number here and a decimal there: keys are of one kind (tostring(…) makes texts of all)",
      "\(list)(function(p)\nerror('no', 1) end)": "schema.lua:2: no",
      "\(list)(function(a, b)\nreturn a.name < b.age end)":
        "schema.lua:2: attempt to compare string with number",
    ]
    for (source, message) in messages { #expect(script.failure("return \(source)") == message) }
  }

  @Test func `a comparator that contradicts itself still gives each row once`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      db:transaction(function() for i = 1, 200 do Player:create { name = "p" .. i } end end)
      local list, seed = Player:fetch(), 7
      for _, contrary in ipairs {
        function(a, b) return true end, function(a, b) return false end, function(a, b) return a.id ~= b.id end,
        function(a, b) seed = (seed * 1103515245 + 12345) % 2147483648 return seed % 3 == 0 end,
      } do
        local seen, count = {}, 0
        for _, p in ipairs(list:sorted(contrary, contrary)) do
          if not seen[p.id] then seen[p.id], count = true, count + 1 end
        end
        print(count)
      end
      """, "200\n200\n200\n200")
  }
}
