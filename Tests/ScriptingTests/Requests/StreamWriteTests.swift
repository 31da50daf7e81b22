import Testing

/// Loops over rows that change these very rows: they see what was there when they began.
@Suite struct StreamWriteTests {
  private static let schema = """
    K = entity "K" { v = integer { indexed = true }, n = text {} }
    db:create_all()
    function fill(count) K:all():delete() for i = 1, count do K:create { v = i } end end
    """

  @Test(arguments: [
    "K:sorted_by('v')", "K:where { v = is.at_least(0) }:sorted_by('v')", "K:all()",
    "K:where(function(k) return k.v % 2 >= 0 and #tostring(k.v) > 0 end):sorted_by('v')",
  ])
  func `a row that is saved is not met again`(request: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      for _, count in ipairs { 5, 16, 17, 600 } do
        fill(count)
        local n, sum = 0, 0
        for k in \(request):iterate() do
          n, sum = n + 1, sum + k.v
          assert(n <= count, "a row came again")
          k.v = k.v + 1000
          k:save()
        end
        assert(n == count and sum == count * (count + 1) // 2)
        assert(K:min "v" == 1001 and K:max "v" == 1000 + count)
        n = 0
        \(request):each(function(k) n = n + 1 assert(n <= count, "a row came again") k:assign { v = k.v + 1000 }:save() end)
        assert(n == count)
      end
      """, "")
  }

  @Test func `rows that the loop makes are not met, and those that it deletes are`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      fill(40)
      local n = 0
      for k in K:iterate() do n = n + 1 assert(n <= 40, "endless") K:create { v = 99 } end
      print(n, K:count())
      n = 0
      K:each(function(k) n = n + 1 db:execute "DELETE FROM k" end)
      print(n, K:count())
      fill(40)
      n = 0
      for k in K:iterate() do n = n + 1 db:transaction(function() db:add { K { v = 1 }, K { v = 2 } } end) end
      print(n, K:count())
      """,
      """
      40 80
      80 0
      40 120
      """)
  }

  @Test func `a function that raises on what was left raises when its row comes`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      fill(40)
      local n = 0
      print(pcall(function()
        for k in K:where(function(k) if k.v == 30 then error("thirty", 0) end return true end):iterate() do
          n = n + 1
          k:assign { v = k.v + 100 }:save()
        end
      end))
      print(n)
      for k in K:iterate() do k:assign { v = 1 }:save() break end
      db:execute "DROP TABLE k"
      """, "false thirty\n29")
  }
}
