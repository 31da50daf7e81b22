import Testing

@Suite struct DocumentRequestTests {
  private static let rows = #"""
    for i, city in ipairs { "Rome", "Oslo", "Paris" } do
      Customer:create { name = city, address = { city = city, rent = decimal "9.99" * i, since = "2024-01-0" .. i,
        kind = i == 1 and "home" or "work", photo = string.char(255 - i), active = i ~= 2, geo = { lat = i * 10 } },
        places = { ["summer time"] = { city = "S" .. i } }, shape = i < 3 and { circle = i / 2 } or "none" }
    end
    Customer:create { name = "Nobody" }
    function names(request) return table.concat(request:sorted_by "id":pluck "name", " ") end
    """#

  @Test(arguments: [
    (#"{ ["address.city"] = "Rome" }"#, "Rome"),
    (#"{ ["address.city"] = { "Rome", "Oslo" } }"#, "Rome Oslo"),
    (#"{ ["address.city"] = is.prefix "P" }"#, "Paris"),
    (#"{ ["address.city"] = ~is.prefix "P" }"#, "Rome Oslo"),
    (#"{ ["address.city"] = null }"#, "Nobody"),
    (#"{ ["address.zip"] = is.absent }"#, "Rome Oslo Paris Nobody"),
    (#"{ ["address.rent"] = decimal "19.98" }"#, "Oslo"),
    (#"{ ["address.rent"] = is.at_least(decimal "19.98") }"#, "Oslo Paris"),
    (#"{ ["address.since"] = is.greater "2024-01-01" }"#, "Oslo Paris"),
    (#"{ ["address.kind"] = "work" }"#, "Oslo Paris"),
    (#"{ ["address.photo"] = "\254" }"#, "Rome"),
    (#"{ ["address.active"] = true }"#, "Rome Paris"),
    (#"{ ["address.geo.lat"] = is.between(15, 30) }"#, "Oslo Paris"),
    (#"{ ["places.summer time.city"] = "S2" }"#, "Oslo"),
    (#"{ ["shape.circle"] = is.at_least(1) }"#, "Oslo"),
    (#"{ ["shape.none"] = true }"#, "Paris"),
    (#"{ ["shape.rect"] = is.absent }"#, "Rome Oslo Paris Nobody"),
    (#"{ shape = is.present }"#, "Rome Oslo Paris"),
    (#"{ address = null }"#, "Nobody"),
    (#"'address.city == "Rome" or address.geo.lat > 25'"#, "Rome Paris"),
    (#"'not (address.city == "Rome")'"#, "Oslo Paris"),
    (#"'address.geo.lat + 1 == 11'"#, "Rome"),
    (#"'address.rent < 15.5'"#, "Rome"),
    (#"'address.city:prefix("R")'"#, "Rome"),
    (#"'address.city == name'"#, "Rome Oslo Paris"),
    (#""address.kind", "==", "home""#, "Rome"),
    (#"function(c) return c.address and c.address.geo.lat == 20 end"#, "Oslo"),
    (#"function(c) return c.shape and c.shape.none end"#, "Paris"),
  ])
  func `dotted names lead into documents`(condition: String, expected: String?) throws {
    let script = try Script(schema: shop + Self.rows)
    if let expected {
      try script.expect("return names(Customer:where(\(condition)))", expected)
      // The same in memory.
      try script.expect(
        #"return table.concat(Customer:sorted_by "id":fetch():filter(\#(condition)):map "name", " ")"#, expected)
    } else {
      #expect(script.failure("return names(Customer:where(\(condition)))").contains("decimal"))
    }
  }

  @Test func `orders, groups, aggregates and values follow the type of the inner field`() throws {
    let script = try Script(schema: shop + Self.rows)
    try script.expect(
      #"""
      print(table.concat(Customer:sorted_by("-address.rent"):pluck "name", " "))
      print(table.concat(Customer:sorted_by("address.photo", "id"):pluck "name", " "))
      print(table.concat(Customer:fetch():sorted("-shape.circle"):map "name", " "))
      print(table.concat(Customer:where { shape = is.present }:fetch():map "address.city", " "))
      print(table.concat(Customer:sorted_by(desc("address.city", { nulls = "last" })):pluck "name", " "))
      print(Customer:sum "address.rent", Customer:max "address.geo.lat", Customer:min "address.since")
      print(Customer:where { ["address.city"] = "Oslo" }:pluck "address.rent"[1], Customer:where { name = "Rome" }:pluck "address.kind"[1])
      print(Customer:where { name = "Rome" }:pluck "address.geo"[1].lat, Customer:where { name = "Rome" }:pluck "shape.circle"[1])

