import Testing

@Suite struct CompositeKeyTests {
  private static let shop = """
    Shop = entity "Shop" {
      land = text { primary_key = true }, number = integer { primary_key = true }, name = text {},
      orders = has_many("Order", { ordered = true }), licence = has_one "Licence",
    }
    """
  private static let order = """
    Order = entity "Order" { note = text {}, shop = belongs_to "Shop" { on_delete = "cascade" } }
    Licence = entity "Licence" { code = text {}, shop = belongs_to "Shop" }
    """
  private static let rows = """
    db:create_all()
    s, t = Shop:create { land = "de", number = 1, name = "S" }, Shop:create { land = "de", number = 2, name = "T" }
    function notes(r) return table.concat(r:pluck "note", " ") end
    """

  @Test(arguments: [shop + order, order + shop]) func `a key of several columns is followed from wherever it is`(
    schema: String
  ) throws {
    let script = try Script(schema: schema + Self.rows)
    try script.expect(
      """
      local o = Order:create { note = "a", shop = s }
      print(o.shop_land, o.shop_number, o.shop.name, notes(s.orders), t.orders:count())
      s.orders:add(Order { note = "b" }, Order { note = "c" })
      s.orders:move(3, 1) print(notes(s.orders))
      t.orders:add(o) print(notes(s.orders), notes(t.orders), o.shop == t)
      print(notes(Order:where { shop = s }:sorted_by "note"), notes(Order:where { ["shop.name"] = "T" }))
      print(Shop:where { orders = o }:first().name, Shop:where { ["orders.note"] = "b" }:first().name)
      for _, x in ipairs(Shop:with("orders", "licence"):fetch()) do print(x.name, #x.orders:fetch(), x.licence) end
      for _, x in ipairs(Order:with("shop"):sorted_by("note"):fetch()) do print(x.note, x.shop.name) end
      o.shop = nil o:save() print(o:reload().shop, o.shop_land, t.orders:count())
      s.licence = Licence { code = "x" } s:save() print(s.licence.code, Licence:first().shop == s)
      print(pcall(function() Licence:create { shop = s } end))
      s:delete() print(Order:count())
      """,
      """
      de 1 S a 0
      c a b
      c b a true
      b c a
      T S
      S 2 nil
      T 1 nil
      a T
      b S
      c S
      nil nil 0
      x true
      false Licence: shop: 'de', 1 exists already (id 1)
      1
      """)
  }

  @Test func `get takes such a key by names or in order, and says what is missing`() throws {
    let script = try Script(schema: Self.shop + Self.order + Self.rows)
    try script.expect(
      """
      print(Shop:get { land = "de", number = 2 }.name, Shop:get { number = 1, land = "de" } == s, Shop:get { "de", 2 } == t)
      print(Shop:get { "de", 3 }, Shop:get { land = "fr", number = 1 }, Shop:where { name = "T" }:get { "de", 1 })
      print(Shop:where { name = "T" }:get { land = "de", number = 2 }.name, Shop:select("name"):get { "de", 1 }.name)
      """,
      """
      T true true
      nil nil nil
      T S
      """)
    let form = "get { land = …, number = … }"
    for words in ["Shop:get 'de'", "Shop:get('de', 2)", "Shop:get(2)", "Shop:get()", "Shop:get(null)"] {
      #expect(script.failure(words) == "Shop has a key of 2 fields: \(form)")
    }
    for words in ["Shop:get { 'de' }", "Shop:get { land = 'de', nmber = 2 }", "Shop:where { name = 'S' }:get { 'de' }"]
    {
      #expect(script.failure(words) == "Shop has a key of 2 fields, and here is none of 'number': \(form)")
    }
    #expect(script.failure("Shop:get { 'de', 'two' }").contains("'two'"))
    #expect(script.failure("Shop:get { 'de', null }") == "a key is a value, not a null")
  }

