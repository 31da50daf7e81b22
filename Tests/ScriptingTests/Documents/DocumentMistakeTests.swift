import Testing

@testable import Model

@Suite struct DocumentMistakeTests {
  @Test(arguments: [
    (
      #"c.address = { city = "", zip = 5, geo = { lat = 100 }, ciyt = 1 }"#,
      """
      Customer: address.city: '' is blank
      Customer: address.zip: expected text, not the integer 5
      Customer: address.geo.lat: 100.0 is not between -90 and 90
      Customer: address.ciyt: there is no such field. Did you mean 'city'?
      """
    ),
    (
      #"c.address = { city = "A", since = "2023-02-29" }"#,
      "Customer: address.since: expected a date such as 2024-02-29, not the text '2023-02-29'"
    ),
    (
      #"c.address = { city = "A", rent = 0.1 }"#,
      #"Customer: address.rent: expected a decimal, such as decimal "0.10" or the text "0.10", not the number 0.1"#
    ),
    (#"c.address = { city = "A", extra = print }"#, "Customer: address.extra: JSON cannot hold a function"),
    (#"c.address = "Paris""#, "Customer: address: expected Address { … } or a table, not the text 'Paris'"),
    (#"c.address = c"#, "Customer: address: expected Address { … }, not an object"),
    (#"c.address = { "Paris" }"#, "Customer: address.city: is required\nCustomer: address.1: there is no such field."),
    (
      #"c.homes = { { city = "A" }, { zip = "1" } }"#,
      "Customer: homes[2].city: is required\nCustomer: homes[2].zip: '1' does not have 5 characters"
    ),
    (#"c.homes = { city = "A" }"#, "Customer: homes: a list has places, not names such as 'city'"),
    (#"c.homes = { [1] = { city = "A" }, [3] = { city = "B" }, [9] = { city = "B" } }"#, nil),
    (#"c.homes = { null }"#, "Customer: homes[1]: cannot be NULL"),
    (#"c.homes = "x""#, "Customer: homes: expected a list of Address, not the text 'x'"),
    (#"c.places = { summer = { zip = 1 }, [2] = {} }"#, nil),
    (#"c.places = { summer = { city = 1 } }"#, "Customer: places.summer.city: expected text, not the integer 1"),
    (#"c.places = { ["\255"] = {} }"#, "Customer: places: a name is UTF-8 text without NUL"),
    (
      #"c.tags = { "a", "", 3 }"#, "Customer: tags[2]: '' is blank\nCustomer: tags[3]: expected text, not the integer 3"
    ),
    (#"c.address.city = """#, "Customer: address.city: '' is blank"),
    (#"c.address.geo = { lat = "x" }"#, "Customer: address.geo.lat: expected a number, not the text 'x'"),
    (#"c.address.cty = "x""#, "Address has no field 'cty'. Did you mean 'city'?"),
  ])
  func `what does not fit is refused at once, with the way to it`(code: String, words: String?) throws {
    let script = try Script(schema: shop + #"c = Customer:create { name = "Zoe", address = { city = "Paris" } }"#)
    let failure = script.failure(code)
    if let words { #expect(failure == words) } else { #expect(failure.hasPrefix("Customer: ")) }
    try script.expect("return c.address.city, c.homes, next(c:changes())", "Paris nil nil")
  }

  @Test(arguments: [
    (#"c.homes[2] = { city = 5 }"#, "Customer: homes[2].city: expected text, not the integer 5"),
    (#"c.homes[1] = "x""#, "Customer: homes[1]: expected Address { … } or a table, not the text 'x'"),
    (#"c.homes[5] = { city = "A" }"#, "Customer: homes: a list has no gaps, and nothing at 5"),
    (#"c.homes.summer = { city = "A" }"#, "Customer: homes: a list has places, not names such as 'summer'"),
    (#"c.homes[2] = c.homes"#, "Customer: homes[2]: contains itself"),
    (#"c.homes[1].extra = {} c.homes[1].extra.f = print"#, "Customer: homes[1].extra: JSON cannot hold a function"),
    (#"c.tags[1] = " ""#, "Customer: tags[1]: ' ' is blank"),
    (#"c.tags[2] = 1"#, "Customer: tags[2]: expected text, not the integer 1"),
    (#"c.name = nil"#, "Customer: name: is required"),
  ])
  func `what was edited in place is refused when it is saved`(code: String, words: String) throws {
    let script = try Script(
      schema: shop + #"c = Customer:create { name = "Zoe", homes = { { city = "A" } }, tags = { "x" } }"#)
    #expect(script.failure("\(code) c:save()") == words)
    try script.expect(
      #"c:reload() return #c.homes, c.homes[1].city, #c.tags, c.name"#, "1 A 1 Zoe")
  }

  @Test(arguments: [
    ("x.a.b.a.b.m = 50", "X: a.b.a.b.m: 50 is not less than 10"),
    ("x.a.b.a.b.m = 'x'", "X: a.b.a.b.m: expected an integer, not the text 'x'"),
    ("x.list[1].b.m = 50", "X: list[…].b.m: 50 is not less than 10"),
    ("x.map.k.list[1].m = 50", "X: map.k.list[…].m: 50 is not less than 10"),
    ("x.choice.a.b = { a = { n = 55 } }", "X: choice.a.b.a.n: 55 is not less than 10"),
    ("x.a.b.a.b:save()", "this B is part of X.a.b.a.b, without a row of its own: save() the X"),
  ])
  func `an object deep inside knows whose part it is`(code: String, words: String) throws {
    let script = try Script(
      schema: #"""
        A = entity "A" { abstract = true, n = integer { validate = is.less(10) }, b = embedded "B", list = list_of "B" }
        B = entity "B" { abstract = true, m = integer { validate = is.less(10) }, a = embedded "A" }
        X = entity "X" { a = embedded "A", list = list_of "A", map = map_of "A", choice = variant { a = "A" } }
        db:create_all()
        given = X:create { a = { b = { a = { b = {} } } }, list = { { b = {} } }, map = { k = { list = { {} } } }, choice = { a = { b = {} } } }
        """#)
    #expect(script.failure("local x = given \(code)") == words)
    #expect(script.failure("local x = X:get(1) \(code)") == words)
  }

  @Test func `what is set once is not edited inside either`() throws {
    let script = try Script(
      schema: #"""
        B = entity "B" { abstract = true, m = integer {} }
        X = entity "X" { b = embedded "B" { readonly = true }, j = json { readonly = true } }
        db:create_all()
        x = X:create { b = { m = 1 }, j = { a = 1 } }
        """#)
    #expect(
      script.failure("x.b.m = 2 x.j.a = 2 x:save()") == "X: b: is readonly, and was set\nX: j: is readonly, and was set"
    )
    try script.expect("local y = X:get(1) y.b.m = 1 y:save() return X:get(1).b.m, X:get(1).j.a", "1 1")
  }

  @Test func `validate tells all that is wrong inside, and where`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local c = Customer { name = "Zoe", homes = { { city = "A" } }, tags = { "x" } }
      c.homes[2], c.tags[1] = { zip = 1 }, ""
      local ok, errors = c:validate()
      print(ok) print(errors)
      for _, e in ipairs(errors.errors) do print(e.entity, e.field) end
      print(c:validate("address", { city = "" }))
      print(c:validate("tags", { "a", " " }))
      print(c:validate("shape", { circle = -1 }))
      print(c:validate("tags", { "a" }), c:validate("shape", "none"), c:validate("homes"))
      """#,
      """
      nil
      Customer: homes[2].city: is required
      Customer: homes[2].zip: expected text, not the integer 1
      Customer: tags[1]: '' is blank
      Customer homes[2].city
      Customer homes[2].zip
      Customer tags[1]
      nil Customer: address.city: '' is blank
      nil Customer: tags[2]: ' ' is blank
      nil Customer: shape.circle: -1.0 is not greater than 0
      true true true
      """)
  }

  @Test(arguments: [
    ("address", "nope", "Customer: address: the stored value 'nope' is no JSON"),
    ("address", "[1]", "Customer: address: expected Address, a table of names, not a table"),
    ("address", "7", "Customer: address: expected Address, a table of names, not the integer 7"),
    ("address", #"{"zip":"12345"}"#, "Customer: address.city: is required, and missing"),
    ("address", #"{"city":null}"#, "Customer: address.city: is required, and missing"),
    ("address", #"{"city":5}"#, "Customer: address.city: expected text, not the integer 5"),
    (
      "address", #"{"city":"A","since":"2023-02-29"}"#,
      "Customer: address.since: expected a date such as 2024-02-29, not the text '2023-02-29'"
    ),
    ("address", #"{"city":"A","kind":3}"#, "Customer: address.kind: expected one of its words, not the integer 3"),
    ("address", #"{"city":"A","photo":"%"}"#, "Customer: address.photo: expected bytes in base 64, not the text '%'"),
    ("address", #"{"city":"A","active":1}"#, "Customer: address.active: expected true or false, not the integer 1"),
    ("address", #"{"city":"A","geo":{"lat":"x"}}"#, "Customer: address.geo.lat: expected a number, not the text 'x'"),
    ("homes", #"[{"city":"A"},{"city":[]}]"#, "Customer: homes[2].city: expected text, not a table"),
    ("homes", #"[null]"#, "Customer: homes[1]: is null"),
    ("homes", #"{"city":"A"}"#, "Customer: homes: expected a list, not a table"),
    ("spots", #"{"summer":{"zip":1}}"#, "Customer: places.summer.zip: expected text, not the integer 1"),
    ("spots", #"[{"city":"A"}]"#, "Customer: places: expected a table of names, not a table"),
    ("tags", #"["a",1]"#, "Customer: tags[2]: expected text, not the integer 1"),
    ("shape", #"{"square":1}"#, "Customer: shape.square: there is no such case"),
    ("shape", #"{"circle":1,"none":true}"#, "Customer: shape: expected exactly one of circle, none, rect"),
    ("shape", #"{"rect":{"width":true}}"#, "Customer: shape.rect.width: expected a number, not the boolean true"),
  ])
  func `what cannot be read is said with the element and the reason`(
    column: String, text: String, words: String
  ) throws {
    let script = try Script(schema: shop + #"c = Customer:create { name = "Zoe" }"#)
    script.session.lua.setGlobal("stored", .string(.init(text)))
    try script.run("db:execute('UPDATE customer SET \(column) = ?', stored)")
    let field = column == "spots" ? "places" : column
    #expect(script.failure("return Customer:get(1).\(field)") == words)
    #expect(script.kindOfFailure("return Customer:get(1).\(field)") == "DecodeError")
    // The rest of the row reads, and what cannot be read can be replaced.
    try script.expect(
      "local c = Customer:get(1) c.\(field) = nil c:save() return c.name, Customer:get(1).\(field)", "Zoe nil")
  }

  @Test func `a fallback stands for what cannot be read, at every depth`() throws {
    let script = try Script()
    try script.expect(
      #"""
      Geo = entity "Geo" { abstract = true, lat = real { fallback = 0 }, lon = real {} }
      Spot = entity "Spot" { geo = embedded "Geo" { fallback = { lat = -1 } }, all = list_of "Geo" }
      db:create_all()
      Spot:create {}
      print(Spot:get(1).geo.lat)
      for _, text in ipairs { '{"lat":"x"}', '{"lat":null}', '{}', '{"lat":2,"lon":"x"}', 'nope' } do
        db:execute("UPDATE spot SET geo = ?", text)
        print(Spot:get(1).geo.lat)
      end
      """#, "-1.0\n0.0\n0.0\n0.0\n-1.0\n-1.0")
  }
}
