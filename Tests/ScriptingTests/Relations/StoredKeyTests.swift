import TestSupport
import Testing

/// Keys that are stored otherwise than they read: what refers to them holds keys of the same type.
@Suite struct StoredKeyTests {
  struct Case: CustomStringConvertible, Sendable {
    var description: String
    /// The key's field, without its braces.
    var field: String
    /// Two keys, as a script writes them, and as the first prints.
    var first: String
    var second: String
    var printed: String
  }

  static let cases = [
    Case(
      description: "decimal", field: "decimal { scale = 2, primary_key = true }", first: "'12.50'", second: "'0.05'",
      printed: "12.50"),
    Case(
      description: "enum", field: "enum { { 'low', 1 }, { 'high', 2 }, primary_key = true }", first: "'high'",
      second: "'low'",
      printed: "high"),
    Case(
      description: "words", field: "enum { 'low', 'high', primary_key = true }", first: "'high'", second: "'low'",
      printed: "high"),
    Case(
      description: "boolean", field: "boolean { primary_key = true }", first: "true", second: "false", printed: "true"),
    Case(
      description: "datetime", field: "datetime { precision = 2, primary_key = true }",
      first: "'2024-01-01T00:00:00.25Z'",
      second: "'2024-01-01T00:00:00Z'", printed: "2024-01-01T00:00:00.25Z"),
    Case(
      description: "date", field: "date { primary_key = true }", first: "'2024-01-01'", second: "'2024-01-02'",
      printed: "2024-01-01"),
    Case(
      description: "duration", field: "duration { primary_key = true }", first: "'PT1H'", second: "60", printed: "3600"),
    Case(
      description: "uuid", field: "uuid { primary_key = true }", first: "'6F9619FF-8B86-D011-B42D-00CF4FC964FF'",
      second: "'6f9619ff-8b86-d011-b42d-00cf4fc964fe'", printed: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"),
  ]

  private func price(_ field: String) -> String {
    "Price = entity 'Price' { amount = \(field), name = text {}, items = has_many 'Item' }\n"
  }

  private let item = "Item = entity 'Item' { n = integer {}, price = belongs_to 'Price' }\n"

  @Test(arguments: cases) func `a relation leads to the row whose key was given`(_ key: Case) throws {
    // Whichever comes first.
    for schema in [price(key.field) + item, item + price(key.field)] {
      let script = try Script(schema: schema + "db:create_all()")
      try script.run(
        "p, q = Price:create { amount = \(key.first), name = 'p' }, Price:create { amount = \(key.second), name = 'q' }"
      )
      try script.run(
        "i = Item:create { n = 1, price = p } j = Item:create { n = 2, price_id = \(key.first) } k = Item:create { n = 3, price = q }"
      )
      try script.expect("return tostring(i.price_id), i.price.name, j.price.name, k.price.name", "\(key.printed) p p q")
      try script.expect(
        "local i = Item:where { n = 1 }:first() i:reload() return tostring(i.price_id), i.price.name, i.price_id == p.amount",
        "\(key.printed) p true")
      try script.expect("return p.items:count(), #p.items:fetch(), q.items:count()", "2 2 1")
      try script.expect(
        "return Item:where { price = p }:count(), Item:where('price == x', { x = p }):count(), Item:where { price = is.one_of(p, q) }:count(),"
          + " Item:where { price = is.not_equal(p) }:count(), Item:where { price_id = \(key.first) }:count(),"
          + " Item:where { price = Price:where { name = 'p' } }:count(), Item:where { ['price.name'] = 'q' }:count()",
        "2 2 3 1 2 2 1")
      try script.expect(
        "return #Item:fetch():filter { price = p }, #Item:fetch():filter('price == x', { x = p }), #Item:fetch():filter { price = is.one_of(p) }",
        "2 2 2")
      try script.run("i.price = q i:save() p.items:add(Item { n = 4 }) j.price_id = \(key.second) j:save()")
      try script.expect(
        "return p.items:count(), q.items:count(), i:reload().price.name, j:reload().price.name", "1 3 q q")
      try script.expect("return next(i:changes()) == nil, i:to_table().n", "true 1")
      try script.expect(
        "for _, i in ipairs(Item:with('price'):sorted_by('n'):fetch()) do print(i.price.name) end", "q\nq\nq\np")
      try script.run("local i = Item { n = 5, price = Price { amount = p.amount, name = 'new' } } i = nil")
      try script.expect("return #db:migrate { dry_run = true }", "0")
    }
  }

  @Test(arguments: cases) func `so does a relation that is part of a key`(_ key: Case) throws {
    let script = try Script(
      schema: price(key.field).replacing(", items = has_many 'Item'", with: "")
        + """
        Line = entity "Line" { price = belongs_to("Price", { primary_key = true }), no = integer { primary_key = true }, t = text {} }
        db:create_all()
        p = Price:create { amount = \(key.first), name = "p" }
        """)
    try script.run("a = Line:create { price = p, no = 1 } b = Line:create { price_id = \(key.first), no = 2 }")
    try script.expect("return a.price.name, b.price.name, tostring(b.price_id)", "p p \(key.printed)")
    try script.run("a.t = 'x' a:save()")
    try script.expect("return Line:where { price = p, no = 1 }:first().t, Line:count()", "x 2")
    try script.expect("a:delete() return Line:count()", "1")
  }

  @Test func `the table's column says what its key is`() throws {
    let script = try Script(schema: price("decimal { scale = 3, primary_key = true }") + item + "db:create_all()")
    try script.expect(
      "p = Price:create { amount = '1.250' } Item:create { price = p } return Item:sum 'price_id', Item:max 'price_id'",
      "1.250 1.250")
    if TestEngine.chosen == .sqlite {
      #expect(try script.run("return Item:create_sql()").contains(#""price_id" INTEGER /* decimal(3) */"#))
    }
  }
}