  @Test func `a relation in a key is given as an object, too`() throws {
    let script = try Script(
      schema: """
        Land = entity "Land" { code = text { primary_key = true } }
        Town = entity "Town" { land = belongs_to("Land", { primary_key = true }), name = text { primary_key = true } }
        db:create_all()
        de = Land:create { code = "de" }
        t = Town:create { land = de, name = "Ulm" }
        """)
    try script.expect(
      """
      print(Town:get { land = de, name = "Ulm" } == t, Town:get { land_id = "de", name = "Ulm" } == t)
      print(Town:get { land = de, name = "Bonn" }, Town:where("name ~= nil"):get { land = de, name = "Ulm" } == t)
      """,
      """
      true true
      nil true
      """)
  }

  @Test func `an entity with such a key may refer to itself`() throws {
    let script = try Script(
      schema: """
        Node = entity "Node" {
          tree = text { primary_key = true }, place = integer { primary_key = true },
          parent = belongs_to "Node", children = has_many "Node",
        }
        db:create_all()
        """)
    try script.expect(
      """
      local root = Node:create { tree = "t", place = 1 }
      root.children:add(Node { tree = "t", place = 2 }, Node { tree = "t", place = 3 })
      print(root.children:count(), Node:get { "t", 3 }.parent == root, root.parent)
      """,
      "2 true nil")
  }

  @Test func `orders and groups take all columns of such a key`() throws {
    let script = try Script(schema: Self.shop + Self.order + Self.rows)
    try script.expect(
      """
      for i, x in ipairs { t, s, t } do Order:create { note = "n" .. i, shop = x } end
      print(notes(Order:sorted_by("shop", "-note")), notes(Order:sorted_by("-shop", "note")))
      for _, g in ipairs(Order:group_by "shop":aggregate { n = "count" }) do print(g.shop_land, g.shop_number, g.n) end
      """,
      """
      n2 n3 n1 n1 n3 n2
      de 1 1
      de 2 2
      """)
  }

  @Test func `tests compare a relation whose key is of several columns with objects`() throws {
    let script = try Script(
      schema: """
        C = entity "C" { a = integer { primary_key = true }, b = text { primary_key = true }, n = integer {} }
        L = entity "L" { c = belongs_to "C", n = integer {} }
        db:create_all()
        for i = 1, 3 do L:create { c = C:create { a = i, b = "x" .. i, n = i }, n = i } end
        L:create { n = 9 }
        c, d = C:get { 1, "x1" }, C:get { 2, "x2" }
        function ids(test)
          local found = L:where { c = test }:pluck "id"
          local held = L:all():fetch():filter { c = test }:map "id"
          assert(table.concat(found, " ") == table.concat(held, " "))
          return table.concat(found, " ")
        end
        """)
    let cases = [
      ("is.equal(c)", "1"), ("is.not_equal(c)", "2 3"), ("is.one_of { c, d }", "1 2"), ("is.none_of { c }", "2 3"),
      ("is.none_of(c, d)", "3"), ("~is.one_of { c, d }", "3"), ("is.equal(c) | is.equal(d)", "1 2"),
      ("is.none_of { c } & is.present", "2 3"), ("is.one_of { c, null }", "1 4"), ("is.none_of { c, null }", "2 3"),
    ]
    for (test, ids) in cases { try script.expect("return ids(\(test))", ids) }
    #expect(script.failure("return L:where { n = is.one_of { c } }:count()").contains("a C"))
    #expect(script.failure("return L:where { c = is.less(c) }:count()").contains("where { c = "))
  }

  @Test func `one value of several is asked for by its name`() throws {
    let script = try Script(schema: Self.shop + Self.order + Self.rows)
    let words = "Order: 'shop' leads by shop_land and shop_number together: name one of them"
    for asked in ["aggregate { n = 'count distinct shop' }", "pluck 'shop'", "max 'shop'"] {
      #expect(script.failure("return Order:\(asked)") == words)
    }
    try script.expect("return Order:aggregate { n = 'count distinct shop_number' }.n", "0")
  }
}
