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
}
