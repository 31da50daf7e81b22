import Testing

@Suite struct AggregateTests {
  private static let boats = """
    Boat = entity "Boat" {
      name = text {}, built = date {}, price = decimal { scale = 2 }, crew = integer {}, length = real {},
      sails = boolean {}, rig = enum { "sloop", "ketch" }, harbour = belongs_to "Harbour",
    }
    Harbour = entity "Harbour" { name = text {}, berths = integer {} }
    db:create_all()
    local h = Harbour:create { name = "Kiel", berths = 7 }
    Boat:create { name = "5 Winds", built = "1999-01-01", price = "10.50", crew = 3, length = 7.5, rig = "sloop", harbour = h }
    Boat:create { name = "12 Oars", built = "2003-01-01", price = "0.25", crew = 4, length = 2.5, rig = "ketch" }
    """

  /// They stand in memory then, where their bytes must outlive what is made of them.
  @Test func `the least and greatest texts beside what only memory makes are whole`() throws {
    try Script(
      schema: """
        T = entity "T" { name = text {} }
        db:create_all()
        for i = 1, 60 do T:create { name = ("q"):rep(40) .. string.format("%02d", i) } end
        """
    ).expect(
      """
      for _ = 1, 20 do
        local found = T:aggregate { most = "max name", least = "min name", all = "list id" }
        assert(found.most == ("q"):rep(40) .. "60" and found.least == ("q"):rep(40) .. "01")
      end
      print(#T:group_by(function(t) return string.format("%05d", t.id % 2) end):aggregate { m = "max name" }:fetch())
      """, "2")
  }

  @Test func `numbers add up, also those of relations`() throws {
    let script = try Script(schema: Self.boats)
    try script.expect(
      """
      local all = Boat:all()
      print(all:sum "crew", all:avg "crew", all:sum "length", all:sum "price", all:avg "price", all:sum "harbour.berths")
      print(all:min "name", all:max "built", all:max "rig", all:max "price", all:min "sails")
      local none = Boat:where { crew = 99 }
      print(none:sum "crew", none:avg "crew", none:sum "price", none:max "built")
      """,
      """
      7 3.5 10.0 10.75 5.375 7
      12 Oars 2003-01-01 sloop 10.50 nil
      0 nil 0.00 nil
      """)
  }

  @Test(arguments: [
    ("name", "text"), ("built", "date"), ("sails", "boolean"), ("rig", "enum"), ("harbour.name", "text"),
  ]) func `what is no number has no sum and no mean`(field: String, type: String) throws {
    let script = try Script(schema: Self.boats)
    for function in ["sum", "avg"] {
      let words =
        type == "boolean"
        ? "\(function) takes numbers: '\(field)' is true or false. Count with where, or write if(\(field), 1, 0)"
        : "\(function) takes numbers: field '\(field)' is \(type)"
      #expect(script.failure("Boat:all():\(function)('\(field)')") == words)
      #expect(script.failure("Boat:\(function)('\(field)')") == words)
      #expect(script.failure("Boat:where(function(b) return b.crew % 2 == 1 end):\(function)('\(field)')") == words)
      #expect(script.failure("Boat:group_by('crew'):aggregate { x = '\(function) \(field)' }") == words)
    }
  }

  @Test func `a sum that is too large says of what`() throws {
    let script = try Script(schema: "N = entity 'N' { n = integer {} } db:create_all()")
    try script.run("N:create { n = math.maxinteger } N:create { n = 1 }")
    for request in ["N:all()", "N:where(function(r) return tostring(r.n) ~= 'x' end)"] {
      #expect(script.failure("\(request):sum 'n'").contains("is larger than an integer can be"))
    }
  }

  @Test func `texts are no more added up where a function gives them than where a field holds them`() throws {
    let script = try Script(
      schema: """
        Day = entity "Day" { s = text {}, n = integer {} }
        db:create_all()
        Day:create { s = "2020-01-01", n = 1 }
        Day:create { s = "5", n = 2 }
        """)
    for word in ["sum", "avg"] {
      #expect(script.failure("Day:\(word) 's'").contains("\(word) takes numbers"))
      for function in ["return d.s", "return d.s .. ''", "seen = d.n return d.s"] {
        #expect(
          script.failure("local seen return Day:\(word)(function(d) \(function) end)")
            .contains("\(word) takes numbers: this function gives texts"), "\(word) \(function)")
      }
    }
    try script.expect("print(Day:sum(function(d) return d.n end), Day:sum(function(d) return #d.s end))", "3 11")
  }
}
