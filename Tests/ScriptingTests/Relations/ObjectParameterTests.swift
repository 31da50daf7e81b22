import Testing

/// Objects among the parameters of predicates, in lists, and in conditions of groups: each means its key.
@Suite struct ObjectParameterTests {
  private static let schema = """
    Shop = entity "Shop" { land = text { primary_key = true }, number = integer { primary_key = true } }
    Order = entity "Order" { shop = belongs_to "Shop", team = belongs_to "Team", n = integer {} }
    Team = entity "Team" { name = text {} }
    db:create_all()
    s, t = Shop:create { land = "de", number = 1 }, Shop:create { land = "de", number = 2 }
    red, blue, green = Team:create { name = "r" }, Team:create { name = "b" }, Team:create { name = "g" }
    Order:create { shop = s, team = red, n = 1 }
    Order:create { shop = t, team = blue, n = 2 }
    Order:create { n = 3, team = green }
    Order:create {}
    function ids(r) return table.concat(r:pluck "id", " ") end
    """

  @Test(arguments: [
    ("'shop == nil'", "3 4"), ("'shop ~= nil'", "1 2"), ("'shop == x', { x = t }", "2"),
    ("'x == shop', { x = s }", "1"),
    ("'shop ~= x', { x = t }", "1"), ("'shop == x', { x = null }", "3 4"),
    ("'not (shop == x)', { x = t }", "1"),
    ("'shop == x or team == y', { x = s, y = blue }", "1 2"), ("{ shop = t }", "2"),
    ("{ shop = { s, null } }", "1 3 4"),
    ("'team == x', { x = red }", "1"), ("'team ~= x', { x = red }", "2 3"), ("'team == 2'", "2"),
    ("'team:one_of(l)', { l = { red, blue } }", "1 2"), ("'team:none_of(l)', { l = { red, blue } }", "3"),
    ("'team:one_of(l)', { l = Team:where { name = is.less('c') }:fetch() }", "2"),
    ("'team:one_of(l)', { l = { red, null } }", "1 4"), ("'team:equal(x)', { x = blue }", "2"),
  ])
  func `an object in a predicate as text means its key, of however many fields`(
    condition: String, rows: String
  ) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return ids(Order:where(\(condition)))", rows)
  }

  @Test(arguments: [
    ("'team == x', { x = s }", "team: a Team was expected, not a Shop"),
    ("'team:one_of(l)', { l = { s.orders } }", "only a field of json or of documents compares with one"),
    ("'team:one_of(l)', { l = { Order:first() } }", "team: a Team was expected, not an Order"),
    ("'shop == 1'", "'shop' has a key of several fields: compare it with nil or an object"),
    ("'shop < x', { x = s }", "an object compares with == and ~= only"),
    ("'n == x', { x = s }", "'x' is an object, whose key is not one value"),
    ("'team == x', { x = Team {} }", "parameter 'x': this Team is not saved"),
  ])
  func `an object that is none of the relation's is refused`(condition: String, message: String) throws {
    let schema = Self.schema.replacing(
      "number = integer { primary_key = true } }", with: "number = integer { primary_key = true }, orders = json {} }")
    let failure = try Script(schema: schema.replacing("number = 1 }", with: "number = 1, orders = { a = 1 } }"))
      .failure("Order:where(\(condition))")
    #expect(failure.contains(message), "\(failure)")
  }

  @Test(arguments: [
    ("{ team = red }", "1"), ("{ team = { red, blue } }", "2"), ("{ team = is.one_of(red, blue) }", "2"),
    ("{ team = null }", "1"), ("'team == x', { x = red }", "1"), ("'team', '==', red", "1"), ("{ team = 1 }", "1"),
    ("{ n = 1 }", "4"),
  ])
  func `groups of a relation are asked for by its objects`(condition: String, count: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      "return Order:group_by('team'):aggregate { n = 'count' }:having(\(condition)):count()", count)
    #expect(
      script.failure("return Order:group_by('team'):aggregate { n = 'count' }:having { team = s }").contains(
        "team: a Team was expected, not a Shop"))
  }

  @Test func `an aggregate with the name of a relation is a value`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      "return Order:group_by('n'):aggregate { team = 'count' }:having { team = 1 }:count()", "4")
  }
}
