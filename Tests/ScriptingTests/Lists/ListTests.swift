import Testing

/// A list behaves as a Lua sequence.
@Suite struct ListTests {
  @Test func `a list has a length, places, and the same object in each`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      print(#list, list[1].name, rawequal(list[1], list[1]), list[0], list[6], list[-1], list[1.0].name, list[1.5], list.x)
      local t = {}
      for i, p in ipairs(list) do t[#t + 1] = i .. p.name end
      for i, p in pairs(list) do t[#t + 1] = i .. p.name end
      print(table.concat(t, " "))
      print(select("#", table.unpack(list)), (select(3, table.unpack(list))).name, table.unpack(list, 2, 2).name)
      print(tostring(list), type(list))
      """,
      """
      5 Ann true nil nil nil Ann nil nil
      1Ann 2Bob 3Cid 4Dan 5Eve 1Ann 2Bob 3Cid 4Dan 5Eve
      5 Cid Bob
      list of 5 Player userdata
      """)
  }

  @Test func `a list can be sorted, grown and shrunk`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      table.sort(list, function(a, b) return a.name > b.name end)
      print(names(list))
      print(table.remove(list).name, table.remove(list, 1).name, names(list))
      table.insert(list, Player { name = "Zoe" })
      table.insert(list, 1, Player { name = "Yan" })
      print(names(list), #list, list[5]:is_new())
      list[#list] = nil
      print(names(list), #list)
      list[2] = list[3]
      print(names(list))
      table.move(list, 1, 2, 3)
      print(names(list), pcall(function() list[9] = list[1] end))
      print(pcall(table.concat, list))
      print(table.concat(Player:pluck "name", ","))
      local copy = table.move(list, 1, #list, 1, {})
      print(#copy, rawequal(copy[1], list[1]))
      """,
      """
      Eve Dan Cid Bob Ann
      Ann Eve Dan Cid Bob
      Yan Dan Cid Bob Zoe 5 true
      Yan Dan Cid Bob 4
      Yan Cid Cid Bob
      Yan Cid Yan Cid false schema.lua:13: a list of objects has places 1 to 5
      false invalid value (userdata) at index 1 in table for 'concat'
      Ann,Bob,Cid,Dan,Eve
      4 true
      """)
  }

  @Test func `a place that is set to nil is a hole until the end reaches it`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      list[4] = nil
      print(#list, list[4], list[5].name)
      list[5] = nil
      print(#list, list[3].name)
      while #list > 0 do list[#list] = nil end
      print(#list, list[1], pcall(function() list[0] = 1 end))
      list[1] = Player:get(2)
      print(#list, list[1].name)
      """,
      """
      5 nil Eve
      3 Cid
      0 nil false schema.lua:7: a list of objects has places 1 to 1
      1 Bob
      """)
  }

  @Test func `map and filter make lists`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:fetch()
      print(table.concat(list:map "name", " "), list:map(function(p) return p.id * 2 end)[3], #list:map(function() end))
      local some = list:filter(function(p) return p.score == 3 end)
      print(names(some), #some, rawequal(some[1], list[2]), some:filter(function(p) return p.age == 24 end)[1].name)
      print(pcall(list.map, list, 5))
      print(pcall(list.map, list, "agee"))
      print(pcall(list.map, {}, "age"))
      print(pcall(list.filter, list, function() error("x", 0) end))
      print(pcall(list.filter, list, is.present))
      """,
      """
      Ann Bob Cid Dan Eve 6 0
      Bob Eve 2 true Eve
      false map takes the name of a field or a function, not the integer 5
      false Player has no field 'agee'. Did you mean 'age'?
      false a list of objects was expected, not a table. Write ':' before the method
      false x
      false filter: is.present tests the value of a field: say of which one, as in filter { name = is.present }
      """)
  }

  @Test func `map follows dotted names`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:sorted_by("id"):fetch()
      local teams = list:map "team.name"
      print(teams[1], teams[3], teams[5], #list:map "team")
      print(pcall(list.map, list, "team.nam"))
      print(pcall(list.map, list, "name.x"))
      """,
      """
      Red Blue null 5
      false Team has no field 'nam'. Did you mean 'name'?
      false Player: 'name' is a field, not a relation: nothing can follow it (in 'name.x')
      """)
  }

  @Test func `flat_map joins what relations and functions give`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local teams = Team:sorted_by("id"):fetch()
      local all = teams:flat_map "players"
      print(names(all), all, names(all:sorted "-score"), names(all:filter { age = 20 }))
      print(names(teams:flat_map(function(t) return t.players:where("score", ">", 3):fetch() end)))
      print(table.concat(teams:flat_map(function(t) return { t.name, #t.name } end), " "))
      print(names(all:flat_map "team"), #all:flat_map "age", #teams:flat_map(function() end))
      print(Team:where { id = 9 }:fetch():flat_map "players", type(teams:flat_map(function() return {} end)))
      print(#teams:flat_map(function(t) return { t, t.players:first() } end))
      print(pcall(teams.flat_map, teams))
      """,
      """
      Ann Bob Cid Dan list of 4 Player Cid Ann Bob Dan Ann
      Ann Cid
      Red 3 Blue 4
      Red Red Blue Blue 3 0
      list of 0 Player table
      4
      false flat_map takes the name of a field or a function, not nil
      """)
  }

  @Test func `objects outlive their lists, requests and streams`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local kept = {}
      for i = 1, 5 do
        kept[#kept + 1] = Player:fetch()[i]
        collectgarbage()
        kept[#kept + 1] = Player:get(i)
        collectgarbage()
        for p in Player:iterate() do if p.id == i then kept[#kept + 1] = p break end end
        collectgarbage()
        kept[#kept + 1] = kept[#kept].team
        kept[#kept + 1] = Player:fetch():filter(function(p) return p.id == i end)[1]:reload()
        collectgarbage()
      end
      local t = {}
      for i, o in ipairs(kept) do t[i] = o.name end
      return table.concat(t, " ")
      """,
      "Ann Ann Ann Red Ann Bob Bob Bob Red Bob Cid Cid Cid Blue Cid Dan Dan Dan Blue Dan Eve Eve Eve Eve")
  }
}
