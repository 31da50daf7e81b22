import Testing

/// What only other programs store: text that is no UTF-8, bytes among texts, decimals beyond all digits.
@Suite struct ForeignValueTests {
  private static let brokenTexts = """
    db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT, d TEXT COLLATE NOCASE)"
    db:execute "INSERT INTO t VALUES (1, CAST(x'61ff' AS TEXT), 'x'), (2, CAST(x'6180' AS TEXT), CAST(x'41ff' AS TEXT))"
    db:execute "INSERT INTO t VALUES (3, CAST(x'efbfbd' AS TEXT), CAST(x'61ff' AS TEXT)), (4, 'b', 'b')"
    db:reflect()
    function ids(list)
      local t = {}
      for i, r in ipairs(list) do t[i] = r.id end
      return table.concat(t, " ")
    end
    function both(condition) print(ids(T:where(condition):fetch()), "|", ids(T:fetch():filter(condition))) end
    """

  @Test func `text that is no UTF-8 is tested and reckoned with by its bytes`() throws {
    try Script(schema: Self.brokenTexts).expect(
      """
      both { c = is.length(2) }
      both "length(c) == 2"
      both { c = is.matching "\\\\x{fffd}" }
      both { c = is.prefix "a" }
      both "c .. 'x' == '\\u{fffd}x'"
      both "lower(d) == lower(c)"
      both "c < d"
      """,
      """
      1 2 | 1 2
      1 2 | 1 2
      3 | 3
      1 2 | 1 2
      3 | 3
      4 | 4
      1 | 1
      """)
  }

  @Test func `pages, groups and sections keep texts apart that are no UTF-8`() throws {
    try Script(schema: Self.brokenTexts).expect(
      """
      local all, page, behind = {}, T:sorted_by "c":page(1)
      repeat
        all[#all + 1] = page[1].id
        if behind then page, behind = T:sorted_by "c":page { after = behind } else page = {} end
      until #page == 0
      print(table.concat(all, " "))
      local seen
      local function asked(r) seen = r.id return true end
      print(#T:group_by "c":aggregate { n = "count" }:fetch(), #T:where(asked):group_by "c":aggregate { n = "count" }:fetch())
      print(#T:group_by "d":aggregate { n = "count" }:fetch(), #T:where(asked):group_by "d":aggregate { n = "count" }:fetch())
      print(T:sectioned_by "d":results():section_count())
      """,
      """
      2 1 4 3
      4 4
      3 3
      3
      """)
  }

  @Test func `sets in memory sort and divide rows as the database does`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c COLLATE NOCASE)"
        db:execute "INSERT INTO t VALUES (1, x'61'), (2, 'b'), (3, 'A'), (4, 7), (5, 'a'), (6, NULL), (7, x'41')"
        db:reflect()
        function shown(rs)
          local t = {}
          for i, s in ipairs(rs.sections) do
            local rows = {}
            for j = 1, #s do rows[j] = s[j].id end
            t[i] = tostring(s.name):lower() .. ": " .. table.concat(rows, " ")
          end
          return table.concat(t, ", ")
        end
        """
    ).expect(
      """
      local set = result_set { unique = "id", sort = { "c", "id" } }
      set:load(T:fetch())
      print(shown(set))
      print(shown(T:sorted_by("c", "id"):results()))
      local divided = result_set { unique = "id", section = "c", sort = "id" }
      divided:load(T:fetch())
      print(shown(divided))
      print(shown(T:sorted_by "id":sectioned_by "c":results()))
      divided:update(T:get(5), function(r) r.c = "B" end)
      print(shown(divided), divided:section "B" ~= nil)
      """,
      """
      : 6 4 3 5 2 7 1
      : 6 4 3 5 2 7 1
      nil: 6, 7: 4, a: 3 5, b: 2, a: 7, a: 1
      nil: 6, 7: 4, a: 3 5, b: 2, a: 7, a: 1
      nil: 6, 7: 4, a: 3, b: 2 5, a: 7, a: 1 true
      """)
  }

  @Test func `numbers that are no decimals are what they are in a column of decimals, pushed or not`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, n DECIMAL(10, 2))"
        db:execute "CREATE TABLE i (id INTEGER PRIMARY KEY, n DECIMAL(10, 2))"
        db:execute "CREATE INDEX ii ON i (n)"
        for _, name in ipairs { "t", "i" } do
          db:execute("INSERT INTO " .. name .. " VALUES (1, 1e30), (2, 1.5), (3, -1e30), (4, 3), (5, 5e-324), (6, 9e999)")
        end
        db:reflect()
        function ids(list)
          local t = {}
          for i, r in ipairs(list) do t[i] = r.id end
          table.sort(t)
          return table.concat(t, " ")
        end
        """
    ).expect(
      """
      for _, E in ipairs { T, I } do
        for _, f in ipairs {
          function(r) return r.n == 1e30 end, function(r) return r.n ~= decimal "1.5" end, function(r) return r.n == math.huge end,
          function(r) return type(r.n) == "number" and r.n > 1 end, function(r) return type(r.n) == "number" and -r.n < 0 end,
        } do
          print(ids(E:where(f):fetch()), "|", ids(E:where(f):fetch { pushdown = false }))
        end
      end
      """,
      """
      1 | 1
      1 3 4 5 6 | 1 3 4 5 6
      6 | 6
      1 6 | 1 6
      1 5 6 | 1 5 6
      1 | 1
      1 3 4 5 6 | 1 3 4 5 6
      6 | 6
      1 6 | 1 6
      1 5 6 | 1 5 6
      """)
  }

  @Test func `sums and means leave texts out, whatever they begin with, in the database and in memory`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c)"
        db:execute "INSERT INTO t VALUES (1, '5'), (2, ' 7 '), (3, '2017-06-01'), (4, 'x'), (5, x'32'), (6, '1.5')"
        db:reflect()
        """
    ).expect(
      """
      local seen
      local function asked(r) seen = r.id return true end
      print(T:sum "c", T:where(asked):sum "c", T:avg "c" == T:where(asked):avg "c")
      print(T:where "id <= 2":sum "c", T:where "id <= 2":where(asked):sum "c")
      for _, text in ipairs { "c + 1 > 2000", "c // 2 == 1008", "-c < -1000" } do
        print(#T:where(text):fetch(), #T:fetch():filter(text))
      end
      """,
      """
      0 0 true
      0 0
      0 0
      0 0
      0 0
      """)
  }

  @Test func `what a column was found to hold is not said of a view of the same name`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE base (id INTEGER PRIMARY KEY, c REAL, d)"
        db:execute "INSERT INTO base VALUES (1, 1, 3), (2, 2, 4)"
        db:execute "CREATE VIEW t AS SELECT id, c FROM base UNION ALL SELECT id + 10, d FROM base"
        db:reflect()
        """
    ).expect(
      """
      local function odd(r) return type(r.c) == "number" and r.c % 2 == 1 end
      print(#T:where(odd):fetch(), #T:where(odd):fetch { pushdown = false })
      """, "2 2")
  }

  @Test func `ends of a range are in order where some column has them so`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT COLLATE NOCASE)"
        db:execute "INSERT INTO t VALUES (1, 'A'), (2, 'b'), (3, 'C')"
        db:reflect()
        """
    ).expect(
      """
      print(#T:where { c = is.between("a", "B") }:fetch(), #T:fetch():filter { c = is.between("a", "B") })
      print(#T:where "c:between('b', 'C')":fetch(), pcall(is.between, "b", "a"))
      """,
      """
      2 2
      2 false is.between: the lower end comes first: 'b' is above 'a'
      """)
  }
}
