import Testing

/// Fields whose values are stored in another form are compared in that form.
@Suite struct EncodedConditionTests {
  private static let schema = """
    local function split(text)
      local list = {}
      for word in text:gmatch("[^,]+") do list[#list + 1] = word end
      return list
    end
    Item = entity "Item" {
      code = text { unique = true, encode = string.upper, decode = string.lower },
      price = integer {
        encode = function(v) return math.tointeger(v * 100) end, decode = function(v) return v / 100 end,
        validate = is.between(0, 50),
      },
      flag = text { encode = function(v) return v and "Y" or "N" end, decode = function(v) return v == "Y" end },
      tags = text { encode = function(list) return table.concat(list, ",") end, decode = split },
      parts = has_many "Part",
    }
    Part = entity "Part" { name = text { encode = string.upper, decode = string.lower }, item = belongs_to "Item" }
    db:create_all()
    a = Item:create { code = "a", price = 1.5, flag = true, tags = { "x", "y" } }
    b = Item:create { code = "b", price = 2.25, flag = false, tags = { "z" } }
    c = Item:create { code = "c", flag = false }
    Part:create { name = "left", item = a } Part:create { name = "right", item = b }
    function codes(request) return table.concat(request:pluck "code", " ") end
    """

  /// Conditions with the items that they select.
  private static let conditions: [(arguments: String, codes: String)] = [
    ("{ code = 'a' }", "a"),
    ("{ code = { 'a', 'c' } }", "a c"),
    ("{ code = {} }", ""),
    ("{ code = is.not_equal('a') }", "b c"),
    ("{ code = ~is.one_of { 'a', 'b' } }", "c"),
    ("{ price = 1.5 }", "a"),
    ("{ price = null }", "c"),
    ("{ price = is.at_least(2) }", "b"),
    ("{ price = is.between(1, 2) }", "a"),
    ("{ price = is.equal(1.5) | is.equal(null) }", "a c"),
    ("{ flag = true }", "a"),
    ("{ flag = false }", "b c"),
    ("{ flag = is.equal(false) }", "b c"),
    ("{ flag = is.one_of(true) }", "a"),
    ("{ flag = { true, false } }", "a b c"),
    ("{ tags = { { 'x', 'y' } } }", "a"),
    ("'code', '==', 'b'", "b"),
    ("'code', '~=', 'b'", "a c"),
    ("'price', '<', 2", "a"),
    ("'price', 'at_least', 2", "b"),
    ("'price', 'between', 1, 2", "a"),
    ("'flag', '==', false", "b c"),
    ("'tags', '==', { 'x', 'y' }", "a"),
    ("'code', 'one_of', { 'a', 'b' }", "a b"),
    ("\"code == 'a'\"", "a"),
    ("\"price >= 2\"", "b"),
    ("\"2 > price\"", "a"),
    ("\"flag == true\"", "a"),
    ("\"flag == false\"", "b c"),
    ("\"flag:equal(false)\"", "b c"),
    ("\"price == p or code == k\", { p = 1.5, k = 'c' }", "a c"),
    ("\"code:one_of(list)\", { list = { 'a', 'b' } }", "a b"),
    ("\"flag == f\", { f = false }", "b c"),
    ("{ ['parts.name'] = 'left' }", "a"),
    ("\"parts.name == 'right'\"", "b"),
    // What a text contains is asked of what is stored.
    ("{ code = is.prefix 'A' }", "a"),
  ]

  @Test(arguments: conditions)
  func `a value compares with what is stored of it`(arguments: String, codes: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return codes(Item:where(\(arguments)))", codes)
    guard arguments.hasPrefix("{") else { return }
    try script.expect(
      """
      local t = {}
      for i, item in ipairs(Item:fetch():filter\(arguments)) do t[i] = item.code end
      return table.concat(t, " ")
      """, codes)
  }

  @Test func `an empty value that is stored as NULL is found there`() throws {
    let script = try Script(
      schema: """
        X = entity "X" { a = text { encode = function(v) if v ~= "" then return v end end } }
        db:create_all()
        X:create { a = "" } X:create { a = "b" }
        """)
    try script.expect("return X:where { a = '' }:count(), X:where('a', '~=', ''):count()", "1 1")
  }

