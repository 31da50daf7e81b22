import TestSupport
import Testing

/// Arithmetic over cells of other programs that hold texts: the number that a function of Lua reckons with, and NULL
/// where that raises an error.
@Suite struct TextArithmeticTests {
  /// Columns without a type, and of numbers whose cells are texts all the same.
  private static let schema = """
    db:execute "CREATE TABLE reading (id INTEGER PRIMARY KEY, n, i INT, at DATETIME, m NUMERIC)"
    local cells = { "12", "12abc", "0x10", " 8 ", "1e2", "", "inf", "nan", "-3", "1.50", "x", "9223372036854775808", "- 1", "+7", "0x" }
    for id, text in ipairs(cells) do db:execute("INSERT INTO reading VALUES (?, ?, ?, ?, ?)", id, text, text, text, text) end
    db:execute "INSERT INTO reading VALUES (20, 5, 6, '2024-01-05 10:00:00', 1.5), (21, x'3132', x'31', x'33', x'34'), (22, NULL, NULL, NULL, NULL)"
    db:reflect()
    -- What a function gives, row by row; null where it raises.
    function expected(name, f)
      return Reading:fetch():map(function(r)
        local done, value = pcall(f, r[name])
        if done then return value end
        return null
      end)
    end
    """

  private static let operations: [(text: String, function: String)] = [
    ("c + 1", "v + 1"), ("c - 1", "v - 1"), ("c * 2", "v * 2"), ("-c", "-v"), ("c / 2", "v / 2"), ("c // 2", "v // 2"),
    ("c % 5", "v % 5"), ("abs(c)", "math.abs(v + 0)"), ("1 + c * c", "1 + v * v"),
    ("coalesce(c, 0) + 1", "(v or 0) + 1"),
  ]

  @Test(arguments: ["n", "i", "at", "m"], operations)
  func `a text and a function reckon alike`(column: String, operation: (text: String, function: String)) throws {
    let script = try Script(schema: Self.schema)
    let text = operation.text.replacing(/\bc\b/, with: column)
    try script.expect(
      """
      local text, wanted = "\(text)", expected("\(column)", function(v) return \(operation.function) end)
      local function same(word, list)
        for place, value in ipairs(wanted) do
          local found = list[place]
          if found ~= value or math.type(found) ~= math.type(value) then
            print(word, Reading:fetch()[place].id, Reading:fetch()[place].\(column), found, value)
          end
        end
      end
      same("pluck", Reading:pluck(text))
      same("list", Reading:fetch():map(text))
      same("annotate", Reading:annotate { z = text }:pluck "z")
      local rows = Reading:sorted_by(text):pluck "id"
      local memory = Reading:fetch():sorted(text):map "id"
      print(table.concat(rows, " ") == table.concat(memory, " "))
      local sum, count, ids = 0, 0, {}
      for place, value in ipairs(wanted) do
        if value ~= null then
          sum, count = sum + value, count + 1
          if value > 5 then ids[#ids + 1] = Reading:fetch()[place].id end
        end
      end
      print(Reading:sum(text) == sum, Reading:aggregate { c = "count " .. text }.c == count)
      print(table.concat(Reading:where(text .. " > 5"):pluck "id", " ") == table.concat(ids, " "))
      print(table.concat(Reading:fetch():filter(text .. " > 5"):map "id", " ") == table.concat(ids, " "))
      local groups = 0
      for _, g in ipairs(Reading:group_by { k = text }:aggregate { c = "count" }) do groups = groups + g.c end
      print(groups)
      """, "true\ntrue true\ntrue\ntrue\n18")
  }

  @Test func `it is written so, too`() throws {
    let script = try Script(schema: Self.schema)
    let refusal = script.failure("Reading:where 'id < 5 or id == 20':update { n = expr 'n + 1' }")
    #expect(refusal.contains("Reading 2: n: nothing is reckoned with '12abc'"))
    try script.expect(
      """
      Reading:where "id ~= 2 and (id < 5 or id == 20)":update { n = expr "n + 1" }
      print(encode(Reading:where "id < 5 or id == 20":pluck "n", "json"))
      print(Reading:sum "n", Reading:where "id > 19":sum "i + 1", Reading:where "id > 19":sum "at + 1")
      """,
      """
      [13,"12abc",17,9,6]
      45 9 4
      """)
  }

  @Test func `rules and indexes reckon as every program does`() throws {
    try Script(
      schema: """
        Thing = entity "Thing" { n = any {}, check = { "n + 1 < 10" }, indexes = { index { "n + 1" } } }
        db:create_all()
        """
    ).expect(
      """
      print(Thing:create_sql():match "CHECK %b()", (pcall(Thing.create, Thing, { n = 12 })), Thing:create({ n = 3 }).n)
      """, #"CHECK (("n" + 1) < 10) false 3"#)
  }
}
