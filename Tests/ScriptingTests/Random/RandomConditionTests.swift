import TestSupport
import Testing

/// Random conditions over all that rows have: the database selects what memory does.
@Suite struct RandomConditionTests {
  /// `MOONSHELL_CONDITIONS` sets how many conditions are tried.
  private static let count = RandomWorld.count("MOONSHELL_CONDITIONS", usual: 450)

  private static let tools = """
    tried, refused = 0, 0
    local function ids(list) return table.concat(list:map "id", " ") end
    local function agree(asked, filtered)
      tried = tried + 1
      local ran, first = pcall(function() return ids(asked():sorted_by "id":fetch()) end)
      local kept, second = pcall(function() return ids(filtered()) end)
      if not ran then refused = refused + 1 end
      if ran ~= kept or ran and first ~= second then
        return tostring(first) .. " in SQL, " .. tostring(second) .. " in memory"
      end
    end
    local all, computed = Player:sorted_by "id":fetch(), Computed:sorted_by "id":fetch()
    function compare(...)
      local arguments = table.pack(...)
      return agree(
        function() return Player:where(table.unpack(arguments)) end, function() return all:filter(table.unpack(arguments)) end)
    end
    function ofMembers(...)
      local arguments = table.pack(...)
      return agree(
        function() return Computed:where(table.unpack(arguments)) end,
        function() return computed:filter(table.unpack(arguments)) end)
    end
    function denied(text, parameters)
      return agree(
        function() return Player:where_not(text, parameters) end,
        function() return all:filter("not (" .. text .. ")", parameters) end)
    end
    function either(one, other, third, parameters)
      return agree(
        function() return Player:where(one, parameters):or_where(other, parameters):where(third, parameters) end,
        function() return all:filter("((" .. one .. ") or (" .. other .. ")) and (" .. third .. ")", parameters) end)
    end
    """

  @Test(arguments: UInt64(0)..<3)
  func `conditions select the same rows in memory and in SQL`(part: UInt64) throws {
    let seed = RandomWorld.seed &+ 100 &+ part
    let script = try RandomWorld.script(seed: seed, foreign: false)
    try script.run(RandomWorld.members + Self.tools)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<Self.count / 3 {
      let call =
        switch conditions.dice.roll(8) {
        case 0: "ofMembers(\(conditions.ofMembers()))"
        case 1: "denied([==[\(conditions.text())]==], \(RandomConditions.parameters))"
        case 2:
          "either([==[\(conditions.text())]==], [==[\(conditions.text())]==], [==[\(conditions.text())]==], \(RandomConditions.parameters))"
        default: "compare(\(conditions.arguments()))"
        }
      let wrong = try script.run("return \(call)")
      #expect(wrong == "", "\(call), seed \(seed)")
    }
    print("conditions, seed \(seed): tried and refused", try script.run("return tried, refused"))
    // Most of them mean something.
    #expect(try script.run("return refused * 3 < tried") == "true")
  }
}