  @Test func `keys, upserts and conflicts go by what is stored`() throws {
    let script = try Script(
      schema: """
        K = entity "K" { code = text { primary_key = true, encode = string.upper, decode = string.lower }, n = integer {} }
        db:create_all()
        K:create { code = "a", n = 1 }
        """)
    try script.expect(
      """
      print(K:get("a").n, K:get("b"), K:where { code = "a" }:count())
      db:add(K { code = "a", n = 2 }, { upsert = true })
      print(K:get("a").n, K:count(), K:get("a").code)
      local k = K:get("a")
      k.n = 3 k:save()
      print(k:reload().n, pcall(K.create, K, { code = "a" }))
      k:delete()
      print(K:count())
      """,
      """
      1 nil 1
      2 1 a
      3 false K: code: 'A' exists already
      0
      """)
    let items = try Script(schema: Self.schema)
    try items.expect(
      """
      db:add(Item { code = "a", price = 9 }, { upsert = true, on = "code" })
      print(Item:where { code = "a" }:first().price, Item:count())
      print(Item:where { code = "a" }:update { price = 3.5 }, Item:get(1).price)
      print(Item:where { price = 3.5 }:delete(), Item:count())
      """, "9.0 3\n1 3.5\n1 2")
  }

  @Test func `relations to encoded keys take keys as scripts give them`() throws {
    let script = try Script(
      schema: """
        K = entity "K" {
          code = text { primary_key = true, encode = function(v) return "<" .. v .. ">" end,
            decode = function(v) return v:sub(2, -2) end },
          parts = has_many "Part", tags = many_to_many "Tag",
        }
        Part = entity "Part" { name = text {}, k = belongs_to "K" }
        Tag = entity "Tag" { name = text {}, ks = many_to_many "K" }
        db:create_all()
        k, other = K:create { code = "a" }, K:create { code = "b" }
        part, tag = Part:create { name = "x", k = k }, Tag:create { name = "t" }
        k.tags:add(tag)
        """)
    try script.expect(
      """
      local parts = {
        { k = "a" }, { k = k }, { k = { "a", "b" } }, { k = is.equal "a" }, { k = is.one_of(k, other) }, { ["k.code"] = "a" },
      }
      local t = {}
      for i, condition in ipairs(parts) do t[i] = Part:where(condition):count() end
      print(table.concat(t, " "), Part:where("k", "==", "a"):count(), Part:where("k", "==", k):count(),
        Part:where "k == 'a'":count(), Part:where("k == x", { x = k }):count(), Part:where("k == x", { x = "a" }):count())
      t = {}
      for i, condition in ipairs { { ks = "a" }, { ks = k }, { ks = is.one_of "a" }, { ks = is.one_of(k) }, { ks = { "a" } } } do
        t[i] = Tag:where(condition):count()
      end
      print(table.concat(t, " "), Tag:where "ks == 'a'":count(), Tag:where("ks == x", { x = k }):count(),
        Tag:where("ks", "==", "a"):count(), K:where { tags = tag }:count(), Part:with("k"):fetch()[1].k.code)
      """,
      """
      1 1 1 1 1 1 1 1 1 1 1
      1 1 1 1 1 1 1 1 1 a
      """)
  }

  @Test func `pages go on where they ended`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local t, page, cursor = {}, Item:sorted_by("-code"):page(1)
      t[1] = page[1].code
      while cursor do
        page, cursor = Item:sorted_by("-code"):page { after = cursor, size = 1 }
        t[#t + 1] = page[1] and page[1].code
      end
      return table.concat(t, " ")
      """, "c b a")
  }

  @Test func `a test of the field is of its values, too`() throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("Item:create { price = 51 }") == "Item: price: 51 is not between 0 and 50")
    #expect(script.failure("a.price = -1") == "Item: price: -1 is not between 0 and 50")
    // What is stored need not have the order of what scripts see: no CHECK says it.
    try script.expect("a.price = 50 return a:save().price, Item:create_sql():find 'CHECK'", "50 nil")
  }

  @Test(arguments: [
    (
      "Item:where { code = {{}} }",
      "field 'code' cannot be compared with a table: it cannot be encoded: bad argument #1"
    ),
    (
      "Item:where { price = 'x' }",
      "field 'price' cannot be compared with the text 'x': it cannot be encoded: attempt to"
    ),
    ("Item:where('price', '>', 'x')", "field 'price' cannot be compared with the text 'x': it cannot be encoded:"),
    (
      "Item:where { price = is.less('x') }", "field 'price' cannot be compared with the text 'x': it cannot be encoded:"
    ),
    (
      "Item:where { tags = { 'x', 'y' } }",
      "field 'tags' cannot be compared with the text 'x': it cannot be encoded: bad argument #1"
    ),
    (
      "Item:where \"price == 'x'\"",
      "where: field 'price' cannot be compared with the text 'x': it cannot be encoded: attempt to"
    ),
    (
      "Item:where \"price:less('x')\"",
      "where: field 'price' cannot be compared with the text 'x': it cannot be encoded:"
    ),
    (
      "X = entity 'X' { a = integer { encode = function(v) return v / 2 end } } X:where { a = 3 }",
      "field 'a' cannot be compared with the integer 3: what it is encoded as does not fit: expected an integer, not the"
        + " number 1.5"
    ),
  ]) func `what cannot be encoded says so once`(call: String, message: String) throws {
    let failure = try Script(schema: Self.schema).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }
}
