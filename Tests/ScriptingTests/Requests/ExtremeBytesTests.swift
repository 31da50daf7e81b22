import Testing

@testable import Scripting

/// The least and the greatest of strings that functions give are those of Lua: by their bytes, whether they are UTF-8 or
/// not.
@Suite struct ExtremeBytesTests {
  private static let schema = """
    P = entity "P" { kids = has_many "Kid" }
    Kid = entity "Kid" { s = text { required = true }, d = data { required = true }, n = integer { required = true }, p = belongs_to "P" }
    db:create_all()
    local p = P:create {}
    Kid:create { s = "é", d = "a", n = 1, p = p } Kid:create { s = "éé", d = "\\x80", n = 2, p = p }
    Kid:create { s = "\\u{fffd}x", d = "\\xc0\\x80", n = 3, p = p }
    local function hex(s) return (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end
    local function lua(f, isMost)
      local best
      for _, k in ipairs(Kid:fetch()) do
        local value = f(k)
        if best == nil or isMost and value > best or not isMost and value < best then best = value end
      end
      return hex(best)
    end
    function ways(f)
      local p, members = P:first(), Kid:annotate { v = f }
      for _, word in ipairs { "min", "max" } do
        local meant = lua(f, word == "max")
        local found = {
          Kid[word](Kid, f), p.kids[word](p.kids, f), members[word](members, "v"),
          members:group_by("p"):aggregate { x = word .. " v" }[1].x,
        }
        for place, value in ipairs(found) do
          if hex(value) ~= meant then return word .. " " .. place .. ": " .. hex(value) .. ", not " .. meant end
        end
        local rows = P:where(function(p) return hex(p.kids[word](p.kids, f)) == meant end)
        local same = P:where(function(p) return p.kids[word](p.kids, f) > "" end)
        if #rows:fetch() ~= 1 or #same:fetch() ~= 1 then return word .. " in a condition" end
      end
      return "as in Lua"
    end
    """

  @Test(arguments: [
    "k.n == 1 and k.s or k.d", "k.n == 2 and k.s or k.d", "k.n == 1 and k.d or k.s", "k.n == 1 and '\\xff' or k.s",
    "k.n == 2 and '\\x80' or k.s", "k.s:sub(2)", "k.s:reverse()", "k.d .. k.s", "k.d", "k.s:sub(2, 2)",
    "#tostring({}) > 0 and (k.n == 2 and '\\x80' or k.s)",
  ])
  func `they are found by their bytes`(value: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return ways(function(k) return \(value) end)", "as in Lua")
  }

  /// A server has no word for bytes beside texts.
  @Test func `a relation is asked for those that are bytes in SQL`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local rows = P:where(function(p) return p.kids:max(function(k) return k.n == 1 and k.s or k.d end) == "é" end)
      print(tostring(rows:explain()):match "^%l+", #rows:fetch())
      """, TestEngine.chosen == .sqlite ? "pushed 1" : "closure 1")
  }
}
