import TestSupport
import Testing

/// Rows that are as the database gave them are filtered by their cells, and mean there what they mean as objects.
@Suite struct CellFilterTests {
  /// Rows of every type, with and without values.
  private static let rows = """
    Row = entity "Row" {
      number = integer {}, part = real {}, name = text {}, folded = text { collation = "nocase" }, active = boolean {},
      rank = enum { "low", "mid", "high" }, price = decimal { scale = 2 }, born = date {}, raw = data {}, seen = integer { transient = true },
    }
    db:create_all()
    local texts = { "Ann", "ann", "Bo", "", "Zoë", "a b", "12" }
    local function some(n, value) if n % 5 ~= 0 then return value end end
    db:transaction(function()
      for i = 1, 150 do
        Row:create {
          number = some(i, i * 7 % 11 - 3), part = some(i // 2, i * 3 % 7 / 2), name = some(i // 3, texts[i % #texts + 1]),
          folded = some(i // 4, texts[i // 2 % #texts + 1]), active = some(i, i % 3 == 0), rank = some(i, ({ "low", "mid", "high" })[i % 3 + 1]),
          price = some(i // 2, decimal(("%d.%02d"):format(i % 4, i * 13 % 100))), born = some(i, ("2024-%02d-01"):format(i % 12 + 1)),
          raw = some(i, texts[i % #texts + 1]),
        }
      end
    end)
    plain = Row:fetch()
    -- An object that holds something of its own is asked as an object.
    touched = Row:fetch()
    for _, row in ipairs(touched) do row.seen = 1 end
    function ids(list) return table.concat(list:map "id", " ") end
    function same(condition, ...)
      local ok, left = pcall(function(...) return ids(plain:filter(condition, ...)) end, ...)
      local okToo, right = pcall(function(...) return ids(touched:filter(condition, ...)) end, ...)
      if ok ~= okToo or (ok and left ~= right) then return ("%s: %s / %s"):format(condition, left, right) end
    end
    """

