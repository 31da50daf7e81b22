import Testing

/// Scripts that reach with `debug` for what objects, lists and requests hold.
@Suite struct DebugLibraryTests {
  @Test func `what keeps the rows of objects alive is out of reach`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = Player:sorted_by "id":fetch()
      local p = list[1]
      for place = 1, 9 do
        assert(debug.setuservalue(p, nil, place) == nil and debug.getuservalue(p, place) == nil)
        assert(debug.setuservalue(list, 7, place) == nil and debug.getuservalue(list, place) == nil)
      end
      local r = debug.getregistry()
      for key in pairs(r) do r[key] = nil end
      collectgarbage()
      p.name = p.name .. "!"
      p:save()
      return p.name == Player:get(p.id).name, #list, list[2].name == Player:get(list[2].id).name
      """, "true 5 true")
  }

  @Test func `the functions that call closures take anything`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local caught = {}
      local function catch()
        for level = 2, 12 do
          local frame = debug.getinfo(level, "fS")
          if frame and frame.what == "C" then caught[#caught + 1] = frame.func end
        end
      end
      local count = #Player:where(function(p) catch() return p.id > 2 end):fetch { pushdown = false }
      local list = Player:fetch()
      count = count + #list:filter(function(p) catch() return p.id > 3 end)
      count = count + #list:sorted(function(a, b) catch() return a.id < b.id end)
      for _, f in ipairs(caught) do
        for _, arguments in ipairs { {}, { 1 }, { print, list[1], 5 }, { print, list, nil, -1, 1 << 40 }, { list, list } } do
          pcall(f, table.unpack(arguments, 1, 5))
        end
      end
      return #caught > 3, count
      """, "true 10")
  }
}
