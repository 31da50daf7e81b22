import Testing

/// No text of a script becomes SQL, wherever it stands: each call works, or gives one clear error.
@Suite struct HostileTextTests {
  private static let seed = 20_26

  /// Texts made of pieces, and what is asked of each: `attempts` take one text and give a request or nothing.
  private static let hostility = #"""
    local pieces = {
      "'", "''", '"', '""', "`", "[", "]", ";", "--", "/*", "*/", "\0", "\n", "\r\n", "\\", "%", "_", "?", "?1", ":a", "@b", "$c",
      " ", "DROP TABLE player", " OR 1=1", "x", "age", "name", "team.", "é", "e\u{301}", "\u{301}", "🙂", "\u{202E}", "\u{FEFF}",
      "(", ")", ",", "NULL", ".", "\u{2019}", "＇", "\u{200D}", "\xff", "\xc3", "\xed\xa0\x80", "] = 1", "end", "nil", "~=", "==",
      "and ", "or ", "1", "0x", "1e9", "-", "count ", "sum ", "asc", "}", "{", "os.exit()", "\27[2J", ("y"):rep(3000),
    }
    function hostile()
      local parts = {}
      for i = 1, math.random(6) do parts[i] = pieces[math.random(#pieces)] end
      return table.concat(parts)
    end

    local P = Player
    -- The value stands in a statement that is the same for every text.
    values = {
      function(s) return P:where { name = s } end,
      function(s) return P:where("name", "~=", s) end,
      function(s) return P:where("name", "prefix", s .. "x") end,
      function(s) return P:where { name = is.containing(s, { ignore_case = true }) } end,
      function(s) return P:where { name = { s, s } } end,
      function(s) return P:where("name == x", { x = s }) end,
      function(s) return P:where("name .. x == y", { x = s, y = s }) end,
      function(s) return P:where { ["team.name"] = s }:or_where { name = is.between(s, s) } end,
      function(s) return P:where_not("name", "one_of", { s }) end,
    }
    -- The text is a name, an operator, a number, a predicate: mostly a mistake.
    names = {
      function(s) return P:where { [s] = 1 } end,
      function(s) return P:where("team." .. s, "==", 1) end,
      function(s) return P:where(s .. ".name", "==", "x") end,
      function(s) return P:where("age", s, 1) end,
      function(s) return P:where(s) end,
      function(s) return P:where("name == '" .. s .. "'") end,
      function(s) return P:where("name:" .. s .. "('x')") end,
      function(s) return P:where("age == 1", { [s] = 1 }) end,
      function(s) return P:where { age = is[s] } end,
      function(s) return P:sorted_by(s) end,
      function(s) return P:sorted_by("team." .. s, "-" .. s) end,
      function(s) return P:sorted_by(asc("name", { [s] = s })) end,
      function(s) return P:sorted_by(desc("name", { nulls = s })) end,
      function(s) return P:limit(s) end,
      function(s) return P:offset(s) end,
      function(s) return P:first(s) end,
      function(s) return P:page(s) end,
      function(s) return P:page { after = s } end,
      function(s) return P:page { [s] = s } end,
      function(s) return P:group_by(s):aggregate { n = "count" } end,
      function(s) return P:group_by("age"):aggregate { [s] = "count" } end,
      function(s) return P:group_by("age"):aggregate { n = s } end,
      function(s) return P:group_by("age"):aggregate { n = "max " .. s } end,
      function(s) return P:group_by("age"):having(s) end,
      function(s) return P:select(s) end,
      function(s) return P:with(s) end,
      function(s) return P:pluck(s) end,
      function(s) return P:sum(s) end,
      function(s) return P:get(s) end,
      function(s) return P:where "age == 99":update { [s] = 1 } end,
      function(s) return P[s] end,
      function(s) return one[s] end,
      function(s) one[s] = 1 end,
      function(s) return P { [s] = 1 } end,
      function(s) return list:sorted(s) end,
      function(s) return list:filter(s) end,
      function(s) return list:map(s) end,
    }

    -- A statement without its quoted names and numbered placeholders: what is left is of our own making.
    local function shape(text) return (text:gsub('"[^"]*"', "N"):gsub("%?%d+", "V")) end
    local function isClean(text)
      local rest = shape(text)
      return not rest:find("[;'`%[%]{}%c]") and not rest:find("--", 1, true) and not rest:find("/*", 1, true) and not rest:find("DROP", 1, true)
    end
    local function isRequest(v)
      local ok, sql = pcall(function() return (v:sql()) end)
      return ok and sql
    end

    function checkValue(attempt, plain, s)
      local ok, request = pcall(attempt, s)
      if not ok then
        if utf8.len(s) and not s:find("\0") or type(request) ~= "table" then return "a value was refused: " .. tostring(request) end
        return
      end
      local text = request:sql()
      if text ~= plain then return "the statement changed: " .. text end
    end

    function checkName(attempt, s)
      local ok, result = pcall(attempt, s)
      if ok then
        local sql = type(result) == "userdata" and isRequest(result)
        if sql and not isClean(sql) then return "not of our making: " .. sql end
        if sql then
          local runs, problem = pcall(function() return result:count() end)
          if not runs and type(problem) ~= "table" then return "no error of ours: " .. tostring(problem) end
        end
        return
      end
      if type(result) ~= "table" then return "no error of ours: " .. tostring(result) end
      local message = tostring(result)
      if message == "" or #message > 1200 then return "a message of " .. #message .. " bytes" end
      if message:gsub("\n", ""):find("%c") or not utf8.len(message) then return "control characters: " .. message end
      if result.kind == "SQLError" then return "the database refused: " .. message end
    end
    """#

  @Test func `texts in every place of a request leave its statement alone`() throws {
    let script = try Script(schema: fivePlayers + "\n" + Self.hostility)
    // With those of the query tests (values, names, names of tables) these are 100,000.
    let answer = try script.run(
      """
      math.randomseed(\(Self.seed))
      one, list = Player:get(1), Player:fetch()
      local before = db:query("SELECT count(*) n, sum(score) s FROM player")[1]
      local function report(kind, number, s, problem)
        error(string.format("%s %d of %q: %s (seed \(Self.seed))", kind, number, s, problem), 0)
      end
      for number, attempt in ipairs(values) do
        local plain = attempt("x"):sql()
        for _ = 1, 2000 do
          local s = hostile()
          local problem = checkValue(attempt, plain, s)
          if problem then report("value", number, s, problem) end
        end
      end
      for number, attempt in ipairs(names) do
        for _ = 1, 1000 do
          local s = hostile()
          local problem = checkName(attempt, s)
          if problem then report("name", number, s, problem) end
        end
      end
      local after = db:query("SELECT count(*) n, sum(score) s FROM player")[1]
      return before.n == after.n and before.s == after.s, #db:tables(), #values * 2000 + #names * 1000
      """)
    #expect(answer == "true 2 55000")
  }

  @Test func `texts are stored as they are, or refused`() throws {
    let script = try Script(schema: fivePlayers + "\n" + Self.hostility)
    let answer = try script.run(
      """
      math.randomseed(\(Self.seed + 1))
      local stored, refused = 0, 0
      for i = 1, 400 do
        local s = hostile()
        local ok, p = pcall(function() return Player:create { name = s .. i, avatar = { [s] = s, list = { s } } } end)
        if ok then
          local q = Player:get(p.id)
          assert(q.name == s .. i and q.avatar[s] == s and q.avatar.list[1] == s, s)
          assert(Player:where { name = s .. i }:first() == p and Player:where("name == x", { x = s .. i }):count() == 1, s)
          stored = stored + 1
        else
          assert(type(p) == "table" and p.kind == "ValidationError", tostring(p))
          refused = refused + 1
        end
      end
      return stored > 100, refused > 20, Player:count() - 5 == stored
      """)
    #expect(answer == "true true true")
  }

  @Test func `names of entities and fields are quoted, or refused`() throws {
    let script = try Script(schema: Self.hostility.replacing("local P = Player", with: "local P"))
    let answer = try script.run(
      """
      math.randomseed(\(Self.seed + 2))
      local function shape(text)
        local outside, isQuoted = {}, false
        -- A doubled quote within a name closes it and opens it again.
        for byte in text:gmatch "." do
          if byte == '"' then isQuoted = not isQuoted elseif not isQuoted then outside[#outside + 1] = byte end
        end
        return table.concat(outside)
      end
      local plain = shape(entity "Plain" { table = "plain", field = text {} }:create_sql())
      local made, refused = 0, 0
      for i = 1, 300 do
        local s = hostile()
        local ok, made_or_error = pcall(function()
          local e = entity("E" .. i) { table = s .. i, [s] = text {} }
          return e:create_sql()
        end)
        if ok then
          assert(shape(made_or_error) == plain, made_or_error)
          made = made + 1
        else
          assert(type(made_or_error) == "table" and #tostring(made_or_error) < 1500, tostring(made_or_error))
          refused = refused + 1
        end
      end
      return made + refused, refused > 0
      """)
    #expect(answer == "300 true")
  }
}
