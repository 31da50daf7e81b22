import Testing

@testable import Model

/// A fallback is what a stored NULL reads as, whoever reads it; what is asked of the database is what is stored.
@Suite struct FallbackTests {
  private static let schema = """
    K = entity "K" {
      a = text { fallback = "?" }, e = enum { { "x", 1 }, { "y", 2 }, fallback = "y" },
      d = decimal { scale = 2, fallback = "1.50" }, b = boolean { fallback = false }, j = json { fallback = { 1 } },
    }
    L = entity "L" { k = belongs_to "K" }
    db:create_all()
    K:create {} K:create { a = "?" } K:create { a = "z" }
    L:create { k = K:get(1) } L:create { k = K:get(3) } L:create {}
    """

  @Test(arguments: ["K:where { id = 1 }", "K:where { id = 1 }:fetch()", "K:get(1)", "K:where { id = 1 }:results()"])
  func `what is encoded is what is read`(rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("print(encode(\(rows), 'csv'))", "id,a,e,d,b,j\n1,?,y,1.50,false,[1]\n")
    let json = try script.run("print(encode(\(rows), 'json'))")
    #expect(json.contains(#"{"id":1,"a":"?","e":"y","d":"1.50","b":false,"j":[1]}"#), "\(json)")
    try script.expect(
      "print(encode(\(rows), 'insert'))",
      "INSERT INTO \"k\" (\"id\",\"a\",\"e\",\"d\",\"b\",\"j\") VALUES(1,NULL,NULL,NULL,NULL,NULL);\n")
  }

  @Test func `NULL is of the group of what it reads as`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect("print(K:group_by('a'):aggregate { n = 'count' }:encode 'csv')", "a,n\n?,2\nz,1\n")
    try script.expect("print(K:group_by('e'):aggregate { n = 'count' }[1].e)", "y")
    try script.expect("print(K:group_by('a'):aggregate { n = 'count' }:having \"a == '?'\":first().n)", "2")
    try script.expect(
      "local n = 0 print(K:where(function(k) n = n + 1 return true end):group_by('a'):count(), n > 0)", "2 true")
    // Along a relation that leads to nothing there is nothing to be read.
    try script.expect("print(L:group_by('k.a'):aggregate { n = 'count' }:encode 'csv')", "k.a,n\n,1\n?,1\nz,1\n")
  }

  @Test func `documents are written as they are read`() throws {
    let script = try Script(
      schema: """
        Geo = entity "Geo" { abstract = true, lat = real { fallback = 0 }, kind = enum { "a", "b", fallback = "b" }, n = integer {} }
        Spot = entity "Spot" { geo = embedded "Geo", all = list_of "Geo" }
        db:create_all()
        db:execute [[INSERT INTO spot(geo, "all") VALUES ('{"n":1}', '[{"lat":null,"n":2}]')]]
        """)
    try script.expect("local s = Spot:first() print(s.geo.lat, s.geo.kind, s.all[1].lat)", "0.0 b 0.0")
    try script.expect(
      "print(Spot:first():encode 'json')",
      #"{"id":1,"geo":{"n":1,"lat":0.0,"kind":"b"},"all":[{"lat":0.0,"n":2,"kind":"b"}]}"#)
  }

  @Test func `what is computed of no values is NULL`() throws {
    let script = try Script(
      schema: Self.schema + "\nN = entity 'N' { n = integer { fallback = 7 } } db:create_all() N:create {}")
    try script.expect("print(N:max 'n', N:min 'n', N:aggregate { m = 'max n' }.m, N:first().n)", "nil nil nil 7")
    try script.expect("print(N:annotate { x = 'if(id > 0, nil, n)' }:pluck('x')[1])", "null")
    try script.expect("print(N:annotate { x = 'n' }:first().x)", "7")
  }

  @Test func `conditions of the database ask what is stored, and functions what they read`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect("print(K:where { a = '?' }:count(), K:where { a = is.absent }:count())", "1 1")
    try script.expect("print(#K:fetch():filter { a = '?' }, K:where \"a == '?'\":count())", "1 1")
    try script.expect("print(K:where(function(k) return k.a == '?' end):count())", "2")
    #expect(
      try script.run("print(K:where(function(k) return k.a == '?' end):explain())").contains("field 'a' has a fallback")
    )
  }

  /// Over a table of another program, which holds what is none of the fields' values.
  private static let others = """
    db:execute "CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER, born TEXT, e TEXT)"
    for i, row in ipairs { { 1, "2024-01-05", "a" }, { "x", "n/a", "zz" }, { 7, "2023-02-03", "b" }, { 3, "2022-13-45", "a" } } do
      db:execute("INSERT INTO item VALUES (?, ?, ?, ?)", i, row[1], row[2], row[3])
    end
    db:execute "INSERT INTO item(id) VALUES (5)"
    Item = entity "Item" {
      n = integer { fallback = 5 }, born = date { fallback = "2000-01-01" }, e = enum { "a", "b", fallback = "b" },
    }
    """

  @Test(arguments: [
    ("n", "7 1", "1,1 3,1 5,2 7,1"), ("born", "2024-01-05 2000-01-01", "2000-01-01,3 2023-02-03,1 2024-01-05,1"),
    ("e", "b a", "a,2 b,3"),
  ])
  func `what is none of the values of a field is what it reads as, in groups and in what is made of them`(
    field: String, extremes: String, groups: String
  ) throws {
    let script = try Script(schema: Self.others, location: ":memory:")
    try script.expect(
      """
      print(tostring(Item:max "\(field)") .. " " .. tostring(Item:min "\(field)"))
      local made = Item:where(function(i) return i.id < 9 end)
      print(tostring(made:max "\(field)") .. " " .. tostring(made:min "\(field)"))
      local all = Item:aggregate { high = "max \(field)", low = "min \(field)" }
      print(tostring(all.high) .. " " .. tostring(all.low))
      local lines = {}
      for _, group in ipairs(Item:group_by "\(field)":aggregate { k = "count" }:fetch()) do
        lines[#lines + 1] = tostring(group.\(field)) .. "," .. group.k
      end
      print(table.concat(lines, " "))
      """,
      "\(extremes)\n\(extremes)\n\(extremes)\n\(groups)")
  }
}
