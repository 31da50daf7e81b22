import TestSupport
import Testing

/// A new object takes most values without asking what their fields' types say: it must come to the same.
@Suite struct TakingTests {
  private static let schema = """
    E = entity "E" {
      b = boolean {}, i = integer {}, s = integer { bits = 16 }, r = real {}, t = text {}, d = date {},
      w = enum { "a", "bé", "2024-02-29" }, n = enum { { "one", 1 }, { "two", 2 } }, u = url {}, m = decimal { scale = 2 },
    }
    local names = { "b", "i", "s", "r", "t", "d", "w", "n", "u", "m" }
    -- What a field becomes: said of a new object and by assignment.
    local function outcome(ok, value)
      if not ok then return "refused: " .. value.message end
      return math.type(value) or type(value), type(value) == "string" and value or ("%s"):format(value)
    end
    function compare(value)
      for _, name in ipairs(names) do
        local made, kind = outcome(pcall(function() return E { [name] = value }[name] end))
        local set, other = outcome(pcall(function() local e = E {} e[name] = value return e[name] end))
        if made ~= set or kind ~= other then return ("%s of %q: %s %s, not %s %s"):format(name, tostring(value), made, kind, set, other) end
      end
    end
    """

  @Test func `a new object takes what an assignment takes, and refuses the same`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      #"""
      local values = {
        true, false, 0, -1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, math.maxinteger, math.mininteger, 32767, 32768,
        -32768, -32769, 0.0, -0.0, 1.5, 2.0, 1e308, 1 / 0, -1 / 0, 0 / 0, {}, print, null, coroutine.create(print),
        "", "a", "A", "bé", "one", "1", "\0", "a\0b", "1234567\0", "12345678\0", "\0\0\0\0\0\0\0\0", "é", ("é"):rep(9),
        "\xc0\x80", "\xc2", "\xed\xa0\x80", "\xed\x9f\xbf", "\xe0\x9f\xbf", "\xe0\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\x80", "abcdefgh\xff", "\xe2\x82",
        "2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-04-30",
        "2024-4-30", "0000-01-01", "9999-12-31", "2024-01-00", "2024-02-29T00:00:00Z", "2024-02-29 ", "20240229xx",
        "https://example.org", "12.50", ("x"):rep(300),
      }
      for _, value in ipairs(values) do
        local difference = compare(value)
        if difference then print(difference) end
      end
      print(#values)
      """#, "70")
  }

  @Test func `texts of random bytes are taken where an assignment takes them`() throws {
    let seed = Dice.seed()
    let script = try Script(schema: Self.schema)
    let bytes =
      "{ 0, 1, 0x2d, 0x30, 0x39, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xe0, 0xe1, 0xed, 0xf0, 0xf4, 0xff }"
    let result = try script.run(
      """
      math.randomseed(\(seed >> 1))
      local bytes = \(bytes)
      local taken = 0
      for _ = 1, 4000 do
        local text = {}
        for place = 1, math.random(0, 11) do text[place] = string.char(bytes[math.random(#bytes)]) end
        text = table.concat(text)
        local difference = compare(text)
        if difference then print(difference) end
        if utf8.len(text) and not text:find "\\0" then taken = taken + 1 end
      end
      print(taken > 100)
      """)
    #expect(result == "true", "seed \(seed)")
  }

  @Test func `every member that is refused is told of once, in whatever order they come`() throws {
    let seed = Dice.seed()
    let script = try Script(
      schema: """
        local fields = {}
        for place = 1, 20 do fields["t" .. place] = text {} end
        for place = 1, 4 do fields["i" .. place], fields["u" .. place] = integer {}, url {} end
        E = entity "E" (fields)
        math.randomseed(\(seed >> 1))
        """)
    let result = try script.run(
      """
      local good = { t = { "a", "é", ("long "):rep(30) }, i = { 1, 2 }, u = { "https://example.org" } }
      local bad = { t = { "\\xff", "\\0", 5, ("long "):rep(30) .. "\\xfe" }, i = { "x", 1.5 }, u = { "nothing" } }
      for _ = 1, 2000 do
        local values, wrong = {}, {}
        for _ = 1, math.random(28) do
          local kind = ({ "t", "t", "t", "i", "u" })[math.random(5)]
          local name = kind .. math.random(kind == "t" and 20 or 4)
          local from = math.random(4) == 1 and bad or good
          values[name] = from[kind][math.random(#from[kind])]
          wrong[name] = from == bad or nil
        end
        local ok, made = pcall(E, values)
        local told = ok and "" or tostring(made)
        for name, value in pairs(values) do
          local _, count = told:gsub("E: " .. name .. ":", "")
          if count ~= (wrong[name] and 1 or 0) then return ("%s is told of %d times"):format(name, count) end
          if ok and made[name] ~= value then return name .. " is another one" end
        end
        if ok ~= (next(wrong) == nil) then return "wrong" end
      end
      return "right"
      """)
    #expect(result == "right", "seed \(seed)")
  }

  @Test func `an entity may have more fields than an object has places for`() throws {
    let script = try Script()
    try script.expect(
      """
      local fields = {}
      for place = 1, 230 do fields["f" .. place] = integer {} end
      Wide = entity "Wide" (fields)
      db:create_all()
      local values = {}
      for place = 1, 230 do values["f" .. place] = place * place end
      local wide = Wide(values)
      wide.f230 = 7
      wide:save()
      local again = Wide:get(wide.id)
      print(wide.f1, wide.f199, wide.f201, wide.f230, again.f1, again.f201, again.f229, again.f230)
      again.f229 = 3
      again:save():reload()
      print(again.f229, again.f228)
      """,
      """
      1 39601 40401 7 1 40401 52441 7
      3 51984
      """)
  }

  @Test func `the function of a field that changes the table which an object is made of does no harm`() throws {
    let script = try Script()
    try script.expect(
      """
      local values = { a = "x", b = "y", c = "z" }
      E = entity "E" { a = text {}, b = text { encode = function(v) values.a = nil values.c = nil return v end, decode = function(v) return v end }, c = text {} }
      local e = E(values)
      print(e.b)
      """, "y")
  }

  @Test func `a stored word that is none of an enum cannot be read`() throws {
    let script = try Script()
    try script.expect(
      """
      P = entity "P" { rank = enum { "pro", "amateur" }, own = enum { "a", fallback = "a" } }
      db:create_all()
      \(TestEngine.withoutChecks("p"))
      db:execute "INSERT INTO p(rank, own) VALUES ('pro', 'x'), ('nope', 'a'), (NULL, NULL)"
      for p in P:iterate() do
        local ok, rank = pcall(function() return p.rank end)
        print(ok, type(rank) == "table" and rank.kind or rank, p.own)
      end
      local p = P:get(2)
      p.rank = "amateur"
      print(p:save().rank, P:get(2).rank)
      """,
      """
      true pro a
      false DecodeError a
      true nil a
      amateur amateur
      """)
  }
}