  @Test func `conditions and functions select the same of rows and of objects`() throws {
    let script = try Script()
    try script.run(Self.rows)
    try script.expect(
      #"""
      local conditions = {
        "number > 2", "number >= part", "number:between(-1, 3)", "number:one_of(1, 2, 7)", "not number:one_of(1, 2)",
        "name == 'ann'", "folded == 'ANN'", "folded ~= 'bo' or name == 'Bo'", "not (part < 1 and number > 0)", "active",
        "rank == 'mid'", "price > 1.5", "price == 2.26 or price == 0.13", "born >= '2024-06-01'", "name == nil or raw ~= nil",
        "length(name) == 3", "name:prefix('A')", "name:suffix('n')", "name:containing('n')", "number * 2 - 1 > part", "number % 3 == 0",
        "if(active, number, part) > 1", "year(born) == 2024 and month(born) > 6", "name:matching('^A')", "lower(name) == folded",
        { number = is.between(0, 4), name = is.suffix "n" }, { folded = { "ann", "BO" } }, { price = is.less(decimal "1.13") },
        { rank = is.one_of { "low", "high" } }, { active = false }, { name = null }, { raw = "Bo" }, { part = ~is.less(1) },
      }
      local wrong = {}
      for _, condition in ipairs(conditions) do
        local difference = same(condition)
        if difference then wrong[#wrong + 1] = difference end
        local ok, found = pcall(plain.filter, plain, condition)
        if not ok or #found == 0 or #found == #plain then wrong[#wrong + 1] = ("%s: %s"):format(condition, found) end
      end
      local limit, names = 3, { Ann = true }
      local functions = {
        function(r) return r.number and r.number > 2 end, function(r) return r.number == nil end,
        function(r) return r.number and r.part and r.number >= r.part end, function(r) return r.active end,
        function(r) return not r.active end, function(r) return r.rank == "mid" or r.rank == nil end,
        function(r) return r.folded == "ann" end, function(r) return r.name and r.name < "B" end,
        function(r) return r.price and r.price > decimal "1.5" end, function(r) return r.born and r.born >= "2024-06-01" end,
        function(r) return r.name and r.name:sub(1, 1) == "A" end, function(r) return names[r.name or ""] end,
        function(r) return (r.number or 0) * 2 > limit end, function(r) return r.number > 2 end, function(r) return #r.name == 3 end,
        function(r) return r.raw == "Ann" end, function(r) return r.name == "a b" end,
        function(r) if r.active == nil then return false end if r.active then return r.number > 1 end return true end,
        function(r) return r.name and r.name:sub(-1) == "n" end, function(r) return r.name and r.name:sub(2) == "o" end,
        function(r) return r.name and r.name:sub(2, -2) == "n" end, function(r) return r.name and r.name:sub(-9, 2) == "Bo" end,
        function(r) return r.name and r.name:sub(0, 0) == "" and r.name:sub(3, 2) ~= "x" and #r.name > 2 end,
        function(r) return r.name and r.name:sub(-1) == "\xAB" end, function(r) return r.name and #r.name * 2 - 1 > 4 end,
        function(r) return r.name and r.name:find("n", 1, true) end, function(r) return r.name and (r.name:find("o", 1, true) or 0) == 2 end,
        function(r) return r.name and r.name:match "n$" end, function(r) return r.name and r.name:match "n$" == "n" end,
        function(r) return r.name and r.name:find "n$" == 3 end, function(r) return r.name and r.name:find("", 1, true) end,
        function(r) return r.number and r.part and r.number // 2 + r.part > 1 end, function(r) return r.raw and r.raw:sub(1, 1) == "A" end,
        function(r) return r.number and r.number % 3 == 1 end, function(r) return r.name:sub(-1) == "n" end,
      }
      for place, condition in ipairs(functions) do
        local difference = same(condition)
        if difference then wrong[#wrong + 1] = place .. " " .. difference end
      end
      print(#conditions, #functions, table.concat(wrong, "\n"))
      """#, "33 35 ")
  }

  @Test func `a function sees what a column of another program holds`() throws {
    let script = try Script()
    try script.run(
      #"""
      db:execute "CREATE TABLE loose (id INTEGER PRIMARY KEY, n INTEGER, r REAL, t TEXT COLLATE NOCASE, b BOOLEAN)"
      for i = 1, 100 do
        db:execute("INSERT INTO loose VALUES (?, ?, ?, ?, ?)", i, i % 9, i / 4, ({ "a", "A", "b" })[i % 3 + 1], i % 2)
      end
      db:execute "UPDATE loose SET n = 'many' WHERE id = 50"
      db:execute "UPDATE loose SET t = x'41' WHERE id = 51"
      """#)
    try script.expect(
      #"""
      local function called(f)
        local found = {}
        for _, row in ipairs(Loose:fetch()) do if f(row) then found[#found + 1] = row.id end end
        return table.concat(found, " ")
      end
      local function filtered(f) return table.concat(Loose:fetch():filter(f):map "id", " ") end
      local functions = {
        function(r) return r.n == 3 end, function(r) return r.n == "many" end, function(r) return r.n > 3 end,
        function(r) return r.t == "a" end, function(r) return r.t < "b" end, function(r) return r.r >= 3 and r.t ~= "b" end,
        function(r) return r.b end, function(r) return type(r.n) == "number" and r.n > 3 end,
      }
      for place, f in ipairs(functions) do
        local ok, left = pcall(called, f)
        local okToo, right = pcall(filtered, f)
        if ok ~= okToo or (ok and left ~= right) then print(place, left, right) end
      end
      local list = Loose:fetch()
      print(pcall(list.sorted, list, function(a, b) return a.n < b.n end) and "sorted" or "an error")
      local texts = Loose:where("id", "<", 50):fetch():sorted(function(a, b) if a.t ~= b.t then return a.t < b.t end return a.id > b.id end)
      print(texts[1].id, texts[1].t, texts[#texts].id, texts[#texts].t)
      for _, text in ipairs { "n > 3", "t == 'A'", "t < 'b'", "r * 2 > n" } do
        local left, right = filtered(text), table.concat(Loose:where(text):fetch():map "id", " ")
        if left ~= right then print(text, left, right) end
      end
      """#,
      """
      an error
      49 A 2 b
      """)
  }

  @Test func `a function is asked of many rows in order, and its error goes through`() throws {
    let script = try Script()
    try script.run(Self.rows)
    try script.expect(
      #"""
      local seen = {}
      local kept = plain:filter(function(r) seen[#seen + 1] = r.id return r.id % 50 == 0 end)
      print(#seen, seen[1], seen[150], ids(kept), rawequal(kept[1], plain[50]))
      local kept = plain:filter(function(r) return r.number == 4 end)
      print(#kept, rawequal(kept[1], plain:filter(function(r) return r.number == 4 end)[1]))
      print(pcall(plain.filter, plain, function(r) if r.id == 70 then error("stop", 0) end return true end))
      """#, "150 1 150 50 100 150 true\n12 true\nfalse stop")
  }

  @Test func `a function that only reads fields is shown one object, and any other the rows themselves`() throws {
    let script = try Script()
    try script.run(Self.rows)
    try script.expect(
      #"""
      local list = Row:fetch()
      local function bytes(filter)
        collectgarbage() collectgarbage("stop")
        local before = collectgarbage("count")
        filter()
        local grown = (collectgarbage("count") - before) * 1024
        collectgarbage("restart")
        return grown // #list
      end
      local function reads(r) return r.name and r.name:find("n", 1, true) and r.rank ~= "low" end
      local function keeps(r) last = r return r.number == nil end
      local ok = ids(list:filter(reads)) == ids(touched:filter(reads))
      list = Row:fetch()
      print(ok, bytes(function() list:filter(reads) end) < 50, bytes(function() list:sorted(function(r) return (r.name or ""):match "%S+$" or "" end) end) < 100)
      list[7].name = "an n"
      local found = list:filter(reads)
      print(ids(list:filter(keeps)) == ids(touched:filter(keeps)), last.id, list[#list] == last, bytes(function() Row:fetch():filter(keeps) end) > 100)
      return found[1].id, found[1].name, rawequal(found[1], list[7]), #Row:fetch():filter(function(r) return #tostring(r.price) > 3 end)
      """#,
      """
      true true true
      true 150 true true
      7 an n true 120
      """)
  }

  @Test func `the difference of fetched lists is that of their objects`() throws {
    let script = try Script()
    try script.expect(
      """
      Row = entity "Row" { n = integer {}, t = text {}, seen = integer { transient = true } }
      db:create_all()
      db:transaction(function() for i = 1, 200 do Row:create { n = i * 7 % 50, t = "t" .. i % 20 } end end)
      local function touched(list) for _, row in ipairs(list) do row.seen = 1 end return list end
      local old, oldObjects = Row:fetch(), touched(Row:fetch())
      db:execute "DELETE FROM row WHERE id % 17 = 3"
      db:execute "UPDATE row SET n = n + 1 WHERE id % 7 = 1"
      db:execute "UPDATE row SET t = 'a' || t WHERE id % 11 = 1"
      Row:create { n = 1, t = "new" }
      local new, newObjects = Row:fetch(), touched(Row:fetch())
      local rules = {
        {}, { section = initial "t" }, { section = "t", sort = "n" }, { sort = "-t" }, { unique = "id" },
        { section = function(r) return r.n % 3 end }, { sort = function(a, b) return a.n < b.n end },
      }
      for _, rule in ipairs(rules) do
        local changes, expected = diff(old, new, rule), diff(oldObjects, newObjects, rule)
        if tostring(changes) ~= tostring(expected) then print(changes, expected) end
      end
      local changes = diff(old, new)
      print(#changes.deleted, #changes.inserted, #changes.updated, #changes.moved)
      print(pcall(diff, old, new, { unique = "t" }))
      """, "12 1 42 0\nfalse diff: two rows of the first list have the same identity")
  }

  @Test func `the difference sees what was computed`() throws {
    let script = try Script()
    try script.expect(
      """
      Row = entity "Row" { n = integer {} }
      db:create_all()
      for i = 1, 3 do Row:create { n = i } end
      local function list(factor) return Row:annotate { twice = "n * " .. factor }:fetch() end
      print(#diff(list(2), list(2)).updated, #diff(list(2), list(3)).updated)
      """, "0 3")
  }
}
