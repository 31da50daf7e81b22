import Testing

/// Conditions on fields of JSON compare values, not the text that they are stored as.
@Suite struct JSONConditionTests {
  private static let schema = """
    J = entity "J" { j = json {} }
    db:create_all()
    for _, v in ipairs { 5, "5", { k = 1, a = { 2 } }, { 1, 2 }, true, "x \\"y\\"\\n", 1, 1.5 } do J:create { j = v } end
    J:create {}
    function ids(...) return table.concat(J:where(...):pluck "id", " ") end
    """

  @Test func `a value in a table is the value in the field`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(ids { j = 5 }, ids { j = "5" }, ids { j = true }, ids { j = "x \\"y\\"\\n" }, ids { j = 1.5 })
      print(ids { j = { a = { 2 }, k = 1 } }, ids { j = { 1, 2 } }, #ids { j = { 2, 1 } }, #ids { j = { 5 } }, ids { j = null })
      print(ids { j = is.one_of(5, "5", true) }, ids { j = is.one_of { { 1, 2 }, 5 } }, ids { j = is.none_of { { 1, 2 }, 5 } })
      print(ids { j = is.equal("5") }, ids { j = is.one_of(5, 1) }, ids { j = is.not_equal(5) }, ids { j = is.equal(true) })
      """,
      """
      1 2 5 6 8
      3 4 0 0 9
      1 2 5 1 4 2 3 5 6 7 8
      2 1 7 2 3 4 5 6 7 8 5
      """)
  }

  @Test func `so it is in three words, as text, and in memory`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(ids("j", "==", 5), ids("j", "==", "5"), ids("j", "~=", true), ids("j", "==", { k = 1, a = { 2 } }))
      print(ids "j == '5'", ids "j == 5", ids("j == v", { v = "5" }), ids "j == true", ids "j ~= 5")
      for _, v in ipairs { 5, "5", true, 1 } do
        assert(#J:fetch():filter { j = v } == 1 and #J:where { j = v }:fetch { pushdown = false } == 1)
      end
      """,
      """
      1 2 1 2 3 4 6 7 8 3
      2 1 2 5 2 3 4 5 6 7 8
      """)
  }

  @Test func `a list is the value in every word, and a parameter is one, too`() throws {
    let script = try Script(schema: Self.schema)
    for condition in [
      "{ j = { 1, 2 } }", "{ j = is.equal { 1, 2 } }", "'j == v', { v = { 1, 2 } }", "'v == j', { v = { 1, 2 } }",
      "'j:equal(v)', { v = { 1, 2 } }",
    ] {
      try script.expect("return ids(\(condition))", "4")
      try script.expect("return J:fetch():filter(\(condition))[1].id", "4")
    }
    try script.expect(
      """
      print(ids("j", "==", { 1, 2 }), ids("j", "~=", { 1, 2 }))
      print(ids("j == v", { v = { k = 1, a = { 2 } } }), ids("j ~= v", { v = { 1, 2 } }), #ids("j == v", { v = { 5 } }))
      print(#ids("j:not_equal(v)", { v = { { k = 1 } } }), ids("id:one_of(v)", { v = { 1, 2 } }))
      """,
      """
      4 1 2 3 5 6 7 8
      3 1 2 3 5 6 7 8 0
      15 1 2
      """)
    #expect(script.failure("J:where('id == v', { v = { 1, 2 } })").contains("'v' is a list: ask x:one_of(v)"))
    #expect(script.failure("J:where('id == v', { v = { k = 1 } })").contains("'v' is a table: only a field of json"))
    #expect(
      script.failure("J:where('id:one_of(v)', { v = { { 1 } } })").contains("'v' is a table: only a field of json"))
    #expect(script.failure("J:where { id = is.one_of { { 1 }, 2 } }").contains("a table"))
  }

  @Test func `what JSON cannot hold is refused`() throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("J:where { j = print }") == "where: j: JSON cannot hold a function")
    #expect(script.failure("J:where { j = 1/0 }") == "where: j: JSON cannot hold inf")
  }

  @Test func `numbers in documents are equal where they are so in Lua`() throws {
    let script = try Script(
      schema: #"""
        K = entity "K" { j = json {} }
        db:create_all()
        for _, v in ipairs {
          { x = 1.0 }, { x = 1 }, { x = 1.5 }, { a = { 1.0, 2, "1.0" } }, { a = { 1, 2.0, "1.0" } }, "1.0", 1.0, 1, 1e15,
          1000000000000000, 2 ^ 62, 1 << 62, -0.0, 0, 1e300, "a 2.0 \"3.0\\", { ["k 1.0"] = -7.0 }, { ["k 1.0"] = -7 },
        } do K:create { j = v } end
        """#)
    try script.expect(
      """
      for _, v in ipairs {
        { x = 1.0 }, { x = 1 }, { a = { 1, 2, "1.0" } }, "1.0", 1, 1e15, 1 << 62, 0, 1e300, { ["k 1.0"] = -7.0 },
      } do
        local found = table.concat(K:where { j = v }:pluck "id", " ")
        assert(found == table.concat(K:where { j = is.one_of { v, 7 } }:pluck "id", " "))
        assert(#K:fetch():filter { j = v } + K:where { j = is.not_equal(v) }:count() == 18)
        print(found)
      end
      print(#K:group_by "j":fetch(), K:aggregate { n = "count distinct j" }.n, K:select "j":distinct():count())
      print(table.concat(K:sorted_by("j", "id"):pluck "id", " "))
      """,
      """
      1 2
      1 2
      4 5
      6
      7 8
      9 10
      11 12
      13 14
      15
      17 18
      11 11 11
      6 16 13 14 7 8 9 10 15 11 12 4 5 17 18 3 1 2
      """)
  }

  @Test func `what a database does not look into is said`() throws {
    guard TestEngine.chosen == .postgresql else { return }
    let script = try Script(schema: "K = entity 'K' { j = json {} } db:create_all() K:create { j = { x = '\\0' } }")
    try script.expect("return K:first().j.x == '\\0'", "true")
    #expect(
      script.failure("K:where 'j.x == 1':count()").contains(
        "PostgreSQL does not look into JSON that holds the character NUL: ask by a function of the row"))
  }
}
