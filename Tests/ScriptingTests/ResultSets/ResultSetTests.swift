import Testing

@testable import Scripting

/// Result sets in memory: what they show, and what each call does.
@Suite struct ResultSetTests {
  /// Six rows in three sections and one without, and a short text for a list.
  static let prelude =
    resultSetHarness + """

      function rows()
        return {
          { id = 1, name = "Ann", team = "Red", score = 5 }, { id = 2, name = "Bob", team = "Blue", score = 3 },
          { id = 3, name = "Cid", team = "Red", score = 9 }, { id = 4, name = "Dan", score = 1 },
          { id = 5, name = "Eve", team = "Blue", score = 3 }, { id = 6, name = "Fay", team = "Green", score = 7 },
        }
      end
      function set(options)
        options.unique = options.unique or "id"
        local rs = result_set(options)
        return rs:load(rows())
      end
      -- `Red: 1 3 | Blue: 2`
      function show(rs)
        local result = {}
        for i = 1, rs:section_count() do
          local ids = {}
          for j = 1, #rs.sections[i] do ids[j] = tostring(rs.sections[i][j].id) end
          result[i] = tostring(rs.sections[i].name) .. ": " .. table.concat(ids, " ")
        end
        return table.concat(result, " | ")
      end
      """

  private func script() throws -> Script { try Script(schema: Self.prelude) }

  // MARK: Sections and order

  @Test func `rows without sections are one section named empty, and none while there are no rows`() throws {
    try script().expect(
      """
      local rs = result_set { unique = "id" }
      print(#rs, rs:section_count(), rs.sections[1], rs)
      rs:load(rows())
      print(show(rs), #rs, rs.sections[1].name == "", rs.sections[1].title == "")
      """,
      """
      0 0 nil result set of 0 rows in 0 sections
      : 1 2 3 4 5 6 6 true true
      """)
  }

  @Test func `sections are named by a field, a dotted name, a function or an initial, ascending, nil first`() throws {
    try script().expect(
      """
      print(show(set { section = "team" }))
      print(show(set { section = function(x) return x.score % 2 == 0 end }))
      print(show(set { section = function(x) return x.score end }))
      print(show(set { section = initial "name" }))
      local nested = result_set { section = "team.name" }
      nested:load { { id = 1, team = { name = "B" } }, { id = 2 }, { id = 3, team = { name = "A" } } }
      print(show(nested))
      local unicode = result_set { section = initial "name" }
      unicode:load { { id = 1, name = "ärger" }, { id = 2, name = "" }, { id = 3 }, { id = 4, name = "Ärmel" } }
      print(show(unicode))
      """,
      """
      nil: 4 | Blue: 2 5 | Green: 6 | Red: 1 3
      false: 1 2 3 4 5 6
      1: 4 | 3: 2 5 | 5: 1 | 7: 6 | 9: 3
      A: 1 | B: 2 | C: 3 | D: 4 | E: 5 | F: 6
      nil: 2 | A: 3 | B: 1
      nil: 3 | : 2 | Ä: 1 4
      """)
  }

  @Test func `a section without a name is another one than the one named empty`() throws {
    try script().expect(
      """
      local rs = result_set { section = "s" }
      rs:load { { id = 1, s = "" }, { id = 2 }, { id = 3, s = "a" } }
      print(show(rs), rs:section(nil)[1].id, rs:section("")[1].id, rs:section("b"))
      """, "nil: 2 | : 1 | a: 3 2 1 nil")
  }

  @Test func `sections come by name, by appearance, by a comparator or a key, and one without a name always first`()
    throws
  {
    try script().expect(
      """
      print(show(set { section = "team", sort_sections = "appearance" }))
      print(show(set { section = "team", sort_sections = "-name" }))
      print(show(set { section = "team", sort_sections = function(a, b) return #a > #b or #a == #b and a[1].id > b[1].id end }))
      print(show(set { section = "team", sort_sections = function(s) return s.title == "G" and 0 or 1 end }))
      local rs = set { section = "team" }
      rs:resort_sections("appearance") print(show(rs))
      rs:resort_sections(function(a, b) return a.name > b.name end) print(show(rs))
      """,
      """
      nil: 4 | Red: 1 3 | Blue: 2 5 | Green: 6
      nil: 4 | Red: 1 3 | Green: 6 | Blue: 2 5
      nil: 4 | Blue: 2 5 | Red: 1 3 | Green: 6
      nil: 4 | Green: 6 | Red: 1 3 | Blue: 2 5
      nil: 4 | Red: 1 3 | Blue: 2 5 | Green: 6
      nil: 4 | Red: 1 3 | Green: 6 | Blue: 2 5
      """)
  }

