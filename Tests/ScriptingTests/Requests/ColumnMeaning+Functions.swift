extension ColumnMeaning {
  /// Functions of rows, pushed and asked row by row, as conditions and as keys.
  static let functions = #"""
    -- functions
    local templates = {
      "r.c == v", "r.c ~= v", "r.c < v", "r.c ~= nil and r.c <= v", "type(r.c) == type(v) and r.c > v",
        "not (r.c and r.c < v)",
      "type(r.c) == 'string' and #r.c > 1", "type(r.c) == 'string' and r.c:sub(1, 1) == 'a'",
        "type(r.c) == 'string' and r.c:lower() == 'a'",
      "type(r.c) == 'string' and r.c:upper() == r.c", "r.c ~= nil and tostring(r.c) == tostring(v)",
        "tonumber(r.c) == 5", "type(r.c) == 'number' and r.c + 1 > 2",
      "type(r.c) == 'number' and r.c // 2 == 1", "type(r.c) == 'number' and r.c % 2 == 1",
        "math.type(r.c) == 'integer'", "type(r.c) == 'nil'", "r.c", "not r.c", "r.c == r.d", "r.c ~= r.d",
      "type(r.c) == 'string' and r.c:find('a', 1, true) ~= nil",
        "type(r.c) == 'string' and r.c:match('^%d+$') ~= nil", "type(r.c) == 'string' and r.c:byte(1) == 97",
      "type(r.c) == 'string' and r.c:reverse() == 'ba'", "type(r.c) == 'string' and r.c .. 'x' == 'ax'",
        "r.c .. 'x' == '5x'", "#r.c == 1", "r.c:sub(1, 1) == 'a'", "r.c:len() > 1",
      "(r.c or 0) == v", "(r.c or '') == v", "({ a = 1, [5] = 1, ['5'] = true })[r.c or 0] ~= nil",
        "type(r.c) == 'string' and utf8.len(r.c) == 1", "r.c ~= nil and ('%s'):format(r.c) == tostring(v)",
      "type(r.c) == 'string' and r.c:gsub('a', 'b') == 'b'", "r.c == 'a' or r.d == 'a'",
        "type(r.c) == 'string' and r.c < 'b'", "type(r.c) == 'number' and -r.c < 0",
          "type(r.c) == 'number' and r.c * 0.5 > 1",
      "type(r.c) == 'string' and r.c:rep(2) == 'aa'",
        "type(r.c) == 'string' and (r.c < 'b') == (r.c:lower() < 'b')",
          "type(r.c) == 'string' and r.c:sub(-1) == ' '", "r.c < r.d", "r.c and r.d and r.c == r.d",
      "type(r.c) == type(r.d) and type(r.c) ~= 'nil' and r.c <= r.d",
        "type(r.c) == 'number' and math.floor(r.c) == r.c", "type(r.c) == 'number' and r.c == r.c // 1",
          "type(r.c) == 'number' and r.c ^ 2 == 4",
      "math.type(r.c) == 'integer' and r.c << 1 == 2", "math.type(r.c) == 'integer' and r.c & 1 == 1",
        "type(r.c) == 'number' and math.abs(r.c) == 1", "type(r.c) == 'number' and math.max(r.c, 1) == 1",
          "r.c > 0", "r.c >= 1 and r.c < 5",
      "type(r.c) == 'number' and tostring(r.c):sub(-1) == '0'", "type(r.c) == 'string' and r.c:find '%s' ~= nil",
        "type(r.c) == 'string' and r.c:find '[%z]' ~= nil", "r.n > 1 and r.c == v", "r.n == 1 or r.c < v",
    }
    local function askTry(f)
      local ok, result = pcall(f)
      return ok and ids(result) or "error " .. tostring(type(result) == "table"
        and result.message or result):gsub("^.-:%d+: ", "")
    end
    for round = 1, 16 do
      local text = pick(templates)
      local v = pick(values)
      local ask = load("local v = ... return function(r) return " .. text .. " end")(v)
      local shown = "function " .. text .. (" v=%q"):format(v)
      agree(shown, askTry(function() return T:where(ask):fetch { pushdown = false } end),
        askTry(function() return T:where(ask):fetch() end),
        askTry(function() return list:filter(ask) end))
      agree(shown .. " after a test",
        askTry(function() return T:where { n = is.less(3) }:where(ask):fetch { pushdown = false } end),
          askTry(function() return T:where { n = is.less(3) }:where(ask):fetch() end))
      local sortKey = load("return function(r) return " .. pick { "r.c", "type(r.c)", "tostring(r.c)",
        "type(r.c) == 'string' and r.c or ''", "type(r.c) == 'number' and r.c or 0",
          "type(r.c) == 'string' and r.c:lower() or ''", "type(r.c) == 'string' and #r.c or 0",
            "r.c == nil" } .. " end")()
      agree("key", nil, try(function() return order(T:sorted_by(sortKey):fetch { pushdown = false }) end),
        try(function() return order(T:sorted_by(sortKey):fetch()) end),
          try(function() return order(list:sorted(sortKey)) end))
    end
    """#
}
