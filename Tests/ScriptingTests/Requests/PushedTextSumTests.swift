import Testing

/// A function over columns of other programs that may hold texts: what it gives is the same whether the database understands
/// it or each row is asked, and so is what is refused.
@Suite struct PushedTextSumTests {
  @Test func `a text among what a function gives is refused by either way`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE doc (id INTEGER PRIMARY KEY, x)"
        db:execute "INSERT INTO doc VALUES (1, '5'), (2, 'abc'), (3, NULL), (4, 2)"
        db:reflect()
        """)
    let text = "takes numbers: this function gives texts"
    #expect(script.failure("Doc:sum(function(d) return d.x end)").contains("sum \(text)"))
    #expect(script.failure("Doc:avg(function(d) return d.x end)").contains("avg \(text)"))
    #expect(script.failure("Doc:sum(function(d) return #tostring({}) > 0 and d.x or nil end)").contains(text))
    try script.expect(
      "return Doc:where('id > 2'):sum(function(d) return d.x end), Doc:sum(function(d) return tonumber(d.x) end)", "2 7"
    )
    try script.expect("return Doc:sum 'x'", "2")
  }

  @Test func `decimals beside a text stay decimals`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE item (id INTEGER PRIMARY KEY, price numeric(10,2))"
        db:execute "INSERT INTO item VALUES (1, 0.1), (2, 5), (3, 'abc')"
        db:reflect()
        """)
    try script.expect("return tostring(Item:min(function(i) return i.price end))", "0.10")
    try script.expect(
      """
      local found = {}
      for _, g in ipairs(Item:group_by { k = function(i) return i.price end }:aggregate { n = "count" }:fetch()) do
        found[#found + 1] = tostring(g.k)
      end
      return table.concat(found, " ")
      """, "0.10 5.00 abc")
    #expect(script.failure("Item:sum(function(i) return i.price end)").contains("this function gives texts"))
  }
}
