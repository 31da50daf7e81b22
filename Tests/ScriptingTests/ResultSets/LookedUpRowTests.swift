import TestSupport
import Testing

/// Sets and observers of requests whose functions look at rows of other tables by themselves.
@Suite struct LookedUpRowTests {
  private static let schema = """
    P = entity "P" { name = text {}, rank = integer {} }
    O = entity "O" { buyer = text {}, n = integer {} }
    N = entity "N" { n = integer {} }
    db:create_all()
    db:add(P { name = "Ada", rank = 1 })
    db:add(P { name = "Bob", rank = 2 })
    function names(rows)
      local t = {}
      for i, p in ipairs(rows) do t[i] = p.name end
      return table.concat(t, " ")
    end
    -- What reads them is not for the database to understand.
    function orders(p) return rawlen { table.unpack(db:query("SELECT n FROM o WHERE buyer = '" .. p.name .. "'")) } end
    """

  @Test(arguments: [
    "P:where(function(p) return O:where { buyer = p.name }:exists() end)",
    "P:where(function(p) return orders(p) > 0 end)",
    "P:where(function(p) return #set > 0 and orders(p) > 0 end)",
  ])
  func `a filter's rows are followed where they are`(request: String) throws {
    let script = try Script(schema: Self.schema + "\nset = O:results()")
    try script.expect(
      """
      local rs = \(request):results()
      print(#rs)
      db:add(O { buyer = "Bob", n = 1 })
      print(names(rs))
      db:add(O { buyer = "Ada", n = 1 })
      print(names(rs))
      O:where { buyer = "Bob" }:delete()
      print(names(rs))
      """, "0\nBob\nAda Bob\nAda")
  }

  @Test func `so are those that sort, make sections and are observed`() throws {
    try Script(schema: Self.schema).expect(
      """
      local sorted = P:sorted_by(function(p) return -orders(p) end):results()
      local sections = P:sectioned_by(function(p) return orders(p) .. " orders" end):results()
      local told = {}
      local stop = P:where(function(p) return orders(p) > 0 end):observe(function(rows) told[#told + 1] = names(rows) end)
      print(names(sorted), #sections.sections)
      db:add(O { buyer = "Bob", n = 1 })
      print(names(sorted), sections.sections[1].name, sections.sections[2].name)
      stop()
      db:add(O { buyer = "Ada", n = 1 })
      print(names(sorted), #sections.sections, table.concat(told, "|"))
      """,
      """
      Ada Bob 1
      Bob Ada 0 orders 1 orders
      Ada Bob 1 |Bob
      """)
  }

  @Test func `other tables are not: a write to them asks no function again`() throws {
    try Script(schema: Self.schema).expect(
      """
      local calls = 0
      local rs = P:where(function(p) calls = calls + 1 return orders(p) == 0 end):results()
      print(#rs, calls)
      db:execute "CREATE TABLE x (n)"
      print(#rs)
      local before = calls
      db:execute "INSERT INTO x VALUES (1)"
      print(#rs, calls - before)
      db:add(O { buyer = "Bob", n = 1 })
      print(#rs, calls - before)
      """,
      """
      2 2
      2
      2 0
      1 2
      """)
  }
}