  @Test func `sections come as they appear in the order of the rows, as those of a request do`() throws {
    try script().expect(
      """
      print(show(set { section = "team", sort = "-score", sort_sections = "appearance" }))
      R = entity "R" { g = text {}, n = integer {} }
      db:create_all()
      local rows = { { id = 1, g = "z", n = 1 }, { id = 2, g = "y", n = 2 }, { id = 3, g = "y", n = 0 } }
      for _, row in ipairs(rows) do R:create { g = row.g, n = row.n } end
      for _, sort in ipairs { "-n", "n", "-id" } do
        local rs = result_set { section = "g", sort = sort, sort_sections = "appearance" }
        rs:load(rows)
        print(show(rs), show(R:sorted_by(sort):sectioned_by("g"):results { sort_sections = "appearance" }))
      end
      """,
      """
      nil: 4 | Red: 3 1 | Green: 6 | Blue: 2 5
      y: 2 3 | z: 1 y: 2 3 | z: 1
      y: 3 2 | z: 1 y: 3 2 | z: 1
      y: 3 2 | z: 1 y: 3 2 | z: 1
      """)
  }

  @Test func `rows are sorted as requests are, and equal ones stay in the order of loading`() throws {
    try script().expect(
      """
      print(show(set { sort = "score" }))
      print(show(set { sort = "-score" }))
      print(show(set { sort = { "-score", "-name" } }))
      print(show(set { sort = desc "name" }))
      print(show(set { sort = asc("team", { nulls = "last" }) }))
      print(show(set { sort = function(x) return -x.id end }))
      print(show(set { sort = function(a, b) return a.score > b.score end, section = "team" }))
      """,
      """
      : 4 2 5 1 6 3
      : 3 6 1 2 5 4
      : 3 6 1 5 2 4
      : 6 5 4 3 2 1
      : 2 5 6 1 3 4
      : 6 5 4 3 2 1
      nil: 4 | Blue: 2 5 | Green: 6 | Red: 3 1
      """)
  }

  // MARK: Reading

  @Test func `rows, sections, titles and places are read, and what is out of range is nil`() throws {
    try script().expect(
      """
      local rs = set { section = "team", sort = "-score" }
      print(rs:at(2, 1).id, rs:at(4).id, rs[1].id, rs:at(9, 1), rs:at(1, 2), rs:at(0), rs:at(7), rs:at(-1), rs[0])
      print(rs:position(3)) print(rs:position { id = 2 }) print(rs:position(9)) print(rs:position(nil))
      local s = rs:section("Red")
      print(s, s.name, s.title, s.index, #s, s[1].name, s[0], s[3])
      print(table.concat(rs:titles(), ","), rs:section_for_title("B").name, rs:section_for_title("X"))
      local names = {}
      for i, section in ipairs(rs.sections) do names[i] = section.title end
      for i, section in pairs(rs.sections) do names[#names + 1] = #section end
      for i, row in ipairs(rs) do names[#names + 1] = row.id end
      for i, row in ipairs(s) do names[#names + 1] = row.id end
      print(table.concat(names, " "), #rs.sections, rs.sections[9])
      print(rawequal(rs:at(1), rs:at(1, 1)))
      """,
      """
      2 6 4 nil nil nil nil nil nil
      4 1
      2 1
      nil
      nil
      section Red (2 rows) Red R 4 2 Cid nil nil
      ,B,G,R Blue nil
       B G R 1 2 1 2 4 2 5 6 3 1 3 1 4 nil
      true
      """)
  }

  @Test func `titles are the first characters in upper case, each once, or what a function makes of the name`() throws {
    try script().expect(
      """
      local rs = result_set { section = "s" }
      rs:load { { id = 1, s = "paris" }, { id = 2, s = "Prag" }, { id = 3, s = 20 }, { id = 4, s = "ß" } }
      print(table.concat(rs:titles(), ","), rs:section_for_title("P").name, rs.sections[2].title)
      local named = result_set { section = "s", title = function(name) return "<" .. tostring(name) .. ">" end }
      named:load { { id = 1, s = "x" }, { id = 2 } }
      print(table.concat(named:titles(), ","), named:section_for_title("<x>")[1].id)
      """,
      """
      2,P,SS Prag P
      <nil>,<x> 1
      """)
  }

