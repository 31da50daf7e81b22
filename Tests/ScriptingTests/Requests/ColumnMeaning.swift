/// A program that makes a random table of a column of some kind, with values of every class, and asks for its rows in every
/// way that there is: whatever does not agree with the others, or with plain SQL, is printed.
///
/// Its parts are one text of Lua, in which `seed` is a number and `db` the database.
enum ColumnMeaning {
  static func program(seed: UInt64) -> String {
    (["local seed = \(seed)", table, oracle, ways, conditions, functions, orders, sections, ending])
      .joined(separator: "\n")
  }

  private static let ending = """
    for _, problem in ipairs(problems) do print(problem) end
    if #problems > 0 then print(table.concat(sql, ";\\n")) end
    """

  /// Makes a table `t` of some column `c`, seen through a view, without row numbers, computed, with or without an index.
  static let table = #"""
    local state = seed * 2862933555777941757 + 3037000493
    local function roll(n)
      state = state * 6364136223846793005 + 1442695040888963407
      return ((state >> 33) ~ (state >> 17 & 0xffff)) % n + 1
    end
    local function pick(t) return t[roll(#t)] end
    local cases = 0
    local problems = {}
    -- the column
    local kinds = { "INTEGER", "REAL", "NUMERIC", "DATETIME", "BOOLEAN", "DECIMAL(10, 2)", "TEXT", "VARCHAR(9)",
      "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "BLOB", "", "DATE COLLATE NOCASE", "NUMERIC COLLATE RTRIM",
      "BLOB COLLATE NOCASE", "COLLATE RTRIM", "ntext", "INT COLLATE NOCASE" }
    local strict = { "INTEGER", "REAL", "TEXT", "TEXT COLLATE NOCASE", "BLOB", "ANY", "ANY COLLATE RTRIM" }
    local cells = { "NULL", "0", "1", "-1", "2", "1.5", "-0.5", "1e20", "''", "'a'", "'A'", "'a '", "'b'", "'ab'",
      "'2017'",
      "2017", "'2017-01-01'", "'2018-01-01'", "'5'", "5", "'5.0'", "' 5'", "'1e400'", "'0x10'", "x''", "x'61'",
        "x'32303137'",
      "9007199254740993", "9007199254740992.0", "'ä'", "'Ä'", "'B'", "'Ab '", "'  '", "9223372036854775807",
      "-9223372036854775807 - 1", "9e999", "-9e999", "-0.0", "0.1", "1e30", "5e-324", "x'ff'",
        "'a' || char(0) || 'b'",
      "'A' || char(0) || 'c'", "CAST(x'61ff' AS TEXT)", "CAST(x'ff' AS TEXT)", "CAST(x'c3' AS TEXT)",
        "CAST(x'41ff20' AS TEXT)",
      "CAST(x'efbfbd' AS TEXT)", "printf('%.*c', 700, 'x')", "9223372036854775808.0", "'inf'", "'nan'",
        "'line' || char(10) || 'b'" }
    local isStrict = roll(5) == 1
    local kind = isStrict and pick(strict) or pick(kinds)
    local other = isStrict and pick(strict) or pick(kinds)
    local form = pick { "table", "table", "table", "table", "view", "rowless", "generated", "stored" }
    if form == "generated" or form == "stored" then if kind:find "DECIMAL" then form = "table" end end
    local columns
    if form == "generated" or form == "stored" then
      columns = ("raw %s, c %s AS (raw) %s, d %s"):format(isStrict and (kind:match "^%u+" or "ANY") or "", kind,
        form == "stored" and "STORED" or "VIRTUAL", other)
    else
      columns = ("raw, c %s, d %s"):format(kind, other)
      if isStrict then columns = columns:gsub("^raw", "raw ANY") end
    end
    local sql = {}
    local base = form == "view" and "base" or "t"
    local endings = {}
    if isStrict then endings[#endings + 1] = "STRICT" end
    if form == "rowless" then endings[#endings + 1] = "WITHOUT ROWID" end
    sql[#sql + 1] = "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT)"
    sql[#sql + 1] = "INSERT INTO p VALUES (1, 'one'), (2, 'two'), (3, 'three')"
    sql[#sql + 1] = ("CREATE TABLE %s (id INTEGER PRIMARY KEY NOT NULL, p_id INTEGER%s, n INTEGER, %s) %s"):format(
      base, form == "view" and "" or " REFERENCES p (id)", columns, table.concat(endings, ", "))
    local narrow
    local class = roll(4)
    if class == 1 then narrow = {} for _, c in ipairs(cells) do if c:find "^'"
      or c == "NULL" then narrow[#narrow + 1] = c end end
    elseif class == 2 then narrow = {} for _, c in ipairs(cells) do if c:find "^-?%d" then
      narrow[#narrow + 1] = c end end end
    narrow = narrow or cells
    for id = 1, 4 + roll(20) do
      local c = pick(narrow)
      local row
      if form == "generated" or form == "stored" then
        row = ("INSERT OR IGNORE INTO %s (id, p_id, n, raw, d) VALUES (%d, %s, %d, %s, %s)"):format(base, id,
          pick { "1", "2", "NULL", "2" }, roll(3), c, pick(narrow))
      else
        row = ("INSERT OR IGNORE INTO %s (id, p_id, n, c, d) VALUES (%d, %s, %d, %s, %s)"):format(base, id,
          pick { "1", "2", "NULL", "2" }, roll(3), c, pick(narrow))
      end
      sql[#sql + 1] = row
    end
    -- Of integers in a REAL column SQLite itself has two texts where it asks each SELECT of a view: '5' and '5.0'.
    local other = kind:find "REAL" and "CAST(d AS REAL)" or "d"
    if form == "view" then sql[#sql + 1] = "CREATE VIEW t AS SELECT id, p_id, n, c, d FROM base" .. (roll(3) == 1
      and " WHERE id > 0 UNION ALL SELECT id + 1000, p_id, n, " .. other .. ", c FROM base" or "") end
    if form ~= "view" and roll(2) == 1 then sql[#sql + 1] = pick { "CREATE INDEX i ON t (c)",
      "CREATE INDEX i ON t (c) WHERE c IS NOT NULL", "CREATE INDEX i ON t (d, c)",
        "CREATE INDEX i ON t (c COLLATE NOCASE)" } end
    for _, statement in ipairs(sql) do
      local ok, e = pcall(function() return db:execute(statement) end)
      if not ok and not tostring(e):find "cannot store" then error(statement .. ": " .. tostring(e)) end
    end
    db:reflect()
    local T, P = T, P
    local collation = kind:match "COLLATE (%u+)" or "BINARY"
    local isData = kind:find "^BLOB"
    local isDecimal = kind:find "DECIMAL" ~= nil
    local described = ("%s %s%s"):format(form, kind, isStrict and " STRICT" or "")
    """#

  /// What the cells are, read by plain SQL, and which of them a test selects: no Swift and no SQL says it.
  static let oracle = #"""
    -- the oracle
    local ranks = { null = 0, integer = 1, real = 1, text = 2, blob = 3 }
    local function key(text)
      if collation == "RTRIM" then return (text:gsub(" +$", "")) end
      if collation == "NOCASE" then
        local head = text:match "^[^\0]*":lower()
        if #head < #text then return head .. "\0" .. string.pack(">I8", #text) end
        return head
      end
      return text
    end
    local function compare(a, b) -- both { rank, value }
      local rank = b.isBoth and a.rank == 3 and 3 or b.rank
      if a.rank ~= rank then return a.rank < rank and -1 or 1 end
      local x, y = a.value, b.value
      if a.rank == 2 then x, y = key(x), key(y) end
      if a.rank == 0 then return 0 end
      return x < y and -1 or x == y and 0 or 1
    end
    local raw, byId = {}, {}
    for _, r in ipairs(db:query "SELECT id, c, typeof(c) AS k, typeof(d) AS dk, d, n, p_id FROM t ORDER BY id") do
      raw[#raw + 1] = { id = r.id, rank = ranks[r.k], value = r.c, n = r.n, p = r.p_id }
      byId[r.id] = raw[#raw]
    end
    -- A string with a NUL, or one that is no UTF-8, is bytes; in a column of bytes that may hold texts it is both.
    local function operand(v)
      if isData and not isStrict and type(v) == "string" and utf8.len(v) then return { rank = 2, value = v, isBoth = true } end
      local isBytes = isData or type(v) == "string" and (v:find("\0", 1, true) or not utf8.len(v))
      return { rank = type(v) == "number" and 1 or isBytes and 3 or 2, value = v }
    end
    local signs = { equal = function(o) return o == 0 end, not_equal = function(o) return o ~= 0 end,
      less = function(o) return o < 0 end,
      at_most = function(o) return o <= 0 end, greater = function(o) return o > 0 end,
        at_least = function(o) return o >= 0 end }
    local function oracle(name, ...)
      local values = { ... }
      local ids = {}
      for _, cell in ipairs(raw) do
        if cell.rank ~= 0 then
          local holds
          if name == "between" then holds = compare(cell, operand(values[1])) >= 0 and compare(cell,
            operand(values[2])) <= 0
          elseif name == "not_between" then holds = not (compare(cell, operand(values[1])) >= 0 and compare(cell,
            operand(values[2])) <= 0)
          elseif name == "one_of" or name == "none_of" then
            holds = false
            for _, v in ipairs(values) do holds = holds or compare(cell, operand(v)) == 0 end
            if name == "none_of" then holds = not holds end
          else holds = signs[name](compare(cell, operand(values[1]))) end
          if holds then ids[#ids + 1] = cell.id end
        end
      end
      return table.concat(ids, " ")
    end
    """#
}