      """#,
      """
      Paris Oslo Rome Nobody
      Nobody Paris Oslo Rome
      Oslo Rome Paris Nobody
      Rome Oslo Paris
      Rome Paris Oslo Nobody
      59.94 30.0 2024-01-01
      19.98 home
      10.0 0.5
      """)
  }

  @Test func `a relation may stand before a document`() throws {
    let script = try Script(
      schema: shop + #"""
        Order = entity "Order" { number = integer {}, customer = belongs_to "Customer" }
        db:create_all()
        local a = Customer:create { name = "A", address = { city = "Rome" } }
        local b = Customer:create { name = "B", address = { city = "Oslo" } }
        db:add(Order { number = 1, customer = a }, Order { number = 2, customer = b })
        """#)
    try script.expect(
      #"""
      print(Order:where { ["customer.address.city"] = "Oslo" }:first().number)
      return table.concat(Order:sorted_by "customer.address.city":pluck "number", " ")
      """#, "2\n2 1")
  }

  @Test func `the path is a value of the statement`() throws {
    let script = try Script(schema: shop)
    try script.expect(
      #"""
      local sql, values = Customer:where { ["address.geo.lat"] = 5 }:sql()
      print(sql:match "WHERE (.*) ORDER")
      return table.concat(values, " ")
      """#,
      #"""
      (CASE WHEN json_valid("address") THEN json_extract("address", ?1) END) = ?2
      $."geo"."lat" 5
      """#)
  }

  @Test func `a row whose document is no JSON has NULL in it`() throws {
    let script = try Script(schema: shop + Self.rows)
    try script.expect(
      #"""
      db:execute "UPDATE customer SET address = 'nope' WHERE name = 'Rome'"
      return names(Customer:where { ["address.city"] = is.absent }), names(Customer:where { ["address.city"] = is.present })
      """#, "Rome Nobody Oslo Paris")
  }

  @Test(arguments: [
    (#"{ ["address.ctiy"] = 1 }"#, "Address has no field 'ctiy'. Did you mean 'city'?"),
    (
      #"{ ["address.city.x"] = 1 }"#,
      "Customer: 'city' is a field, not a relation: nothing can follow it (in 'address.city.x')"
    ),
    (
      #"{ ["homes.city"] = 1 }"#,
      "'homes.city': 'city' would be of a list, which has many: ask a function, where(function(p) … end)"
    ),
    (
      #"{ ["address.extra.list[1]"] = 1 }"#,
      "'address.extra.list[1]': 'list[1]' would be a place in a list: ask a function, where(function(p) … end)"
    ),
    (
      #""address.extra.list[1] == 1""#,
      """
      where: a name in quotes was expected here; for a place in a list ask a function, where(function(p) … end)
        address.extra.list[1] == 1
                           ^
      """
    ),
    (#"{ ["shape.circel"] = 1 }"#, "shape.circel has no field 'circel'. Did you mean 'circle'?"),
    (
      #"{ ["places.a\"b.city"] = 1 }"#,
      "'places.a\"b.city': no name with quotes or control characters, such as 'a\"b', can be asked for inside a document"
    ),
    (
      #"{ ["address.geo.lat"] = "x" }"#,
      "field 'address.geo.lat' is real: it cannot be compared with 'x' (expected a number)"
    ),
    (#"{ ["address.active"] = 1 }"#, "address.active is boolean: it cannot be compared with the integer 1"),
  ])
  func `names that lead nowhere are refused before anything runs`(condition: String, words: String) throws {
    let script = try Script(schema: shop)
    #expect(script.failure("return Customer:where(\(condition)):count()") == words)
  }

  @Test func `pages by a dotted name go through all rows`() throws {
    let script = try Script(schema: shop + Self.rows)
    try script.expect(
      #"""
      local seen, cursor = {}, nil
      repeat
        local page, rest = Customer:sorted_by "address.geo.lat":page { after = cursor, size = 2 }
        for _, c in ipairs(page) do seen[#seen + 1] = c.name end
        cursor = rest
      until not cursor
      return table.concat(seen, " ")
      """#, "Nobody Rome Oslo Paris")
  }
}
