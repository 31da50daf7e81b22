import Testing

@testable import Scripting

/// Values that count once are sorted by what is shown, an expression as well as a field.
@Suite struct DistinctOrderTests {
  private static let schema = """
    T = entity "T" { n = integer {}, name = text {} }
    db:create_all()
    for i, name in ipairs { "b", "A", "a", "Ccc", "B" } do T:create { n = i, name = name } end
    function shown(list) return table.concat(list, " ") end
    """

  @Test(arguments: [
    ("lower(name)", "lower(name)", "a b ccc"), ("-lower(name)", "lower(name)", "ccc b a"),
    ("-length(name)", "length(name)", "3 1"), ("-(n % 2)", "n % 2", "1 0"),
  ])
  func `by the expression that is plucked`(sort: String, expression: String, found: String) throws {
    try Script(schema: Self.schema).expect(
      """
      local asked = function() return os.time() > 0 end
      print(shown(T:distinct():sorted_by "\(sort)":pluck "\(expression)"))
      print(shown(T:where(asked):distinct():sorted_by "\(sort)":pluck "\(expression)"))
      """, "\(found)\n\(found)")
  }

  @Test func `another one is refused by name`() throws {
    try Script(schema: Self.schema).expect(
      "return (select(2, pcall(function() return T:distinct():sorted_by 'lower(name)':pluck 'name' end))).message",
      "distinct values of name cannot be sorted by a function: several rows stand behind one value")
  }

  @Test func `values of a key are sorted by anything, as each stands for one row`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { name = text {}, n = integer {}, ys = has_many "Y" } Y = entity "Y" { x = belongs_to "X" } db:create_all()
        a = X:create { name = "b", n = 1 } b = X:create { name = "a", n = 2 } Y:create { x = a }
        """)
    try script.expect(
      """
      local q = X:where(function(x) return tostring(x) ~= "" end):sorted_by "name":distinct()
      print(q:count(), Y:where { x = q }:count(), table.concat(X:sorted_by "name":distinct():pluck "id", " "))
      print(pcall(function() return X:sorted_by "name":distinct():pluck "n" end))
      """,
      "2 1 2 1\nfalse distinct values of n cannot be sorted by 'name': several rows stand behind one value")
  }
}
