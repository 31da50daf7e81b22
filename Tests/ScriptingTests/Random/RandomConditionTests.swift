import TestSupport
import Testing

/// Random conditions over all that rows have: the database selects what memory does.
@Suite struct RandomConditionTests {
  /// `MOONSHELL_CONDITIONS` sets how many conditions are tried.
  private static let count = RandomWorld.count("MOONSHELL_CONDITIONS", usual: 450)

  private static let tools = """
    tried, refused = 0, 0
    function compare(...)
      tried = tried + 1
      local arguments = table.pack(...)
      local function ids(list) return table.concat(list:map "id", " ") end
      local ran, first = pcall(function() return ids(Player:where(table.unpack(arguments)):sorted_by "id":fetch()) end)
      local all = Player:sorted_by "id":fetch()
      local kept, second = pcall(function() return ids(all:filter(table.unpack(arguments))) end)
      if not ran then refused = refused + 1 end
      if ran ~= kept or ran and first ~= second then
        return tostring(first) .. " in SQL, " .. tostring(second) .. " in memory"
      end
    end
    """

  @Test(arguments: UInt64(0)..<3)
  func `conditions select the same rows in memory and in SQL`(part: UInt64) throws {
    let seed = RandomWorld.seed &+ 100 &+ part
    let script = try RandomWorld.script(seed: seed, foreign: false)
    try script.run(Self.tools)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<Self.count / 3 {
      let arguments = conditions.arguments()
      let wrong = try script.run("return compare(\(arguments))")
      #expect(wrong == "", "\(arguments), seed \(seed)")
    }
    print("conditions, seed \(seed): tried and refused", try script.run("return tried, refused"))
    // Most of them mean something.
    #expect(try script.run("return refused * 3 < tried") == "true")
  }
}
