import TestSupport
import Testing

/// A request as a value selects NULL nowhere, whatever its rows are: as the list of its values does.
@Suite struct RequestNullTests {
  private static let schema = """
    A = entity "A" { n = integer {}, k = integer { required = true }, kids = has_many "B", up = belongs_to "A" }
    B = entity "B" { m = integer {}, a = belongs_to "A" }
    db:create_all()
    x = A:create { n = 2, k = 1 } y = A:create { n = 3, k = 2, up = x } z = A:create { k = 3, up = y }
    B:create { m = 1, a = x } B:create { m = 2, a = x } B:create { m = 7, a = y } B:create { m = 9 } B:create { a = z }
    function ids(list) return table.concat(list:map "id", " ") end
    """

  @Test(arguments: [
    ("A:where { n = is.none_of(none) }", "1 2"), ("A:where { n = ~is.one_of(none) }", "1 2"),
    ("A:where('not n:one_of(e)', { e = none })", "1 2"), ("A:where('n:none_of(e)', { e = none })", "1 2"),
    ("A:where_not { n = none }", "1 2"), ("A:where_not { n = {} }", "1 2"),
    ("A:where { n = is.none_of(nulls) }", "1 2"),
    ("A:where_not { n = nulls }", "1 2"), ("A:where { n = is.none_of(none:limit(1)) }", "1 2"),
    ("A:where { k = is.none_of(none) }", "1 2 3"),
    ("B:where_not { a = A:where { n = 99 } }", "1 2 3 5"), ("B:where_not { a = A:where { n = 3 } }", "1 2 5"),
    ("B:where { ['a.n'] = is.none_of(none) }", "1 2 3"),
    ("B:where_not { a = A:where(function(a) return os.time() < 0 end) }", "1 2 3 5"),
    ("B:where('not (m == 9 or a:one_of(e))', { e = A:where { n = 99 } })", "1 2 3"),
  ])
  func `what is NULL is not outside of a request that has no rows`(request: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      none = B:where { m = is.greater(1000) }:select "m" nulls = B:where { m = null }:select "m"
      print(ids(\(request):fetch()))
      """, rows)
  }

  @Test func `random conditions mean the same with a request and with the list of its values`() throws {
    var dice = Dice(seed: 0x5EED_0F01)
    let script = try Script(schema: Self.schema)
    for _ in 0..<150 {
      let cells = (0..<dice.roll(4)).map { _ in dice.pick(["1", "2", "3", "null"]) }.joined(separator: ", ")
      let cut = dice.pick(["", "", ":limit(2)", ":where(function(b) return os.time() > 0 end)"])
      let test = dice.pick([
        "is.one_of(V)", "is.none_of(V)", "~is.one_of(V)", "~is.none_of(V)", "is.absent | is.one_of(V)",
      ])
      let condition = dice.pick([
        "{ n = \(test) }", "{ ['up.n'] = \(test) }", "('n:one_of(p)', { p = V })", "('not n:one_of(p)', { p = V })",
        "('up.n:none_of(p)', { p = V })", "('not (k == 1 or n:one_of(p))', { p = V })",
        "('if(n:one_of(p), 1, 2) == 2', { p = V })",
      ])
      let word = dice.pick(["where", "where_not"])
      let result = try script.run(
        """
        B:all():delete()
        for _, value in ipairs { \(cells) } do B:create { m = value } end
        local request, list = B:select "m"\(cut), {}
        for _, value in ipairs(B:all()\(cut):pluck "m") do if value ~= null then list[#list + 1] = value end end
        local function ask(V)
          local sql = ids(A:\(word)\(condition):fetch())
          if "\(word)" == "where_not" then return sql end
          local memory = ids(A:fetch():filter\(condition))
          return sql == memory and sql or sql .. " in SQL, " .. memory .. " in memory"
        end
        local one, other = ask(request), ask(list)
        return one == other and "" or one .. " of the request, " .. other .. " of the list"
        """)
      #expect(result == "", "\(word) \(condition) of { \(cells) }\(cut)")
    }
  }

  @Test func `an empty table is no condition on a relation`() throws {
    let script = try Script(schema: Self.schema)
    let words = "{} is neither objects nor a condition: ask is.one_of(list) where a list may be empty, or is.present"
    #expect(script.failure("return A:where { kids = {} }:count()").contains("where: kids: " + words))
    #expect(script.failure("return B:where { a = {} }:count()").contains("where: a: " + words))
    try script.expect("print(A:where { kids = is.one_of {} }:count(), B:where { a = is.none_of {} }:count())", "0 4")
  }

  @Test func `a key of several fields that is NULL in part leads nowhere`() throws {
    let script = try Script(
      schema: """
        Land = entity "Land" { a = text { primary_key = true }, b = integer { primary_key = true } }
        Town = entity "Town" { land = belongs_to "Land" }
        db:create_all()
        Town:create { land = Land:create { a = "x", b = 1 } } Town:create {} Town:create { land = Land:get { "x", 1 } }
        """)
    try script.expect(
      """
      db:transaction(function() db:execute "UPDATE town SET land_b = NULL WHERE id = 1" end)
      print(Town:get(1).land)
      for _, condition in ipairs { "land == nil", { land = null }, { land = is.absent }, { land = ~is.present },
        function(t) return t.land == nil end } do
        print(Town:where(condition):count(), #Town:fetch():filter(condition), Town:where_not(condition):count())
      end
      print(Town:where "land ~= nil":count(), Town:where { land = is.present }:count())
      """,
      """
      nil
      2 2 1
      2 2 1
      2 2 1
      2 2 1
      2 2 1
      1 1
      """)
  }

  @Test func `the row that a function gets is a value of conditions`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function count(a) return B:where { a = a }:count() end
      print(A:where(function(a) return B:where { a = a }:exists() end):count(), A:where(function(a) return count(a) == 2 end):count())
      print(A:where(function(a) return B:where("a == p", { p = a }):exists() end):fetch { pushdown = false }[3].n)
      print(A:where(function(a) return B:where { a = is.one_of(a, x) }:count() == 3 end):count())
      print(B:where(function(b) return A:where { kids = b }:exists() end):count())
      print(A:values(function(a) return count(a) end)[1][1], A:sorted_by(function(a) return -count(a) end):first().id)
      print(A:group_by(function(a) return count(a) end):aggregate { c = "count" }:sorted_by "key"[1].c)
      print(A:all():update { n = function(a) return count(a) end }, ids(A:where { n = 1 }:fetch()))
      """,
      """
      3 1
      nil
      2
      4
      2 1
      2
      3 2 3
      """)
  }
}
