import Testing

@Suite struct DocumentSchemaTests {
  @Test func `every entity that documents name and nobody declared is missing`() throws {
    let script = try Script(
      schema: #"""
        entity "Address" { abstract = true }
        X = entity "X" { a = embedded "Adress", b = list_of "Nix", c = variant { d = "Nada" }, r = belongs_to "Team" }
        """#)
    #expect(
      script.failure("db:create_all()") == """
        entity 'X', field 'a': there is no entity 'Adress' (schema.lua:2). Did you mean 'Address'?
        entity 'X', field 'b': there is no entity 'Nix' (schema.lua:2).
        entity 'X', field 'c': there is no entity 'Nada' (schema.lua:2).
        entity 'X', relation 'r': there is no entity 'Team' (schema.lua:2).
        """)
    #expect(
      script.failure("X { a = {} }")
        == "entity 'X', field 'a': there is no entity 'Adress'. Did you mean 'Address'?")
  }

  @Test(arguments: [
    ("a = embedded", "'embedded' was not called. Write a = embedded \"Entity\""),
    ("a = variant", "'variant' was not called. Write a = variant { … }"),
    ("a = embedded {}", "embedded takes the name of an entity, as in address = embedded \"Address\"; not a table"),
    (
      "a = embedded(text {})", "embedded takes the name of an entity, as in address = embedded \"Address\"; not a field"
    ),
    ("a = list_of(3)", "list_of takes the name of an entity, as in homes = list_of \"Address\"; not the integer 3"),
    ("a = list_of(text { unique = true })", "a text inside a document has a type and tests, and no option of a column"),
    (
      "a = variant {}",
      "a variant needs its cases, as in shape = variant { circle = real {}, rect = \"Rect\", none = true }"
    ),
    ("a = variant { b = 3 }", "case 'b' is a field, the name of an entity, or true for nothing; not the integer 3"),
    ("a = variant { b = real { bits = 3 } }", "case 'b': unknown option 'bits'."),
    ("a = variant { b = true, required = 5 }", "option 'required' must be true or false"),
    (#"a = embedded "Y" { requird = true }"#, "unknown option 'requird'. Did you mean 'required'? Options are "),
    (#"a = embedded "Y" { validate = is.not_empty }"#, "it is embedded: is.not_empty tests text only"),
    (#"a = embedded "Y" { fallback = print }"#, "option 'fallback': JSON cannot hold a function"),
    ("a = text {} {}", "its options stand in one table: text { … }"),
  ])
  func `mistakes in the constructor are said with the field`(member: String, words: String) throws {
    let script = try Script()
    #expect(script.failure("entity 'X' { \(member) }").hasPrefix("schema.lua:1: entity 'X', field 'a': \(words)"))
  }

  @Test func `options stand behind the name, in a second argument, or among the cases`() throws {
    let script = try Script(schema: #"Y = entity "Y" { abstract = true }"#)
    try script.expect(
      #"""
      X = entity "X" { a = embedded "Y" { required = true }, b = list_of("Y", { column = "bs" }),
        c = variant { d = true, required = true, column = "cs", default = "d" }, e = map_of "Y" }
      print(X:create_sql())
      db:create_all()
      return X:create { a = {} }.c.d
      """#,
      """
      CREATE TABLE IF NOT EXISTS "x" (
        "id" INTEGER PRIMARY KEY,
        "a" TEXT /* json */ NOT NULL,
        "bs" TEXT /* json */,
        "cs" TEXT /* json */ NOT NULL,
        "e" TEXT /* json */
      ) STRICT;

      true
      """)
    #expect(script.failure("X:create {}") == "X: a: is required")
  }

  @Test func `a function tests a document as scripts see it`() throws {
    let script = try Script(schema: #"Y = entity "Y" { abstract = true, n = integer { default = 0 } }"#)
    try script.expect(
      #"""
      X = entity "X" { ys = list_of "Y" { validate = function(ys, x) return #ys <= 2 and x.limit >= ys[1].n, "too much" end },
        limit = integer {}, bag = map_of(integer { validate = function(v) return v % 2 == 0, "must be even" end }) }
      db:create_all()
      local x = X { limit = 3, ys = { { n = 3 } }, bag = { a = 2 } }
      x:save()
      x.ys[2], x.ys[3] = {}, {}
      print((select(2, pcall(x.save, x)).message:gsub("table: %w+ ", "")))
      print(pcall(function() x.bag = { a = 2, b = 3 } end))
      x:reload()
      x.bag.c = 5
      print(pcall(x.save, x))
      """#,
      """
      X: ys: too much
      false X: bag.b: 3 must be even
      false X: bag.c: 5 must be even
      """)
  }

  @Test func `an object of an entity that was defined anew is taken by the names of its fields`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local c = Customer:create { name = "Zoe", address = { city = "Paris", zip = "75001" } }
      Address = entity "Address" { abstract = true, town = text {}, city = text {} }
      c.address.city = "Rome"
      c:save()
      return Customer:get(1).address, Customer:get(1).address.town
      """#, #"Address {"city":"Rome"} nil"#)
  }

  @Test func `children of an entity have its documents`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      Shop = entity "Shop" { extends = "Customer", open = boolean {} }
      db:create_all()
      Shop:create { name = "S", address = { city = "Bonn" }, shape = "none" }
      return Shop:get(1).address:label(), Shop:where { ["address.city"] = "Bonn" }:count()
      """#, "Bonn! 1")
  }
}
