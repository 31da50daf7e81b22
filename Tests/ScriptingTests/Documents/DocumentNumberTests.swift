import Testing

@testable import Scripting

/// A whole number that another program wrote as 1.0 is an integer wherever an integer is declared.
@Suite struct DocumentNumberTests {
  private static let schema = #"""
    Home = entity "Home" { abstract = true, z = integer {} }
    T = entity "T" { h = embedded "Home" }
    db:create_all()
    T:create { h = { z = 1 } } T:create { h = { z = 2 } }
    db:execute [[UPDATE t SET h = '{"z":1.0}' WHERE id = 2]]
    """#

  @Test(arguments: [
    ("h.z .. 'x' == '1x'", "1 2"), ("h.z == 1", "1 2"), ("h.z // 2 == 0", "1 2"), ("h.z:one_of(1, 7)", "1 2"),
    ("h.z > 1", ""),
  ])
  func `one written with a point is an integer to a condition`(condition: String, found: String) throws {
    let script = try Script(schema: Self.schema)
    for rows in ["T:where(condition):pluck 'id'", "T:fetch():filter(condition):map 'id'"] {
      try script.expect("local condition = \"\(condition)\" return table.concat(\(rows), ' ')", found)
    }
  }

  @Test func `and it is given as one`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(table.concat(T:pluck "h.z", " "), table.concat(T:pluck "h.z .. 'x'", " "), T:fetch()[2].h.z)
      print(T:sum "h.z", T:max "h.z", table.concat(T:pluck "h.z * 3", " "), #T:group_by "h.z":aggregate { n = "count" }:fetch())
      print(T:where(function(t) return t.h.z .. "x" == "1x" end):count())
      """, "1 1 1x 1x 1\n2 1 3 3 1\n2")
  }
}