  @Test func `objects gives all rows, sorted another way where asked, and find those for which a function says true`()
    throws
  {
    try script().expect(
      """
      local rs = set { section = "team" }
      local function ids(list) local t = {} for i, x in ipairs(list) do t[i] = x.id end return table.concat(t, " ") end
      print(ids(rs:objects()), "/", ids(rs:objects("-score")), "/", ids(rs:objects(function(a, b) return a.id > b.id end)))
      print(ids(rs:find(function(x) return x.score > 4 end)), "/", ids(rs:find(function(x) return x.score > 4 end, 4)))
      print(rs:find(function() return true end, 9), show(rs))
      """,
      """
      4 2 5 6 1 3 / 3 6 1 2 5 4 / 6 5 4 3 2 1
      6 1 3 / 1 3
      nil nil: 4 | Blue: 2 5 | Green: 6 | Red: 1 3
      """)
  }

  @Test func `pages count the rows that were loaded, hidden ones included`() throws {
    try script().expect(
      """
      local rs = result_set { page_size = 3, filter = function(x) return x.id > 2 end }
      local function pages() print(#rs, rs:loaded_count(), rs:last_page(), rs:next_page()) end
      pages()
      for i = 1, 4 do rs:insert { { id = i } } if i > 1 then pages() end end
      rs:insert { { id = 5 }, { id = 6 } } pages()
      local default = result_set {}
      for i = 1, 20 do default:insert { { id = i } } end
      print(default:last_page(), default:next_page())
      """,
      """
      0 0 0 1
      0 2 1 1
      1 3 1 2
      2 4 2 2
      4 6 2 3
      1 2
      """)
  }

  // MARK: Rows

  @Test func `rows are copied in and compared field by field`() throws {
    try script().expect(
      """
      local rs, mine = result_set {}, { id = 1, tags = { "a" } }
      rs:load { mine }
      mine.id = 7 mine.tags[1] = "b"
      print(rs:at(1).id, rs:at(1).tags[1], rawequal(rs:at(1), mine))
      print(rs:insert { { id = 1, tags = { "a" } } })
      print(rs:insert { { id = 1.0, tags = { "a" } } })
      print(rs:insert { { id = 1, tags = { "b" } } })
      print(rs:update(1, function(x) x.tags[1] = "c" end))
      print(rs:insert { rs:at(1) })
      local class = { __index = { greet = function(x) return "hi " .. x.id end } }
      rs:insert { setmetatable({ id = 2 }, class) }
      print(rs:at(2):greet())
      local loop = { id = 3 } loop.self = loop
      print(pcall(rs.insert, rs, { loop }))
      """,
      """
      1 a false


      1 row updated
        ~ [1.1]  { tags = ["a"] → ["b"] }
      1 row updated
        ~ [1.1]  { tags = ["b"] → ["c"] }

      hi 2
      false a row holds tables in tables, too deep or without end
      """)
  }

  @Test func `a row with a known identity is updated and never doubled`() throws {
    try script().expect(
      """
      local rs = set { section = "team", sort = "name" }
      print(rs:insert { { id = 1, name = "Zoe", team = "Blue" }, { id = 1, name = "Zac", team = "Red" } })
      print(show(rs), #rs)
      local merged = set { merge = function(old, new) old.score = old.score + new.score end }
      merged:insert { { id = 1, score = 10 } }
      print(merged:at(1).name, merged:at(1).score)
      local result = set { merge = function(old, new) return { id = old.id, name = old.name .. new.name } end }
      result:insert { { id = 1, name = "!" } }
      print(result:at(1).name, result:at(1).score)
      """,
      """
      1 row moved, 1 row updated
        → [4.2]  { id = 1, name = 'Zac', team = 'Red' } (from 4.1)
        ~ [4.2]  { name = 'Ann' → 'Zac', score = 5 → nil }
      nil: 4 | Blue: 2 5 | Green: 6 | Red: 3 1 6
      Ann 15
      Ann! nil
      """)
  }

