import TestSupport
import Testing

/// Random functions over all that rows have: what the database says is what the function says of each row.
@Suite struct RandomFunctionTests {
  /// `MOONSHELL_FUNCTIONS` sets how many functions are tried.
  private static let count = RandomWorld.count("MOONSHELL_FUNCTIONS", usual: 600)

  private static let tools = """
    kinds = { pushed = 0, prefilter = 0, closure = 0 }
    local function shown(value)
      if type(value) == "table" then return "table" end
      if value == null or type(value) ~= "userdata" and math.type(value) ~= "integer" then
        return tostring(value) .. ":" .. type(value)
      end
      -- Integers among decimals are decimals.
      local text = tostring(value)
      return (text:find "%." and text:gsub("%.?0+$", "") or text) .. ":exact"
    end
    local function compare(rows, run)
      local ran, first = pcall(run, rows)
      local kept, second = pcall(run, rows, { pushdown = false })
      if ran == kept and tostring(first) == tostring(second) then return end
      return tostring(first) .. " pushed, " .. tostring(second) .. " row by row: " .. tostring(rows:explain())
    end
    local function ids(rows, options) return table.concat(rows:fetch(options):map "id", " ") end
    function filtered(f)
      local rows = Player:where(f)
      local kind = tostring(rows:explain()):match "^%l+"
      kinds[kind] = kinds[kind] + 1
      return compare(rows, ids)
    end
    function computed(f) return compare(Computed:where(f), ids) end
    function computedSort(f) return compare(Computed:sorted_by(f), ids) end
    function chained(word, f, g) return compare(Player[word](Player:where(f), g), ids) end
    function cut(f) return compare(Player:where(f):sorted_by("-age", "id"):limit(4):offset(1), ids) end
    function counted(f)
      return compare(Player:where(f), function(rows, options)
        return options and #rows:fetch(options) .. tostring(#rows:fetch(options) > 0) or rows:count() .. tostring(rows:exists())
      end)
    end
    function sorted(f)
      return compare(Player:sorted_by(f), function(rows, options) return table.concat(rows:fetch(options):map "id", " ") end)
    end
    -- A value that a function gives, and the same called for each object.
    function given(f)
      local function run(rows)
        local values = {}
        for place, value in ipairs(rows) do values[place] = shown(value) end
        return table.concat(values, " ")
      end
      local ran, first = pcall(function() return run(Player:sorted_by "id":pluck(f)) end)
      local kept, second = pcall(function()
        local values = {}
        for place, p in ipairs(Player:sorted_by "id":fetch()) do
          local value = f(p)
          if value == nil then value = null end
          values[place] = value
        end
        return run(values)
      end)
      -- Objects and tables are no values that a request gives.
      if not ran and (tostring(first):find "a function gives a number" or tostring(first):find "a function that gives decimals") then
        return
      end
      if ran ~= kept or ran and first ~= second then return tostring(first) .. " of the request, " .. tostring(second) .. " of the objects" end
    end
    """

  @Test(arguments: UInt64(0)..<3)
  func `functions select, sort and give what they do row by row`(part: UInt64) throws {
    let seed = RandomWorld.seed &+ part
    let script = try RandomWorld.script(seed: seed)
    try script.run(RandomWorld.members + Self.tools)
    var functions = RandomFunctions(seed: seed)
    for _ in 0..<Self.count / 3 {
      let kind = functions.dice.roll(12)
      functions.readsMembers = kind == 2 || kind == 3
      let (word, function) =
        switch kind {
        case 0: ("sorted", functions.key())
        case 1: ("given", functions.key())
        case 2: ("computed", functions.filter())
        case 3: functions.dice.roll(3) == 0 ? ("computedSort", functions.key()) : ("computed", functions.filter())
        case 4:
          (
            "chained",
            "'\(functions.dice.pick(["where", "or_where", "where_not"]))', \(functions.filter()), \(functions.filter())"
          )
        case 5: functions.dice.roll(2) == 0 ? ("cut", functions.filter()) : ("counted", functions.filter())
        default: ("filtered", functions.filter())
        }
      let wrong = try script.run("\(RandomFunctions.captured) return \(word)(\(function))")
      #expect(wrong == "", "\(word) \(function), seed \(seed)")
    }
    print("functions, seed \(seed):", try script.run("return kinds.pushed, kinds.prefilter, kinds.closure"))
    // What is compared must mostly be what the database says; a server says less of documents and of Lua's patterns.
    if TestEngine.chosen == .postgresql { return }
    #expect(try script.run("return kinds.closure * 3 < kinds.pushed + kinds.prefilter") == "true")
  }
}
