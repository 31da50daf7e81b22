import Testing

@testable import Scripting

/// Sums and means along relations of infinities of both signs: no number to a function, whatever says it, and NULL to a
/// text, which is not the sum of nothing.
@Suite struct InfiniteRelatedSumTests {
  /// Ann has both infinities, Bob a number, Cid none at all, and Dan a row without a number.
  private static let schema = """
    P = entity "P" { name = text {}, kids = has_many "Kid" }
    Kid = entity "Kid" { r = real {}, n = integer {}, p = belongs_to "P" }
    db:create_all()
    for _, name in ipairs { "Ann", "Bob", "Cid", "Dan" } do P:create { name = name } end
    local ann, bob, dan = P:get(1), P:get(2), P:get(4)
    Kid:create { r = 1 / 0, n = 1, p = ann } Kid:create { r = -1 / 0, n = 2, p = ann } Kid:create { r = 2, n = 3, p = bob }
    Kid:create { n = 4, p = dan }
    local function names(rows) return table.concat(rows:map "name", " ") end
    function both(f)
      local rows = P:where(f):sorted_by "id"
      local pushed, asked = names(rows:fetch()), names(rows:fetch { pushdown = false })
      return pushed == asked and pushed or pushed .. " pushed, " .. asked .. " row by row"
    end
    function text(condition)
      local said, filtered = names(P:where(condition):sorted_by "id":fetch()), names(P:sorted_by "id":fetch():filter(condition))
      return said == filtered and said or said .. " in SQL, " .. filtered .. " in memory"
    end
    """

  @Test(arguments: [
    ("p.kids:sum 'r' == 0", "Cid Dan"), ("p.kids:sum 'r' ~= 0", "Ann Bob"), ("p.kids:sum 'r' > 1", "Bob"),
    ("not (p.kids:sum 'r' > 1)", "Ann Cid Dan"), ("p.kids:sum 'r' <= 2", "Bob Cid Dan"),
    ("p.kids:sum 'r' == p.id", "Bob"),
    ("p.kids:avg 'r' == nil", "Cid Dan"), ("p.kids:avg 'r'", "Ann Bob"), ("p.kids:avg 'r' ~= 2", "Ann Cid Dan"),
    ("(p.kids:avg 'r' or 1) < 3", "Bob Cid Dan"), ("p.kids:sum(function(k) return k.r end) == 0", "Cid Dan"),
    ("p.kids:avg(function(k) return k.r end) == nil", "Cid Dan"), ("p.kids:sum 'r * 2' == 0", "Cid Dan"),
    ("tostring(p.kids:sum 'r') == 'nan'", "Ann"), ("p.kids:sum 'r' + 1 > 0", "Bob Cid Dan"),
    ("math.max(p.kids:sum 'r', 1) == 1", "Cid Dan"), ("p.kids:where { n = is.less(2) }:sum 'r' > 5", "Ann"),
    ("p.kids:max 'r' == 1 / 0", "Ann"), ("p.kids:min 'r' == -1 / 0", "Ann"), ("p.kids:sum 'n' == 3", "Ann Bob"),
  ])
  func `a function selects the same rows in SQL and row by row`(condition: String, names: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return both(function(p) return \(condition) end)", names)
  }

  @Test(arguments: [
    ("sum(kids.r) == 0", "Cid Dan"), ("sum(kids.r) ~= 0", "Bob"), ("sum(kids.r) > 1", "Bob"),
    ("sum(kids.r) == nil", "Ann"),
    ("not (sum(kids.r) > 1)", "Cid Dan"), ("avg(kids.r) > 1", "Bob"), ("avg(kids.r) == nil", "Ann Cid Dan"),
    ("median(kids.r) == nil", "Ann Cid Dan"), ("sum(kids.r * 2) == 0", "Cid Dan"), ("max(kids.r) > 5", "Ann"),
    ("coalesce(avg(kids.r), 0) == 0", "Ann Cid Dan"), ("sum(kids.n) == 3", "Ann Bob"),
  ])
  func `a text selects the same rows in SQL and in memory`(condition: String, names: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return text(\"\(condition)\")", names)
  }

  @Test func `orders, members and groups have NULL for it`() throws {
    try Script(schema: Self.schema).expect(
      """
      local function names(rows) return table.concat(rows:fetch():map "name", " ") end
      print(names(P:sorted_by("-sum(kids.r)", "id")), names(P:sorted_by(function(p) return p.kids:sum "n" end, "id")))
      local rows, sums = P:annotate { s = "sum kids.r" }:sorted_by "id", ""
      for _, p in ipairs(rows:fetch()) do sums = sums .. tostring(p.s) .. " " end
      print(sums .. names(rows:where "s == nil"))
      local groups = Kid:group_by "p":aggregate { s = "sum r" }
      print(#groups:having "s == 0":fetch(), #groups:having "s > 1":fetch(), #groups:fetch())
      """,
      """
      Bob Cid Dan Ann Cid Ann Bob Dan
      nil 2.0 0 0 Ann
      1 1 3
      """)
  }

  @Test func `sums of integers say nothing of it`() throws {
    let script = try Script(schema: Self.schema)
    let plan = try script.run("return tostring(P:where(function(p) return p.kids:sum 'n' == 0 end):explain())")
    #expect(plan.contains("pushed: coalesce((SELECT "))
    let whole = "P:where(function(p) return p.kids:sum(function(k) return (k.n or 0) + p.id end) == 0 end)"
    #expect(try !script.run("return tostring(\(whole):explain())").contains("count("))
  }
}