  @Test func `identities are fields, functions, or the keys of objects`() throws {
    let script = try Script(schema: fivePlayers + Self.prelude)
    try script.expect(
      """
      local rs = result_set { unique = function(x) return x.a .. x.b end }
      rs:load { { a = "x", b = 1 }, { a = "x", b = 2 }, { a = "x", b = 1, c = 3 } }
      print(#rs, rs:position("x2"))
      local players = result_set { section = "team.name", sort = "-score" }
      players:load(Player:fetch())
      print(show(players), players:at(1).name, players:position(3), (players:position(Player:get(3))))
      print(players:insert(Player:all()))
      players:observe(function(changes) print(changes) end)
      players:update(1, function(p) p.score = 8 end)
      print(pcall(players.update, players, 2, function(p) p.score = 7 error("no") end), players:at(3, 2).score)
      print(players:objects():map("name")[1])
      """,
      """
      2 1 2
      nil: 5 | Blue: 3 4 | Red: 1 2 Eve 2 2

      1 row updated
        ~ [3.1]  Player(1) { score = 5 → 8 }
      false 3
      Eve
      """)
  }

  @Test func `a row without identity, and what is no row, are refused`() throws {
    let script = try Script(schema: fivePlayers + Self.prelude)
    let messages = [
      ("result_set {}:load { { name = 'x' } }", "a row has no 'id'"),
      ("result_set { unique = 'key' }:load { { id = 1 } }", "a row has no 'key'"),
      ("result_set { unique = function() end }:load { { id = 1 } }", "a row has no identity"),
      ("result_set {}:load { { id = {} } }", "the identity of a row is a text, a number, true or false, not a table"),
      ("result_set {}:load { { id = 0/0 } }", "the identity of a row is"),
      ("result_set {}:load { 5 }", "a row is a table or an object, not the integer 5"),
      ("result_set {}:load(5)", "load takes a list of rows, not the integer 5"),
      ("result_set {}:load { Player { name = 'x' } }", "is not saved: it has no identity yet"),
      ("Player:where(function(p) kept = p end):fetch() result_set {}:load { kept }", "was only lent"),
      ("Player:where(function(p) result_set {}:load { p } end):fetch()", "is only lent"),
      ("Player:where(function(p) kept = p end):fetch() Player:results():position(kept)", "was only lent"),
      ("result_set { section = 's' }:load { { id = 1, s = {} } }", "the name of a section is a text, a number"),
      ("result_set { sort = 's' }:load { { id = 1, s = {} } }", "rows are sorted by nil, booleans"),
      ("result_set { sorts = 's' }", "unknown option 'sorts'. Did you mean 'sort'?"),
      ("result_set { page_size = 0 }", "page_size is a number of rows, at least 1, not the integer 0"),
      ("result_set { filter = 5 }", "filter takes what where takes"),
      ("result_set { sort_sections = 5 }", "sort_sections is \"name\", \"-name\", \"appearance\""),
      ("result_set { section = 5 }", "section is the name of a field, initial \"name\", or a function of the row"),
      ("result_set 'x'", "result_set takes a table of options"),
      ("local rs = result_set {} return rs.lenght", "a result set has no member 'lenght'"),
    ]
    for (code, message) in messages {
      let failure = script.failure(code)
      #expect(failure.contains(message), "\(code): \(failure)")
    }
  }

  @Test func `nothing is assigned to a result set, and a name has one sign`() throws {
    let script = try Script(schema: players)
    for (set, words) in [
      ("result_set {}", "nothing can be assigned to a result set: its rows come with insert, update, apply"),
      ("Player:all():results()", "a result set of a request shows what is in the database: save or delete its rows"),
      ("result_set {}.sections", "nothing can be assigned to sections: rows of a list in memory change with rs:update"),
      ("result_set {}:load { { id = 1 } }.sections[1]", "nothing can be assigned to sections: rows"),
      ("result_set {}:snapshot()", "a snapshot stays what it was: nothing can be assigned to it"),
    ] {
      for member in ["[1]", ".foo"] {
        let failure = script.failure("local rs = \(set) rs\(member) = 1")
        #expect(failure.contains(words), "\(failure)")
      }
    }
    #expect(
      script.failure("result_set { sort = '--v' }").contains(
        "sort: '-' stands once before the name of a field, not as in '--v'"))
  }
}
