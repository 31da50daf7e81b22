extension ColumnMeaning {
  /// All ways to ask for the same, which must agree.
  static let ways = #"""
    -- comparing ways
    local function ids(list)
      local t = {}
      for i, r in ipairs(list) do t[i] = r.id end
      table.sort(t)
      return table.concat(t, " ")
    end
    local function order(list) local t = {} for i, r in ipairs(list) do t[i] = r.id end return table.concat(t,
      " ") end
    local function try(f)
      local ok, result = pcall(f)
      if ok then return result end
      return "error " .. tostring(result):gsub("^.-:%d+: ", "")
    end
    local function try1(f) local r = try(f) return r:find "^error" and "error" or r end
    local function agree(what, wanted, ...)
      local all = table.pack(...)
      local first = wanted
      for i = 1, all.n do
        cases = cases + 1
        first = first or all[i]
        if all[i] ~= first then
          problems[#problems + 1] = ("%s | %s | %s: %s, way %d: %s"):format(described, what,
            wanted and "oracle" or "first", first, i, all[i])
        end
      end
    end
    local function opaque() local seen return function(r) seen = r.id return seen ~= -1 end end
    local list = T:fetch()
    local values = { 0, 1, 2, 5, 1.5, 2017, 1e20, 9007199254740993, 9007199254740992.0, "", "a", "A", "a ", "b",
      "B", "5", "5.0",
      " 5", "2017", "2017-06-01", "1e400", "0x10", "5e", "+5", "ab", "ä", "Ä", math.maxinteger, math.mininteger,
        -0.0, 0.1,
      math.huge, -math.huge, 1e30, "inf", "  ", "AB ", "x", "a\0b", "\239\191\189" }
    local words = { equal = "==", not_equal = "~=", less = "<", at_most = "<=", greater = ">", at_least = ">=" }
    local names = { "equal", "not_equal", "less", "at_most", "greater", "at_least" }
    local function parents(idText)
      local set, t = {}, {}
      for id in idText:gmatch "%d+" do local p = byId[tonumber(id)].p if p then set[p] = true end end
      for p in pairs(set) do t[#t + 1] = p end
      table.sort(t)
      return table.concat(t, " ")
    end
    local function ways(what, wanted, condition, isTest)
      agree(what, wanted and wanted,
        try1(function() return ids(T:where(condition):fetch()) end),
        try1(function() return ids(list:filter(condition)) end),
        try1(function() return ids(T:where(opaque()):where(condition):fetch()) end),
        try1(function() return ids(T:where(opaque()):where(condition):fetch { pushdown = false }) end),
        try1(function() local t = {} for r in T:where(condition):iterate() do t[#t + 1] = r end return ids(t) end))
      if form ~= "view" and roll(3) == 1 then
        local found = try1(function() return ids(T:where(condition):fetch()) end)
        if found ~= "error" then
          agree(what .. " counted", #found:gsub("[^ ]", "") + (found == "" and 0 or 1),
            try(function() return T:where(condition):count() end))
          if type(condition) == "table" then agree(what .. " related", parents(found),
            try(function() return ids(P:where { t = condition }:fetch()) end),
            try(function() return ids(P:fetch():filter { t = condition }) end)) end
          db:begin()
          agree(what .. " updated", found, try(function() T:where(condition):update { n = 77 }
            return ids(T:where { n = 77 }:fetch()) end))
          db:rollback()
          agree(what .. " set", found, try(function() local rs = result_set { unique = "id", filter = condition,
            sort = "id" } rs:load(list) return ids(rs:objects()) end))
        end
      end
    end
    """#

  /// Tests, texts and expressions.
  static let conditions = #"""
    for round = 1, 12 do
      local v, name = pick(values), pick(names)
      local test = is[name](v)
      local shown = ("%s %s %q"):format(name, math.type(v) or "text", v)
      local isKnown = not isDecimal and try1(function() return list:filter { c = test } and "" end) ~= "error"
      ways(shown, isKnown and oracle(name, v) or nil, { c = test })
      agree("as text " .. shown, isKnown and oracle(name, v) or nil,
        try1(function() return ids(T:where("c " .. words[name] .. " low", { low = v }):fetch()) end),
        try1(function() return ids(T:where("c", words[name], v):fetch()) end),
          try1(function() return ids(list:filter("c " .. words[name] .. " low", { low = v })) end))
      ways("~" .. shown, nil, { c = ~test })
      local low, high = pick(values), pick(values)
      local two = ("%q %q"):format(low, high)
      local isRange, between = pcall(is.between, low, high)
      if isRange then
        isKnown = not isDecimal and try1(function() return list:filter { c = between } and "" end) ~= "error"
        ways("between " .. two, isKnown and oracle("between", low, high) or nil, { c = between })
        ways("not_between " .. two, isKnown and oracle("not_between", low, high) or nil, { c = is.not_between(low,
          high) })
        ways("open between " .. two, nil, { c = is.between(low, high, { upper = "open" }) })
      end
      isKnown = not isDecimal and try1(function() return list:filter { c = is.one_of(low,
        high) } and "" end) ~= "error"
      ways("one_of " .. two, isKnown and oracle("one_of", low, high) or nil, { c = is.one_of(low, high) })
      ways("none_of " .. two, isKnown and oracle("none_of", low, high) or nil, { c = is.none_of(low, high) })
      ways("columns " .. name, nil, "c " .. words[name] .. " d")
    end
    local parts = { "", "a", "A", "a ", " ", "5", "2017", "-0", "b", "ä", "Ä", "x", "1.", "\0", "ab", "e+",
      "\239\191\189" }
    for round = 1, 6 do
      local part = pick(parts)
      local name = pick { "prefix", "suffix", "containing", "no_prefix", "no_suffix", "not_containing" }
      ways(("%s %q"):format(name, part), nil, { c = is[name](part) })
      ways(("%s %q, no case"):format(name, part), nil, { c = is[name](part, { ignore_case = true }) })
      local pattern = pick { "^a", "a$", "[0-9]+", "^.$", "^..$", "b", "^\\s*$", "^[^a]", "ä", "^$", "\\x{fffd}",
        "(?i)A" }
      ways("matching " .. pattern, nil, { c = pick { is.matching, is.not_matching } (pattern) })
      ways("not_empty", nil, { c = is.not_empty })
      ways("length", nil, { c = is.length(roll(3)) })
      ways("length 2", nil, { c = is.length(1, 1 + roll(3)) })
      ways("present", nil, { c = pick { is.present, is.absent } })
      ways("email or workday", nil, { c = pick { is.email, is.workday } })
      ways("both", nil, { c = is[name](part) & is.greater(pick(values)) })
      ways("either", nil, { c = is[name](part) | is.at_most(pick(values)) })
    end
    for round = 1, 8 do
      local text = pick { "length(c) > 1", "lower(c) == 'a'", "upper(c) == 'A'", "c .. 'x' == 'ax'", "c + 1 > 2",
        "c * 2 == 10", "-c < 0",
        "c // 2 == 1", "c % 2 == 1", "c / 2 > 1", "abs(c) == 1", "round(c) == 2", "round(c, 1) == 1.5",
          "coalesce(c, d) == 'a'", "coalesce(c, 5) == 5",
        "if(c == 'a', 1, 0) == 1", "year(c) == 2017", "date(c) == '2017-01-01'", "month(c) == 1",
          "weekday(c) == 7", "c", "not c", "c == d or c ~= nil",
        "c == nil and d == nil", "c:prefix('a') or d:suffix('b')", "length(c) == length(d)",
          "lower(c) == lower(d)", "c .. d == 'aa'", "c + d > 3", "c == 'a' or d == 'A'",
        "not (c == d)", "c == lower(c)", "upper(c) == c", "c < d and d < 5", "length(c .. d) > 3",
          "lower(c):prefix('a')", "(c .. 'b'):matching('ab$')", "c:between('a', 'b')", "c:one_of(1, 'a')",
            "not c:prefix('a')" }
      ways(text, nil, text)
    end
    """#
}
