import TestSupport
import Testing

/// Random requests, with conditions, orders and cuts: every way to ask for their rows gives what memory makes of all rows.
@Suite struct RandomRequestTests {
  /// `MOONSHELL_REQUESTS` sets how many requests are tried.
  private static let count = RandomWorld.count("MOONSHELL_REQUESTS", usual: 150)

  /// Each function of `ways` is given a request and the rows that it has to give; it returns what the database says of
  /// them, and what they say themselves.
  private static let tools = """
    ways = {}
    local function ids(rows)
      local list = {}
      for i = 1, #rows do list[i] = rows[i].id end
      return table.concat(list, " ")
    end
    local function holding(rows)
      local held = {}
      for _, row in ipairs(rows) do held[row.id] = true end
      return held
    end
    local function kept(list, keeps)
      local found = {}
      for _, row in ipairs(list) do if keeps(row) then found[#found + 1] = row end end
      return found
    end
    local function fold(rows, field, better)
      local best
      for _, row in ipairs(rows) do
        local value = row[field]
        if value ~= nil and (best == nil or better(value, best)) then best = value end
      end
      return tostring(best)
    end
    local function ages(rows)
      local known = {}
      for _, row in ipairs(rows) do if row.age then known[row.age] = true end end
      return known
    end
    function ways.fetch(q, rows) return ids(q:fetch()), ids(rows) end
    function ways.count(q, rows) return q:count(), #rows end
    function ways.exists(q, rows) return q:exists(), #rows > 0 end
    function ways.first(q, rows) return ids { q:first() }, ids { rows[1] } end
    function ways.several(q, rows) return ids(q:first(3)), ids(table.move(rows, 1, 3, 1, {})) end
    function ways.pluck(q, rows) return table.concat(q:pluck "id", " "), ids(rows) end
    function ways.least(q, rows) return tostring(q:min "x"), fold(rows, "x", function(a, b) return a < b end) end
    function ways.most(q, rows) return tostring(q:max "price"), fold(rows, "price", function(a, b) return a > b end) end
    function ways.eagerly(q, rows) return ids(q:with("team", "games"):fetch()), ids(rows) end
    function ways.distinct(q, rows) return ids(q:distinct():fetch()), ids(rows) end
    function ways.results(q, rows) return ids(q:results():objects()), ids(rows) end
    function ways.list(q, rows) return table.concat(q:aggregate { all = "list id" }.all, " "), ids(rows) end
    function ways.iterate(q, rows)
      local list = {}
      for row in q:iterate() do list[#list + 1] = row end
      return ids(list), ids(rows)
    end
    function ways.annotate(q, rows)
      local seen, known = {}, {}
      for i, row in ipairs(q:annotate { number = "count games" }:fetch()) do seen[i] = row.id .. ":" .. row.number end
      for i, row in ipairs(rows) do known[i] = row.id .. ":" .. #row.games end
      return table.concat(seen, " "), table.concat(known, " ")
    end
    function ways.group(q, rows)
      local seen, sizes = {}, {}
      for _, group in ipairs(q:group_by "rank":aggregate { size = "count" }:fetch()) do
        seen[#seen + 1] = tostring(group.rank) .. ":" .. group.size
      end
      for _, row in ipairs(rows) do
        local key = tostring(row.rank)
        sizes[key] = (sizes[key] or 0) + 1
      end
      local known = {}
      for key, size in pairs(sizes) do known[#known + 1] = key .. ":" .. size end
      table.sort(seen)
      table.sort(known)
      return table.concat(seen, " "):gsub("null", "nil"), table.concat(known, " ")
    end
    local function part(row)
      local n = type(row.avatar) == "table" and row.avatar.n or nil
      if n ~= null then return n end
    end
    function ways.parts(q, rows)
      local seen, known, sizes, shown = {}, {}, {}, {}
      for _, group in ipairs(q:group_by { n = "avatar.n" }:aggregate { size = "count" }:fetch()) do
        seen[#seen + 1] = encode(group.n, "json") .. ":" .. group.size
      end
      local nothing = {}
      for _, row in ipairs(rows) do
        local key = part(row)
        if key == nil then key = nothing end
        sizes[key] = (sizes[key] or 0) + 1
        -- One of 3 and 3.0 that is an integer is shown.
        if shown[key] == nil or math.type(key) == "integer" then shown[key] = key end
      end
      for key, size in pairs(sizes) do
        known[#known + 1] = (key == nothing and "null" or encode(shown[key], "json")) .. ":" .. size
      end
      table.sort(seen)
      table.sort(known)
      return table.concat(seen, " "), table.concat(known, " ")
    end
    function ways.operand(q, rows)
      local held = holding(rows)
      local games = kept(Game:sorted_by "id":fetch(), function(g) return g.player and held[g.player.id] end)
      return ids(Game:where { player = q }:sorted_by "id":fetch()), ids(games)
    end
    function ways.denied(q, rows)
      local held = holding(rows)
      local others = kept(Player:sorted_by "id":fetch(), function(p) return p.boss and not held[p.boss.id] end)
      return ids(Player:where { boss = is.none_of(q) }:sorted_by "id":fetch()), ids(others)
    end
    function ways.column(q, rows, isOfMembers)
      if isOfMembers then return end
      local known = ages(rows)
      local same = kept(Player:sorted_by "id":fetch(), function(p) return p.age and known[p.age] end)
      return ids(Player:where { age = is.one_of(q:select "age") }:sorted_by "id":fetch()), ids(same)
    end

    local whole = {}
    function whole.pages(q, rows)
      local list, cursor = {}
      repeat
        local page
        page, cursor = q:page { after = cursor, size = 4 }
        table.move(page, 1, #page, #list + 1, list)
      until not cursor
      return ids(list), ids(rows)
    end

    local function wrong(ways, q, rows, isOfMembers)
      for name, way in pairs(ways) do
        local seen, known = way(q, rows, isOfMembers)
        if seen ~= known then return name .. ": " .. tostring(seen) .. ", not " .. tostring(known) end
      end
    end

    tried, refused = 0, 0
    function check(base, where, keys, offset, limit)
      tried = tried + 1
      local isOfMembers = base == Computed
      local meant, kept = pcall(function()
        return base:sorted_by "id":fetch():filter(table.unpack(where)):sorted(table.unpack(keys))
      end)
      if not meant then refused = refused + 1 return end
      local q = base:where(table.unpack(where)):sorted_by(table.unpack(keys))
      if not limit then return wrong(whole, q, kept) or wrong(ways, q, kept, isOfMembers) end
      local rows = table.move(kept, offset + 1, math.min(#kept, offset + limit), 1, {})
      return wrong(ways, q:offset(offset):limit(limit), rows, isOfMembers)
    end
    """

