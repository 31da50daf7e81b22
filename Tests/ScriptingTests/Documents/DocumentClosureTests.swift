import TestSupport
import Testing

/// Functions that read documents and JSON: the database says what they do, as far as that is the same.
@Suite struct DocumentClosureTests {
  private static let schema = """
    Address = entity "Address" {
      abstract = true, city = text { required = true }, lat = real {}, n = integer { bits = 16, default = 3 },
      since = date {}, price = decimal {}, kind = enum { { "home", 1 }, { "work", 2 } }, more = json {},
    }
    function Address.methods:label() return self.city .. "!" end
    P = entity "P" {
      name = text {}, avatar = json {}, address = embedded "Address", homes = list_of "Address", places = map_of "Address",
      shape = variant { circle = real {}, none = true },
    }
    db:create_all()
    P:create {
      name = "a", avatar = { color = "red", n = 3, tags = { "x", "y" }, deep = { b = 1.5 } },
      address = { city = "Oslo", lat = 3, since = "2024-01-01", price = "1.50", kind = "home", more = { q = 1 } },
      homes = { { city = "A" }, { city = "B", lat = 1.5 } }, places = { summer = { city = "S" } }, shape = { circle = 2 },
    }
    P:create { name = "b", avatar = { color = 5, n = "3" }, address = { city = "Bergen" }, homes = {}, shape = "none" }
    P:create { name = "c", avatar = "red" }
    P:create { name = "d" }
    function found(f)
      local rows = P:where(f):sorted_by "id"
      local names = table.concat(rows:fetch():map "name", " ")
      local same = table.concat(rows:fetch { pushdown = false }:map "name", " ")
      return tostring(rows:explain()):match "^%l+" .. ": " .. names .. (same == names and "" or " and not " .. same)
    end

    """

  @Test(arguments: [
    ("p.address and p.address.city == 'Oslo'", "a"),
    ("p.address and p.address.lat == 3", "a"),
    ("p.address and math.type(p.address.lat) == 'float'", "a"),
    ("p.address and p.address.n == 3", "a b"),
    ("p.address and p.address.kind == 'home' and p.address.since < '2025'", "a"),
    ("p.address and p.address.price == decimal '1.50'", "a"),
    ("p.address and p.address:label() == 'Oslo!'", "a"),
    ("p.address and p.address.more and p.address.more.q == 1", "a"),
    ("p.address == nil", "c d"),
    ("p.homes and p.homes[2] and p.homes[2].lat > 1", "a"),
    ("p.homes and #p.homes == 0", "b"),
    ("p.places and p.places.summer and p.places.summer.city == 'S'", "a"),
    ("p.shape and (p.shape.circle or 0) > 1", "a"),
    ("p.shape and p.shape.none", "b"),
    ("type(p.avatar) == 'table' and p.avatar.color == 'red'", "a"),
    ("type(p.avatar) == 'table' and p.avatar.n == 3", "a"),
    ("type(p.avatar) == 'table' and p.avatar.tags and #p.avatar.tags == 2 and p.avatar.tags[1] == 'x'", "a"),
    ("type(p.avatar) == 'table' and p.avatar.deep and p.avatar.deep.b > 1", "a"),
    ("p.avatar == 'red'", "c"),
    ("type(p.avatar) == 'table' and type(p.avatar.color) == 'number'", "b"),
  ])
  func `a path into a document is read by the database`(condition: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    let answer = try script.run("return found(function(p) return \(condition) end)")
    let ways = ["pushed", "prefilter"] + (TestEngine.chosen == .sqlite ? [] : ["closure"])
    #expect(ways.contains { answer == "\($0): \(rows)" }, "\(condition): \(answer)")
  }

  /// Where no row holds what the function would raise of, it need not be called.
  @Test(arguments: [
    ("p.j and p.j.color == 'red'", "1"), ("p.j and p.j.color == 'red' and p.j.n > 3", "1"),
    ("p.j and #p.j.list == 2", "1"), ("p.j and p.j.list[1] == 'x'", "1"),
  ])
  func `a path into JSON needs no function on any engine`(condition: String, count: String) throws {
    let script = try Script(
      schema: """
        P = entity "P" { j = json {} }
        db:create_all()
        P:create { j = { color = "red", n = 4, list = { "x", "y" } } }
        P:create { j = { color = "blue", n = 3, list = { "y" } } }
        P:create {}
        """)
    try script.expect("return P:where(function(p) return \(condition) end):strict():count()", count)
  }

  @Test func `what other programs wrote is asked, and raises the function's own error`() throws {
    let script = try Script(schema: Self.schema)
    let broken = [
      #"{"city":5}"#, #"{}"#, #"[]"#, "x", #"{"city":"Oslo","since":"2024-02-30"}"#, #"{"city":"Oslo","kind":3}"#,
      #"{"city":"Oslo","_version":2}"#, #"{"city":"Oslo","city":"Rome"}"#, #"{"city":"Oslo","n":70000}"#,
    ]
    for text in broken {
      try script.run("db:execute(\"UPDATE p SET address = ? WHERE id = 2\", [==[\(text)]==])")
      let request = "P:where(function(p) return p.address and p.address.city == 'Oslo' end)"
      let pushed = script.failure("return #\(request):fetch()")
      let plain = script.failure("return #\(request):fetch { pushdown = false }")
      #expect(pushed == plain, "\(text)")
    }
  }

  @Test func `null in JSON is null, and a text with a NUL is itself`() throws {
    let script = try Script(schema: Self.schema)
    try script.run(
      #"db:execute('UPDATE p SET avatar = ? WHERE id = 4', [==[{"color":null,"name":"a\u0000b","n":9e999}]==])"#)
    try script.expect(
      """
      local function color(p, value) return type(p.avatar) == "table" and p.avatar.color == value end
      print(found(function(p) return color(p, null) end), found(function(p) return color(p, nil) end))
      print(found(function(p) return type(p.avatar) == "table" and p.avatar.name == "a\\0b" end))
      print(found(function(p) return type(p.avatar) == "table" and p.avatar.n == math.huge end))
      """,
      """
      prefilter: d prefilter:\u{20}
      prefilter: d
      prefilter: d
      """)
  }

  @Test func `a key in a document sorts in SQL`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local sorted = P:sorted_by(function(p) return p.address and p.address.city end, "id")
      return tostring(sorted:explain()):match "^%l+", table.concat(sorted:pluck "name", " ")
      """, "pushed c d b a")
  }

  @Test func `what a function of the script sees is read by it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Place = entity "Place" { abstract = true, name = text {}, after_load = function(p) p.name = p.name .. "?" end }
      Q = entity "Q" { place = embedded "Place" }
      db:create_all()
      Q:create { place = { name = "x" } }
      local rows = Q:where(function(q) return q.place and q.place.name == "x?" end)
      return rows:count(), tostring(rows:explain()):match "^closure"
      """, "1 closure")
  }
}
