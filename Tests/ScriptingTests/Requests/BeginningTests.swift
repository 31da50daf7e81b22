import Testing

/// The beginning of a text, which an index finds where its column holds texts alone.
@Suite struct BeginningTests {
  private static let schema = """
    Word = entity "Word" { text = text { indexed = true } }
    db:create_all()
    for _, text in ipairs { "Ze", "Zea", "Zf", "Z", "ze", "Zé", "Z\\u{10FFFF}", "" } do Word:create { text = text } end
    Word:create {}
    function found(request) return table.concat(request:sorted_by("id"):pluck "id", " ") end
    """

  @Test func `it is a range, which selects what the test selects in memory`() throws {
    let script = try Script(schema: Self.schema)
    for part in ["Z", "Ze", "Zé", "Z\u{10FFFF}", "", "x"] {
      let tests = ["is.prefix '\(part)'", "is.no_prefix '\(part)'", "is.prefix('\(part)', { ignore_case = true })"]
      for test in tests {
        try script.expect(
          """
          local request = Word:where { text = \(test) }
          local ids = {}
          for _, word in ipairs(Word:fetch():filter { text = \(test) }) do ids[#ids + 1] = word.id end
          print(found(request) == table.concat(ids, " "))
          """, "true")
      }
    }
    try script.expect("return found(Word:where { text = is.prefix 'Z' })", "1 2 3 4 6 7")
    try script.expect("return found(Word:where \"text:prefix('Ze') or id == 5\")", "1 2 5")
  }

  @Test func `an index serves it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local ze = Word:where { text = is.prefix "Ze" }
      print((ze:sql():match "WHERE (.*) ORDER"), tostring(ze:explain()):match "SEARCH word USING")
      """, #""text" >= ?1 AND "text" < ?2 SEARCH word USING"#)
  }

  @Test func `of a column that may hold numbers, what they read as begins, too`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE thing (id INTEGER PRIMARY KEY, any, words NVARCHAR(10), some TEXT COLLATE NOCASE)"
        db:execute [[INSERT INTO thing VALUES (1, 12, 12, 'Aa'), (2, '12a', '12a', 'aA'), (3, x'3132', x'3132', 'b'),
          (4, NULL, NULL, NULL)]]
        db:reflect()
        function found(request) return table.concat(request:sorted_by("id"):pluck "id", " ") end
        """)
    try script.expect(
      """
      print(found(Thing:where { any = is.prefix "1" }), found(Thing:where { words = is.prefix "1" }))
      print(found(Thing:where { some = is.prefix "a" }), found(Thing:where { words = is.no_prefix "1" }))
      Thing = entity "Thing" { any = text {}, words = text {} }
      print(found(Thing:where { any = is.prefix "1" }), found(Thing:where { words = is.prefix "1" }))
      """,
      """
      1 2 1 2
      1 2 3
      1 2 1 2
      """)
  }
}
