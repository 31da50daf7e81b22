import Testing

/// `list:map` along a path into JSON gives what `pluck` does: nothing where there is no table on the way.
@Suite struct MappedPathTests {
  @Test(arguments: ["j.n", "j.len", "j.n.x"])
  func `what is no table has nothing under a name`(path: String) throws {
    let script = try Script(
      schema: """
        T = entity "T" { j = json {} }
        db:create_all()
        T:create { j = { n = 1.5, len = 2 } } T:create { j = 15 } T:create { j = "hello" } T:create { j = true }
        T:create { j = { n = { x = "a" } } } T:create {}
        """)
    try script.expect(
      """
      local function shown(list)
        local parts = {}
        for i, value in ipairs(list) do parts[i] = encode(value, "json") end
        return table.concat(parts, " ")
      end
      local asked, found = shown(T:pluck "\(path)"), shown(T:fetch():map "\(path)")
      return asked == found and "alike" or asked .. " in SQL, " .. found .. " in memory"
      """, "alike")
  }
}
