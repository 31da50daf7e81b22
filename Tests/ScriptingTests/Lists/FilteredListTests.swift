import TestSupport
import Testing

/// `list:filter(…)` selects of a list what `where(…)` selects of its rows.
@Suite struct FilteredListTests {
  @Test func `a list takes every form of a condition`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      is.odd = test(function(v) return v % 2 == 1 end, "must be odd")
      local list = Player:fetch()
      print(names(list:filter { age = is.at_least(21) }), names(list:filter { name = { "Ann", "Dan" }, team = red }))
      print(names(list:filter { team = null }), names(list:filter { team = blue }), names(list:filter { ["team.name"] = "Red" }))
      print(names(list:filter("score", ">", 3)), names(list:filter("name", "prefix", "B")), names(list:filter("name", is.prefix "B")))
      print(names(list:filter "age >= 21 and team.name == 'Blue' or score * 2 == 6"))
      print(names(list:filter("score > low", { low = 3 })), names(list:filter { score = is.odd & is.less(5) }))
      print(names(list:filter("not (age < 22)")), names(list:filter { age = ~is.less(22) }), #list:filter { age = is.absent })
      print(names(list:filter { rank = "pro" }), names(list:filter { active = true }), #list:filter("active", "~=", true))
      print(names(list:filter { name = is.prefix("a", { ignore_case = true }) }), names(list:filter(function(p) return p.score == 3 end)))
      local some = list:filter { score = 3 }
      print(rawequal(some[1], list[2]), some, names(some:filter { id = 5 }:sorted "id"))
      """,
      """
      Bob Cid Eve Ann
      Eve Cid Dan Ann Bob
      Ann Cid Bob Bob
      Bob Cid Eve
      Ann Cid Bob Dan Eve
      Cid Eve Cid Eve 1
      Cid Ann 1
      Ann Bob Eve
      true list of 2 Player Eve
      """)
  }

  @Test func `a test made of a function is asked of the objects`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      is.good = test(function(p) return p.score >= 5 end)
      is.young = test(function(p) return p.age and p.age < 22 end)
      local list = Player:fetch()
      print(names(list:filter(is.good)), names(list:filter(~is.good)), names(list:filter(is.good & ~is.young)))
      print(names(list:filter(is.young | is.good)), names(list:filter(test(function(p) return p.team == blue end))))
      """,
      """
      Ann Cid Bob Dan Eve Cid
      Ann Bob Cid Cid Dan
      """)
    #expect(
      script.failure("Player:fetch():filter(is.present)")
        == "filter: is.present tests the value of a field: say of which one, as in filter { name = is.present }")
    #expect(script.failure("Player:fetch():filter(is.good & ~is.less(5))").contains("filter { name = is.less(5) }"))
    #expect(script.failure("Player:fetch():filter(is.less)") == "filter: is.less needs a value first")
  }

  @Test func `a list sees what was assigned since`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      list[1].score = 40
      list[2].team = blue
      print(names(list:filter { score = 40 }), names(list:filter { team = blue }), names(list:filter "team.name == 'Blue'"))
      print(names(list:sorted "-score"), Player:where { score = 40 }:count())
      """, "Ann Bob Cid Dan Bob Cid Dan\nAnn Cid Bob Eve Dan 0")
  }

  @Test func `mistakes are told as where tells them`() throws {
    let script = try Script(schema: fivePlayers)
    let list = "Player:fetch():filter"
    #expect(script.failure("\(list) { agee = 3 }") == "Player has no field 'agee'. Did you mean 'age'?")
    #expect(script.failure("\(list) {}").hasPrefix("filter {} says nothing"))
    #expect(script.failure("\(list)()").hasPrefix("filter takes a table of conditions"))
    #expect(script.failure("\(list) 'age >'").hasPrefix("filter: a field, a parameter or a value was expected here"))
    #expect(
      script.failure("Player:select('name'):fetch():filter { age = 20 }").hasPrefix(
        "Player: 'age' is not among the fields"))
  }

  @Test func `a list selects what the database does`() throws {
    let script = try Script(schema: players + "is.even = test(function(v) return v % 2 == 0 end)")
    let seed: UInt64 = 0xF1_17_E2
    var dice = Dice(seed: seed)
    var rows = "for _, n in ipairs { 'Red', 'Blue', 'Ärger' } do Team:create { name = n } end\n"
    for number in 0..<80 {
      rows +=
        "Player:create { name = '\(dice.pick(["Ann", "bob", "É", "10", "a2"]))\(number)', score = \(dice.roll(5)),"
      rows += " age = \(dice.roll(4) == 0 ? "nil" : String(18 + dice.roll(5))),"
      rows +=
        " active = \(dice.pick(["true", "false", "nil"])), team = \(dice.pick(["nil", "Team:get(1)", "Team:get(2)"])) }\n"
    }
    try script.run("db:transaction(function() \(rows) end)")
    let parts = [
      "age >= 20", "name:prefix('a', { ignore_case = true })", "age:even()", "age:between(19, 21)",
      "team.name == 'Red'", "team == nil",
      "score % 2 == 1", "age // 2 > score * 3", "active", "age + score > 23", "name .. score ~= 'x'", "score / 2 < 1.5",
      "age:one_of(18, 20, 22)", "name:matching('[0-3]$')", "team.name:length(3)", "not active", "age < score",
    ]
    for _ in 0..<150 {
      var text = dice.pick(parts)
      for _ in 0..<dice.roll(4) {
        text =
          "\(dice.pick(["", "not "]))(\(text)) \(dice.pick(["and", "or"])) \(dice.pick(["", "not "]))(\(dice.pick(parts)))"
      }
      let sql = try script.run("return table.concat(Player:where(\"\(text)\"):pluck 'id', ' ')")
      let memory = try script.run("return table.concat(Player:fetch():filter(\"\(text)\"):map 'id', ' ')")
      if sql != memory { Issue.record("\(text): SQL \(sql), memory \(memory) (seed \(seed))") }
    }
  }
}
