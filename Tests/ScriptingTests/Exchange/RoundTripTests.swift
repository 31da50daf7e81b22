import TestSupport
import Testing

@testable import Model

/// Objects of all field types, there and back through every format.
@Suite struct RoundTripTests {
  /// Values that are awkward, and NULL, for each field.
  private let make = """
    local seed = ...
    local function pick(...) return (select(math.random(select("#", ...)), ...)) end
    local function word()
      local pieces = { "a", "0", " ", '"', "'", "\\\\", ",", "\\n", "\\r", "\\t", "\\1", "é", "東", "👩‍👩‍👧", "|", "<", "&", "\\\\N", "]]", "true", "" }
      local result = {}
      for i = 1, math.random(0, 12) do result[i] = pieces[math.random(#pieces)] end
      return table.concat(result)
    end
    local function document(depth)
      local kind = math.random(depth > 2 and 5 or 7)
      if kind == 1 then return null elseif kind == 2 then return word() elseif kind == 3 then return math.random(0)
      elseif kind == 4 then return math.random() elseif kind == 5 then return math.random() < 0.5
      else
        local result = {}
        for i = 1, math.random(0, 3) do result[kind == 6 and i or "k" .. i .. word()] = document(depth + 1) end
        return result
      end
    end
    local function thing()
      local values = {
        t = word(), i = pick(math.random(0), math.mininteger, math.maxinteger, 0), small = math.random(-32768, 32767),
        r = pick(math.random(), -0.5, 1e300, math.huge, -math.huge, 3.0, 5e-324), d = decimal(pick("0.100", "-12.345", "0.000")),
        b = math.random() < 0.5, day = pick("2024-02-29", "0001-01-01", "9999-12-31"),
        at = pick("2024-02-29T12:30:00Z", "1969-12-31T23:59:59Z"), bytes = pick("", "\\0\\255\\16", word() .. "\\255"),
        id2 = "123e4567-e89b-42d3-a456-426614174000", home = pick("https://a.b/c?d=é&e", "mailto:x@y"),
        j = document(0), rank = pick("pro", "amateur"), word = pick("a", ""),
        lap = pick(0, 90061, -1, math.mininteger, math.maxinteger),
      }
      for name in pairs(values) do if math.random() < 0.15 then values[name] = null end end
      return Thing(values)
    end
    """

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `objects come back`(format: String) throws {
    let files = try FileScript(schema: everyType)
    let seed = Int(Dice.seed())
    print("seed of the \(format) round trip: \(seed)")
    files.script.session.lua.setGlobal("seed", .integer(Int64(seed)))
    let outcome = try files.run(
      make + "\n" + """
        math.randomseed(_G.seed)
        local list = {}
        for i = 1, 150 do list[i] = thing() end
        db:add(list)
        local before = db:query "SELECT * FROM thing ORDER BY id"
        Thing:export(dir .. "/a.\(format)")
        Thing:fetch():export(dir .. "/b.\(format)")
        Thing:first():export(dir .. "/c.\(format)")
        local function compare(what)
          local after = db:query "SELECT * FROM thing ORDER BY id"
          if #after ~= #before then print(what, "rows", #before, #after) end
          for i, row in ipairs(before) do
            for name, value in pairs(row) do
              local other = after[i] and after[i][name]
              if name == "j" and other and value ~= other then
                other = encode(decode(other, "json"), "json") value = encode(decode(value, "json"), "json")
              end
              if value ~= other then print(what, i, name, ("%q %q"):format(value, other)) end
            end
            for name in pairs(after[i] or {}) do if row[name] == nil then print(what, i, name, "not NULL") end end
          end
        end
        for _, file in ipairs { "/a.", "/b." } do
          Thing:all():delete()
          Thing:import(dir .. file .. "\(format)")
          compare("import " .. file)
          Thing:all():delete()
          db:add(Thing:read(dir .. file .. "\(format)"))
          compare("read " .. file)
        end
        local text = Thing:encode "\(format)"
        Thing:all():delete()
        db:add(Thing:decode(text, "\(format)"))
        compare "decode"
        local one = Thing:read(dir .. "/c.\(format)")
        if not ("json plist bplist"):find("\(format)", 1, true) then one = one[1] end
        print("one", one.t == before[1].t)
        """)
    #expect(outcome == "one true", "seed \(seed)")
  }

  @Test func `property lists say what they cannot hold as JSON`() throws {
    let script = try Script(schema: everyType)
    try script.expect(
      """
      local text = Thing { i = null, t = "a\\1", j = { null, 1 } }:encode "plist"
      print(text:match "<key>i</key>%s*<string>(.-)</string>", text:match "<key>t</key>%s*<string>(.-)</string>")
      print((text:match "<key>_json</key>(.-)</array>":gsub("%s+", "")))
      print(text:find "small")
      """,
      #"""
      null "a\u0001"
      <array><string>t</string><string>i</string><string>j</string>
      nil
      """#)
  }

  @Test(arguments: ["json", "jsonl", "plist", "bplist"])
  func `bytes in a column of any type stay bytes, and texts texts`(format: String) throws {
    let folder = try TemporaryFolder()
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a, i image)"
        db:execute "INSERT INTO t VALUES (1, x'00ff10', x'0102'), (2, 'AP8Q', 'txt'), (3, 1.5, 5), (4, x'', NULL)"
        db:reflect()
        function stored() return encode(db:query "SELECT id, quote(a) AS a, quote(i) AS i FROM t", "csv") end
        """, location: ":memory:")
    try script.expect(
      """
      local before, file = stored(), "\(folder.file("t"))" .. ".\(format)"
      T:all():export(file)
      T:all():delete()
      T:import(file)
      print(stored() == before)
      T:fetch():export(file)
      T:all():delete()
      T:import(file)
      print(stored() == before)
      """, "true\ntrue")
  }

  @Test func `bytes in a column of any type have a mark in json`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b BLOB)"
        db:execute "INSERT INTO t VALUES (1, x'00ff', x'00ff')"
        db:reflect()
        """, location: ":memory:"
    ).expect(
      "return T:get(1):encode 'json'", #"{"id":1,"a":{"$binary":{"base64":"AP8="}},"b":"AP8="}"#)
  }
}
