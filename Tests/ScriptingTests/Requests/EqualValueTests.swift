import Testing

/// Equal numbers that are written otherwise: 1 and 1.0 are one key of groups and one distinct value, an integer where one of
/// them is.
@Suite struct EqualValueTests {
  private static let schema = """
    D = entity "D" { j = json {} }
    db:create_all()
    for _, x in ipairs { 1.0, 1, 2.0, 2.0, -3, -3.0, 0.5, "1", "1.0", 10, true, { 1.0 }, { 1 } } do D:create { j = { x = x } } end
    D:create {}
    path, key = "j.x", function(d) return d.j and d.j.x end
    asked = D:where(function(d) return #tostring({}) > 0 end)
    """

  @Test func `groups show an integer where there is one, by every way alike`() throws {
    try Script(schema: Self.schema).expect(
      """
      for _, rows in ipairs { D:all(), D:sorted_by "-id", asked, asked:sorted_by "-id" } do
        for _, what in ipairs { { n = "count" }, { n = "count", m = "median id" } } do
          local shown = {}
          for place, g in ipairs(rows:group_by(path):aggregate(what)) do shown[place] = encode(g["j.x"], "json") .. "=" .. g.n end
          print(table.concat(shown, " "))
        end
      end
      local groups = D:group_by(path):aggregate { n = "count" }
      print(groups:count(), #groups:having "n > 1", encode(groups:sorted_by "-n":first()["j.x"], "json"))
      """,
      Array(repeating: #"null=1 -3=2 0.5=1 1=2 true=1 2.0=2 10=1 "1"=1 "1.0"=1 [1]=2"#, count: 8)
        .joined(separator: "\n") + "\n10 4 -3")
  }

  @Test func `distinct values and what functions give are shown so, too`() throws {
    try Script(schema: Self.schema).expect(
      """
      for _, rows in ipairs { D:all(), asked } do
        local rows = rows:where "id < 8 or id == 10":distinct()
        print(encode(rows:pluck(path), "json"), encode(rows:sorted_by("-" .. path):limit(2):offset(1):pluck(path), "json"))
        print(encode(rows:pluck(key), "json"))
      end
      for _, order in ipairs { "id", "-id" } do
        local shown = {}
        for place, g in ipairs(D:where "id ~= 12 and id ~= 13":sorted_by(order):group_by(key):aggregate { n = "count" }) do
          shown[place] = encode(g.key, "json") .. "=" .. g.n
        end
        print(table.concat(shown, " "))
        local values = D:where "id < 8":sorted_by(order):aggregate { l = "list distinct j.x" }.l
        table.sort(values)
        print(encode(values, "json"))
      end
      print((encode(D:where "id < 3":distinct():values(path, "id"), "json"):gsub("%s", "")))
      """,
      """
      [-3,0.5,1,2.0,10] [2.0,1]
      [1,2.0,-3,0.5,10]
      [-3,0.5,1,2.0,10] [2.0,1]
      [1,2.0,-3,0.5,10]
      null=1 -3=2 0.5=1 1=2 true=1 2.0=2 10=1 "1"=1 "1.0"=1
      [-3,0.5,1,2.0]
      null=1 -3=2 0.5=1 1=2 true=1 2.0=2 10=1 "1"=1 "1.0"=1
      [-3,0.5,1,2.0]
      [{"j.x":1.0,"id":1},{"j.x":1,"id":2}]
      """)
  }

  @Test func `columns without a type are grouped so`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE c (id INTEGER PRIMARY KEY, x)"
        db:execute "INSERT INTO c VALUES (1, 1.0), (2, 1), (3, 2), (4, 2.0), (5, 3.0), (6, 'a'), (7, NULL), (8, x'00')"
        db:reflect()
        """
    ).expect(
      """
      local asked = C:where(function(c) return #tostring({}) > 0 end)
      for _, rows in ipairs { C:all(), asked } do
        local numbers = rows:where "id < 6"
        print(encode(numbers:distinct():pluck "x", "json"), encode(numbers:distinct():pluck(function(c) return c.x end), "json"))
        for _, order in ipairs { "id", "-id" } do
          local shown = {}
          for place, g in ipairs(rows:sorted_by(order):group_by "x":aggregate { n = "count" }) do shown[place] = tostring(g.x) end
          print(#shown, table.concat(shown, " ", 1, 5))
        end
      end
      """,
      Array(repeating: "[1,2,3.0] [1,2,3.0]\n6 nil 1 2 3.0 a\n6 nil 1 2 3.0 a", count: 2).joined(separator: "\n"))
  }

  @Test func `a column without a type keeps the order in which its texts compare`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE word (id INTEGER PRIMARY KEY, c COLLATE NOCASE)"
        for _, c in ipairs { "b", "A", "a", "a", "C", "B", 1, 1.0 } do db:execute("INSERT INTO word (c) VALUES (?)", c) end
        db:reflect()
        """
    ).expect(
      """
      for _, rows in ipairs { Word:all(), Word:where(function(w) return #tostring({}) > 0 end) } do
        local shown = {}
        for place, g in ipairs(rows:group_by "c":aggregate { n = "count" }) do shown[place] = g.c .. "=" .. g.n end
        print(table.concat(shown, " "), #rows:distinct():pluck "c")
      end
      """, "1=2 A=3 b=2 C=1 4\n1=2 A=3 b=2 C=1 4")
  }

  @Test func `a column of bytes of another program shows its numbers so`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE bag (id INTEGER PRIMARY KEY, c BLOB)"
        db:execute "INSERT INTO bag (c) VALUES (-0.0), (0), (1.0), (1), (2.0)"
        db:reflect()
        """
    ).expect(
      """
      for _, rows in ipairs { Bag:all(), Bag:where(function(w) return #tostring({}) > 0 end) } do
        local shown = {}
        for place, g in ipairs(rows:group_by "c":aggregate { n = "count" }) do shown[place] = tostring(g.c) end
        print(table.concat(shown, " "), table.concat(rows:distinct():pluck "c", " "))
      end
      """, "0 1 2.0 0 1 2.0\n0 1 2.0 0 1 2.0")
  }
}
