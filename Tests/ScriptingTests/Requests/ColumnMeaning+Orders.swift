extension ColumnMeaning {
  /// Orders, pages, groups and aggregates.
  static let orders = #"""
    -- orders
    local function sortedOracle(isDescending, nullsFirst)
      local t = table.move(raw, 1, #raw, 1, {})
      table.sort(t, function(a, b)
        if (a.rank == 0) ~= (b.rank == 0) then return (a.rank == 0) == nullsFirst end
        local o = compare(a, b)
        if o == 0 then return a.id < b.id end
        return (o < 0) ~= isDescending
      end)
      return order(t)
    end
    local function orders(what, wanted, ...)
      local args = { ... }
      agree(what, wanted, try1(function() return order(T:sorted_by(table.unpack(args)):fetch()) end),
        try1(function() return order(list:sorted(table.unpack(args))) end),
        try1(function() return order(T:where(opaque()):sorted_by(table.unpack(args)):fetch()) end),
        try1(function() local l = {} for r in T:sorted_by(table.unpack(args)):iterate() do
          l[#l + 1] = r end return order(l) end),
        #list == 0 and (wanted or try1(function() return order(T:sorted_by(table.unpack(args)):fetch())
          end)) or try1(function() local rs = result_set { unique = "id", sort = args } rs:load(list)
            return order(rs:objects()) end) )
      if form == "view" then return end
      agree(what .. " of a table", wanted, try1(function() return order(T:sorted_by(table.unpack(args)):fetch())
        end),
        try1(function() local rs = T:sorted_by(table.unpack(args)):results() return order(rs:objects()) end),
        try1(function()
          local all, request = {}, T:sorted_by(table.unpack(args))
          local page, behind = request:page(3)
          while true do
            for _, r in ipairs(page) do all[#all + 1] = r end
            if #all > 100 then return "endless" end
            if not behind then break end
            page, behind = request:page { after = behind }
          end
          return order(all)
        end))
    end
    orders("ascending", not isDecimal and sortedOracle(false, true) or nil, "c", "id")
    orders("descending", not isDecimal and sortedOracle(true, false) or nil, "-c", "id")
    orders("nulls last", not isDecimal and sortedOracle(false, false) or nil, asc("c", { nulls = "last" }), "id")
    orders("nulls first", not isDecimal and sortedOracle(true, true) or nil, desc("c", { nulls = "first" }), "id")
    orders("no case", nil, asc("c", { ignore_case = true }), "id")
    orders("numeric", nil, asc("c", { numeric = true }), "id")
    orders("lower", nil, "lower(c)", "id")
    orders("length", nil, "length(c)", "-id")
    orders("sum", nil, "c + n", "id")
    orders("two", nil, "c", "d", "id")
    orders("key alone", nil, "-c")
    -- Sums of large numbers depend on the order of the rows.
    local isLarge = false
    for _, cell in ipairs(raw) do
      local number = cell.rank > 0 and (tonumber(cell.value) or 0) or 0
      isLarge = isLarge or not (number > -1e15 and number < 1e15)
    end
    -- groups
    local function valueText(v) return v == nil and "nil" or v == null and "null" or (math.type(v) == "float"
      and v == math.floor(v) and math.abs(v) < 1e15 and ("%d"):format(v // 1 | 0) or tostring(v)) end
    local function groups(request, by, aggregates)
      local t = {}
      for i, g in ipairs(request:group_by(by):aggregate(aggregates):fetch()) do
        local part = {}
        for _, name in ipairs { "x", "y", "z", "m", "n1", "l" } do local v = g[name] if v ~= nil then
          if type(v) == "table" or name == "l" then local s = {} for j, e in ipairs(v) do s[j] = valueText(e)
            end v = table.concat(s, ",") end
          part[#part + 1] = name .. "=" .. valueText(v) end end
        t[#t + 1] = table.concat(part, " ")
      end
      return table.concat(t, "; ")
    end
    local function groupOracle()
      local t, last = {}, nil
      local s = table.move(raw, 1, #raw, 1, {})
      table.sort(s, function(a, b) local o = compare(a, b) if o == 0 then return a.id < b.id end return o < 0 end)
      for _, cell in ipairs(s) do
        if last and compare(last, cell) == 0 then t[#t] = t[#t] + 1 else t[#t + 1] = 1 end
        last = cell
      end
      for i, n in ipairs(t) do t[i] = "x=" .. n end
      return table.concat(t, "; ")
    end
    agree("groups", not isDecimal and groupOracle() or nil, try1(function() return groups(T, "c",
      { x = "count" }) end), try1(function() return groups(T:where(opaque()), "c", { x = "count" }) end))
    -- Of equal numbers that are written otherwise, the same is shown.
    local function keys(request)
      local t = {}
      for _, g in ipairs(request:group_by { k = "c" }:aggregate { x = "count" }:fetch()) do t[#t + 1] = g.k end
      for _, v in ipairs(request:distinct():pluck "c") do t[#t + 1] = v end
      for _, v in ipairs(request:aggregate { l = "list distinct c" }.l) do t[#t + 1] = v end
      for i = #t, 1, -1 do if type(t[i]) == "number" then t[i] = tostring(t[i]) else table.remove(t, i) end end
      table.sort(t)
      return table.concat(t, " ")
    end
    -- SQLite 3.40 forgets that a column is REAL that it computes as rows are read, where it sorts them: 2017, not 2017.0.
    local isForgotten = form == "generated" and kind == "REAL"
    if not isForgotten then agree("number keys", nil, try1(function() return keys(T) end), try1(function() return keys(T:where(opaque())) end)) end
    for _, by in ipairs { "c", "n", "lower(c)", "length(c)" } do
      local aggregates = { x = "count c", y = "count distinct c", z = pick { "min c", "max c" },
        l = pick { "list c", "list id" } }
      agree("aggregates " .. by .. " " .. aggregates.z .. " " .. aggregates.l, nil,
        try1(function() return groups(T:sorted_by "id", by, aggregates) end),
          try1(function() return groups(T:where(opaque()):sorted_by "id", by, aggregates) end))
      local word = pick(isLarge and { "median c" } or { "sum c", "avg c", "median c" })
      agree(word .. " " .. by, nil, try1(function() return groups(T, by, { x = word }) end),
        try1(function() return groups(T:where(opaque()), by, { x = word }) end))
    end
    for _, word in ipairs(isLarge and { "min", "max" } or { "sum", "avg", "min", "max" }) do
      agree(word, nil, try(function() local v = T[word](T, "c") return type(v) == "string"
        and key(v) or valueText(v) end),
        try(function() local v = T:where(opaque())[word](T:where(opaque()), "c") return type(v) == "string"
          and key(v) or valueText(v) end))
    end
    agree("pluck", nil, try(function() local t = T:sorted_by "id":pluck "c" for i,
      v in ipairs(t) do t[i] = valueText(v) end return table.concat(t, "|") end),
      try(function() local t = {} for i, r in ipairs(T:sorted_by "id":fetch()) do t[i] = r.c == nil and "null"
        or valueText(r.c) end return table.concat(t, "|") end),
      try(function() local t = {} for i, r in ipairs(T:sorted_by "id":fetch():map "c") do
        t[i] = valueText(r) end return table.concat(t, "|") end))
    """#

  /// Sections, what is among others, conflicts, and rows that are found by what they hold.
  static let sections = #"""
    -- sections
    local function sections(rs)
      local t = {}
      for i, s in ipairs(rs.sections) do
        local rows = {}
        for j = 1, #s do rows[j] = s[j].id end
        -- Which of two names that the column takes for equal it is called by is not said.
        t[i] = (type(s.name) == "string" and key(s.name) or valueText(s.name)) .. ": " .. table.concat(rows, " ")
      end
      return table.concat(t, "; ")
    end
    local function memory(by, sort) local rs = result_set { unique = "id", section = by,
      sort = sort } rs:load(list) return sections(rs) end
    for _, by in ipairs(form == "view" and {} or { "c", initial "c", "lower(c)" }) do
      local sort = pick { "id", "-id", "d" }
      agree("sections " .. tostring(by) .. " " .. sort, nil, try1(function() return sections(T:sorted_by(sort,
        "id"):sectioned_by(by):results()) end),
        #list == 0 and try1(function() return sections(T:sorted_by(sort, "id"):sectioned_by(by):results())
          end) or try1(function() return memory(by, { sort, "id" }) end),
            try1(function() return sections(T:where(opaque()):sorted_by(sort, "id"):sectioned_by(by):results())
              end))
      if form ~= "view" then
        local rs = try(function() return T:sorted_by(sort, "id"):sectioned_by(by):results() end)
        if type(rs) ~= "string" then
          db:begin()
          local ok = pcall(db.execute, db,
            ("UPDATE OR IGNORE t SET d = %s, %s = %s WHERE id = %d"):format(pick(narrow),
              (form == "generated" or form == "stored") and "raw" or "c", pick(narrow),
                (raw[1] and raw[roll(#raw)].id or 0)))
          local follow = try(function() return sections(rs) end)
          db:rollback()
          agree("sections after rollback", nil, try(function() return sections(T:sorted_by(sort,
            "id"):sectioned_by(by):results()) end), try(function() return sections(rs) end))
          if pcall(db.execute, db, ("UPDATE OR IGNORE t SET d = %s WHERE id = %d"):format(pick(narrow),
            (raw[1] and raw[roll(#raw)].id or 0))) then
            agree("sections after a write", nil, try(function() return sections(T:sorted_by(sort,
              "id"):sectioned_by(by):results()) end), try(function() return sections(rs) end))
          end
          list = T:fetch()
        end
      end
    end
    -- requests as values
    agree("among", nil, try1(function() return ids(T:where { c = is.one_of(T:select "d") }:fetch()) end),
      try1(function() return ids(T:fetch():filter { c = is.one_of(T:select "d") }) end),
      try1(function() return ids(T:where(opaque()):where { c = is.one_of(T:select "d") }:fetch()) end))
    agree("not among", nil,
      try1(function() return ids(T:where { c = is.none_of(T:where { d = is.present }:select "d") }:fetch()) end),
        try1(function() return ids(T:fetch():filter { c = is.none_of(T:where { d = is.present }:select "d") }) end))
    -- upserts
    if form == "table" and not isDecimal then
      pcall(db.execute, db, "DROP TABLE u") pcall(db.execute, db, "DROP TABLE w")
      local strictly = isStrict and " STRICT" or ""
      for _, name in ipairs { "u", "w" } do
        db:execute(("CREATE TABLE %s (id INTEGER PRIMARY KEY, c %s, n INTEGER)%s"):format(name, kind, strictly))
        db:execute(("CREATE UNIQUE INDEX %si ON %s (c)"):format(name, name))
      end
      db:reflect()
      for i = 1, 12 do
        local v = pick(values)
        local bytes = isData and type(v) == "string" or operand(v).rank == 3
        local ok = pcall(function() db:add(U { c = v, n = i }, { upsert = true, on = "c" }) end)
        if ok then
          db:execute(("INSERT INTO w (c, n) VALUES (%s, ?) ON CONFLICT (c) DO UPDATE SET n = excluded.n"):format(bytes and "CAST(? AS BLOB)" or "?"), v, i)
        end
        local function contents(name)
          return db:query("SELECT group_concat(quote(c) || ' ' || n, '; ') x FROM (SELECT * FROM " .. name .. " ORDER BY id)")[1].x end
        agree(("upsert %q"):format(v), contents "w", contents "u")
      end
    end
    -- look-ups by what was read: the row is found again by its own value
    for i = 1, 4 do
      local r = list[1] and list[roll(#list)]
      if r and r.c ~= nil and not isData then
        local v = r.c
        -- What is no UTF-8 is bytes to a script.
        if byId[r.id] and byId[r.id].rank < 3 and (type(v) ~= "string" or operand(v).rank == 2)
          and not (kind:find "INT" or kind:find "REAL" or kind:find "DECIMAL" or form == "view") then
          local found = " " .. try(function() return ids(T:where { c = v }:fetch()) end) .. " "
          agree(("itself %q"):format(type(v) == "userdata" and tostring(v) or v), true, found:find("error", 1,
            true) and found or found:find(" " .. r.id .. " ", 1, true) ~= nil)
        end
      end
    end
    """#
}