  @Test(arguments: UInt64(0)..<3)
  func `every way to ask for rows gives what memory gives`(part: UInt64) throws {
    let seed = RandomWorld.seed &+ 200 &+ part
    let script = try RandomWorld.script(seed: seed, foreign: false)
    try script.run(RandomWorld.members + Self.tools)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<Self.count / 3 {
      let call = Self.call(&conditions)
      let verdict = try script.run("return \(call) or 'right'")
      #expect(verdict == "right", "\(call), seed \(seed)")
    }
    #expect(try script.run("return refused * 3 < tried") == "true")
  }

  private static func call(_ conditions: inout RandomConditions) -> String {
    let cut = conditions.dice.roll(2) == 0 ? "\(conditions.dice.roll(5)), \(conditions.dice.roll(9))" : "nil, nil"
    let isOfMembers = conditions.dice.roll(3) == 0
    let condition = isOfMembers ? conditions.ofMembers() : conditions.arguments()
    let order = conditions.order(ofMembers: isOfMembers)
    return "check(\(isOfMembers ? "Computed" : "Player:all()"), { \(condition) }, { \(order) }, \(cut))"
  }
}

extension RandomConditions {
  /// What stands between the brackets of `sorted_by`.
  fileprivate mutating func order(ofMembers: Bool) -> String {
    let members = ["'-played'", "'best'", "'called'", "'since'", "'-grown'"]
    let fields = [
      "'age'", "'-age'", "'name'", "desc 'name'", "'-price'", "'team.name'", "'-boss.age'", "'count(games)'",
      "'-(age + x)'", "asc('x', { nulls = 'last' })", "asc('name', { ignore_case = true })", "'length(name)'",
      "'address.city'", "'year(born)'", "'-at'", "'good'", "'rank'",
    ]
    let keys = (0...dice.roll(2)).map { _ in dice.pick(ofMembers ? members + fields : fields) }
    return keys.joined(separator: ", ")
  }
}
