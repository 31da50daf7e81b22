import Testing

/// JSON that other programs wrote: with blanks, in another order of names, with escapes; it is equal where it says the
/// same.
@Suite struct OthersJSONTests {
  private let schema = #"""
    db:execute "CREATE TABLE item (id INTEGER PRIMARY KEY, j TEXT)"
    local texts = {
      '{"a": 1}', '{"a":1}', '{"a":1.0}', '{"b":2,"a":1}', '{"a":1,"b":2}', '{"\\u0061":1}', '[1, 2]', '[1,2.0]', 'x',
      '{"k":{"c": 1, "b":2}}', '{"k":{"b":2,"c":1}}', ' "s" ', '1.0',
    }
    for i, text in ipairs(texts) do db:execute("INSERT INTO item VALUES (?, ?)", i, text) end
    db:execute "INSERT INTO item VALUES (14, NULL)"
    Item = entity "Item" { j = json {} }
    \#(BothWays.items)
    """#

  private func script() throws -> Script { try Script(schema: schema, location: ":memory:") }

  @Test func `it is found and left out by what it says`() throws {
    try script().expect(
      """
      both({ j = { a = 1 } }, { j = { b = 2, a = 1 } }, { j = is.one_of { { 1, 2 }, { a = 1, b = 2 } } }, { j = is.not_equal { a = 1 } },
        { j = 1 }, { j = "s" })
      print(ids(Item:where("j == v", { v = { a = 1 } }):fetch()), ids(Item:where { ["j.k"] = { b = 2, c = 1 } }:fetch()))
      """,
      """
      1 2 3 6
      4 5
      4 5 7 8
      4 5 7 8 9 10 11 12 13
      13
      12
      1 2 3 6 10 11
      """)
  }

  @Test func `a field that was read is what it was before`() throws {
    try script().expect(
      """
      local rows = Item:where { id = is.at_most(6) }:fetch()
      print(#rows:filter { j = { a = 1 } })
      for _, i in ipairs(rows) do local _ = i.j end
      print(#rows:filter { j = { a = 1 } }, ids(rows:sorted "j"), ids(Item:where { id = is.at_most(6) }:sorted_by "j":fetch()))
      """,
      """
      4
      4 4 5 1 2 3 6 4 5 1 2 3 6
      """)
  }

  @Test func `groups and distinct values are one where it says the same`() throws {
    try script().expect(
      """
      local good = Item:where { id = is.none_of(9) }
      print(#good:group_by "j":aggregate { n = "count" }:fetch(), #good:select "j":distinct():pluck "j")
      local some = good:where(function(i) return i.id > 0 end)
      print(#some:group_by "j":aggregate { n = "count" }:fetch(), Item:aggregate { n = "count distinct j" }.n)
      """,
      """
      7 7
      7 7
      """)
  }
}
