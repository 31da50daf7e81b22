import Testing

@testable import Scripting

/// JSON can hold a NUL in a text, at which SQLite's own functions stop.
@Suite struct NULInDocumentTests {
  private static let schema = #"""
    T = entity "T" { j = json {} }
    db:create_all()
    T:create { j = { a = "\0x" } } T:create { j = { a = "x\0y" } } T:create { j = { a = "x" } } T:create { j = { a = "" } }
    T:create { j = { a = "\\u0000" } } T:create { j = { b = "\0" } } T:create { j = { a = { "\0", 1 } } }
    """#

  @Test(arguments: [
    ("j.a == ''", "4"), ("j.a == 'x'", "3"), ("j.a ~= 'x'", "1 2 4 5 7"), ("j.a <= '1'", "1 4"), ("j.a > 'x'", "2"),
    ("j.a:one_of('', 'x')", "3 4"), ("j.a .. '!' == 'x!'", "3"), ("j.a:not_empty()", "1 2 3 5"),
    ("length(j.a) == 6", "5"), ("coalesce(j.a, 'none') == 'x'", "3"),
  ])
  func `a text in JSON goes on behind a NUL`(condition: String, found: String) throws {
    // No text has a NUL in it on a server.
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: Self.schema)
    for rows in ["T:where(condition):pluck 'id'", "T:fetch():filter(condition):map 'id'"] {
      try script.expect("local condition = \"\(condition)\" return table.concat(\(rows), ' ')", found)
    }
  }

  @Test func `such texts are told from others, given whole and found again`() throws {
    // No text has a NUL in it on a server.
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: Self.schema)
    try script.expect(
      #"""
      local texts = T:where "id < 5"
      print(table.concat(texts:fetch():map(function(t) return #t.j.a end), " "), #texts:pluck "j.a"[2])
      print(#texts:aggregate { l = "list distinct j.a" }.l, texts:aggregate { n = "count distinct j.a" }.n)
      print(#texts:group_by "j.a":aggregate { n = "count" }:fetch(), #texts:max "j.a", #texts:min "j.a")
      print(T:where { ["j.a"] = "x\0y" }:count(), T:where("j.a == v", { v = "x\0y" }):count())
      print(T:where { ["j.a"] = is.equal "x\0y" }:count(), #T:fetch():filter { ["j.a"] = is.one_of { "x\0y" } })
      print(T:where { ["j.a"] = is.one_of { "x\0y" } }:count(), T:where(function(t) return t.j.a == "\0x" end):count())
      print(table.concat(texts:sorted_by "j.a":pluck "id", " "), table.concat(texts:fetch():sorted "j.a":map "id", " "))
      """#,
      """
      2 3 1 0 3
      4 4
      4 3 0
      1 1
      1 1
      1 1
      4 1 3 2 4 1 3 2
      """)
  }
}
