import TestSupport
import Testing

@testable import Model

/// Random commits under result sets of requests: each change leads from what was shown to what a new request shows.
@Suite struct RandomCommitTests {
  private static let model =
    resultSetHarness + """

      Team = entity "Team" { name = text {}, players = has_many("Player") }
      Player = entity "Player" {
        name = text { required = true }, score = integer {}, team = belongs_to("Team", { on_delete = "cascade" }),
      }
      db:create_all()
      local random = math.random

      local function team() return random(3) > 1 and Team:sorted_by("id"):offset(random(0, 3)):first() or nil end
      local function player() return Player:sorted_by("id"):offset(random(0, 5)):first() end
      local names = { "Ann", "Bob", "bea", "Cid" }

      local edits = {
        function() Player:create { name = names[random(4)], score = random(0, 5), team = team() } end,
        function() Player:create { name = names[random(4)], team = team() } end,
        function()
          local p = player()
          if p then p:assign { score = random(0, 5), team = team() or null }:save() end
        end,
        function()
          local p = player()
          if p then p.name = names[random(4)] p:save() end
        end,
        function() local p = player() if p then p:delete() end end,
        function() Team:create { name = names[random(4)] } end,
        function() local t = team() if t and random(4) == 1 then t:delete() end end,
        function() local t = team() if t then t.name = names[random(4)] t:save() end end,
        function() Player:where { score = random(0, 5) }:update { score = random(0, 5) } end,
        function() db:execute("UPDATE player SET score = ? WHERE id % 2 = 0", random(0, 5)) end,
      }
      local function edit() edits[random(#edits)]() end

      local steps = {
        edit,
        function() db:transaction(function() for n = 1, random(3) do edit() end end) end,
        function()
          db:begin()
          for n = 1, random(3) do edit() end
          if random(2) == 1 then db:commit() else db:rollback() end
        end,
        function()
          pcall(db.transaction, db, function()
            edit()
            pcall(db.transaction, db, function() edit() error("undone") end)
            edit()
            if random(2) == 1 then error("undone") end
          end)
        end,
      }

      local sorts = {
        { "score", "-name" }, { "-team.name" }, { function(p) return -(p.score or -1) end },
        { function(a, b) return (a.score or -1) < (b.score or -1) end },
      }
      local sections = {
        "team.name", "score", "team", initial "name", function(p) return p.score and p.score % 2 end,
        function(p) return p.team and p.team.name end,
      }
      local filters = { { score = is.at_least(2) }, function(p) return p.score ~= 3 end }
      local orders = { "name", "-name", "appearance", function(a, b) return #a > #b end }

      function sequence(is_sorted, is_sectioned, is_filtered)
        Player:all():delete() Team:all():delete()
        for n = 1, random(0, 3) do Team:create { name = names[random(4)] } end
        for n = 1, random(0, 8) do edits[1]() end
        local request, options = Player:all(), { sort_sections = orders[random(#orders)] }
        if is_sorted then request = request:sorted_by(table.unpack(sorts[random(#sorts)])) end
        if is_sectioned then request = request:sectioned_by(sections[random(#sections)]) end
        if is_filtered then request = request:where(filters[random(#filters)]) end
        local rs = request:results(options)
        local check, stop = watched(rs)
        for n = 1, random(5) do
          steps[random(#steps)]()
          check("step " .. n)
          local now = request:results(options)
          assert(as_text(picture(now)) == as_text(picture(rs)), "step " .. n .. ": another list than a new one")
          local shown = {}
          for _, p in ipairs(request:fetch()) do shown[p.id] = true end
          assert(#rs == request:count())
          for _, p in ipairs(rs) do assert(shown[p.id]) end
        end
        stop()
        return #rs
      end
      """

  @Test(arguments: 0..<8)
  func `random commits change what is shown as they say, and every change can be replayed`(combination: Int) throws {
    let seed = Dice.seed()
    let script = try Script(schema: Self.model)
    var messages = ""
    script.session.diagnostics = { messages += $0 }
    let flags = [1, 2, 4].map { combination & $0 != 0 ? "true" : "false" }.joined(separator: ", ")
    let failure = script.failure(
      """
      math.randomseed(\(seed))
      local rows = 0
      for n = 1, 150 do
        rows = rows + sequence(\(flags))
        if n % 20 == 0 then collectgarbage() end
      end
      assert(rows > 75, "the lists are not empty")
      return "done"
      """)
    #expect(failure == "no error, but: done", "sorted, sectioned, filtered: \(flags); seed \(seed)")
    #expect(messages == "", "seed \(seed)")
  }
}
