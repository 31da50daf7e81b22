import Testing

@testable import Scripting

/// A computed member whose function gives decimals and integers by turns.
@Suite struct MixedDecimalTests {
  private static let schema = """
    Item = entity "Item" { name = text {}, price = decimal { scale = 2 } }
    db:create_all()
    Item:create { name = "a", price = "7.50" }
    Item:create { name = "b", price = "1.00" }
    Item:create { name = "c" }
    items = Item:annotate { w = function(i) if i.name == "b" then return 2 end return i.price end }
    list = items:fetch()
    function names(rows)
      local found = {}
      for _, row in ipairs(rows) do found[#found + 1] = row.name end
      return table.concat(found, " ")
    end
    """

  @Test(arguments: [
    ("tostring(list[1].w) .. ' ' .. type(list[1].w)", "7.50 userdata"),
    ("math.type(list[2].w) .. ' ' .. list[2].w", "integer 2"),
    ("tostring(list[3].w)", "nil"),
    ("names(list:sorted('w'))", "c b a"), ("names(list:sorted('-w'))", "a b c"),
    ("names(list:filter { w = 2 })", "b"), ("names(list:filter { w = is.greater(2) })", "a"),
    ("names(list:filter 'w >= 2')", "a b"), ("names(list:filter(function(i) return i.w == 2 end))", "b"),
    ("names(items:where 'w > 2':fetch())", "a"), ("names(items:sorted_by('-w'):fetch())", "a b c"),
    ("tostring(items:sum 'w')", "9.50"), ("names(list:sorted(function(i) return i.w or 0 end))", "c b a"),
    ("items:where { name = 'b' }:encode 'json'", #"[{"id":2,"name":"b","price":"1.00","w":2}]"#),
    ("items:where { name = is.less('c') }:encode 'csv'", "id,name,price,w\n1,a,7.50,7.50\n2,b,1.00,2\n"),
    ("list[2]:encode 'json'", #"{"id":2,"name":"b","price":"1.00","w":2}"#),
  ])
  func `each value is shown as what it is, and compares as the number that it is`(
    question: String, answer: String
  ) throws {
    try Script(schema: Self.schema).expect("return \(question)", answer)
  }

  @Test(arguments: [
    ("rows[1].w", "7.50"), ("rows[2].w", "1.5"), ("rows[3].w", "3"),
    ("rows:encode 'csv'", "id,w\n1,7.50\n2,1.5\n3,3\n4,\n"),
    ("names(rows:sorted 'w')", "d b c a"), ("names(rows:filter 'w > 1.5')", "a c"),
    ("names(rows:filter { w = 1.5 })", "b"),
    ("names(rows:filter(function(i) return i.w == decimal '1.50' end))", "b"), ("digits:sum 'w'", "12.00"),
    ("names(digits:sorted_by('-w'):fetch())", "a c b d"), ("names(digits:where 'w < 2':fetch())", "b"),
    ("digits:where { name = 'b' }:first().w", "1.5"), ("digits:fetch()[2].w", "1.5"),
    ("#digits:group_by 'w':aggregate { n = 'count' }:fetch()", "4"),
  ])
  func `each decimal has the digits that its function gives it, whatever rows come along`(
    question: String, answer: String
  ) throws {
    let script = try Script(schema: Self.schema)
    try script.run(
      """
      Item:create { name = "d" }
      digits = Item:annotate { w = function(i)
        return i.name == "a" and i.price or i.name == "b" and decimal "1.5" or i.name == "c" and 3 or nil
      end }
      rows = digits:fetch()
      """)
    if question.contains("csv") { try script.run("rows = digits:select('id'):fetch()") }
    try script.expect("return tostring(\(question))", answer)
  }
}
