import Testing

@testable import Model

/// The edits of result sets in memory, one promise at a time.
@Suite struct ResultSetEditTests {
  private func script() throws -> Script {
    try Script(
      schema: ResultSetTests.prelude + """

        -- A list that prints what is told, in one line each.
        function told(options)
          local rs = set(options)
          rs:observe(function(changes)
            local words = {}
            for kind, entry in changes:each() do
              local function place(p) return type(p) == "table" and table.concat(p, ".") or tostring(p) end
              words[#words + 1] = kind .. " " .. tostring(entry.object and entry.object.id or entry.name)
                .. (entry.from and " from " .. place(entry.from) or "") .. (entry.to and " to " .. place(entry.to) or "")
            end
            print(table.concat(words, ", "))
          end)
          return rs
        end
        """)
  }

  @Test func `load is silent, and adds to what is there`() throws {
    try script().expect(
      """
      local rs = told { section = "team" }
      print(rs:load { { id = 7, team = "Red" }, { id = 1, team = "Blue" } } == rs, show(rs))
      """, "true nil: 4 | Blue: 1 2 5 | Green: 6 | Red: 3 7")
  }

  @Test func `an update moves, shows and hides the row as its fields say, and tells it once`() throws {
    try script().expect(
      """
      local rs = told { section = "team", sort = "name", filter = function(x) return x.score > 1 end }
      print(show(rs))
      rs:update(1, function(x) x.team = "Blue" x.name = "Cat" end)
      rs:update({ id = 2 }, function(x) x.score = 0 end)
      rs:update(4, function(x) x.score = 2 end)
      rs:update(6, function(x) x.team = "Red" end)
      rs:update(6, function(x) x.score = 8 end)
      rs:update(6, function(x) end)
      rs:update(77, function(x) error("never called") end)
      print(show(rs), rs:loaded_count())
      """,
      """
      Blue: 2 5 | Green: 6 | Red: 1 3
      moved 1 from 3.1 to 1.2, updated 1 from 3.1 to 1.2
      deleted 2 from 1.1
      sections.inserted nil to 1
      sections.deleted Green from 3, moved 6 from 3.1 to 3.2, updated 6 from 3.1 to 3.2
      updated 6 from 3.2 to 3.2
      nil: 4 | Blue: 1 5 | Red: 3 6 6
      """)
  }

  @Test func `apply makes the contents a list, in its order where no sort says otherwise`() throws {
    try script().expect(
      """
      local rs = told {}
      rs:apply { { id = 6, name = "Fay", team = "Green", score = 7 }, { id = 1, name = "Ann" }, { id = 9 } }
      print(show(rs))
      local sorted = set { sort = "name" }
      sorted:apply { { id = 9, name = "Bea" }, { id = 1, name = "Ann" } }
      print(show(sorted))
      sorted:apply {}
      print(sorted)
      """,
      """
      deleted 5 from 1.5, deleted 4 from 1.4, deleted 3 from 1.3, deleted 2 from 1.2, inserted 9 to 1.3, moved 1 from 1.1 to 1.2, updated 1 from 1.1 to 1.2
      : 6 1 9
      : 1 9
      result set of 0 rows in 0 sections
      """)
  }

  @Test func `a place that is given holds until all are sorted anew`() throws {
    try script().expect(
      """
      local rs = told { sort = "name" }
      rs:move(1, 6, 1, 1)
      rs:insert({ id = 7, name = "Zed" }, 1, 2)
      rs:insert { { id = 8, name = "Abe" } }
      rs:update(6, function(x) x.score = 1 end)
      rs:remove(1)
      print(show(rs))
      rs:resort()
      print(show(rs))
      rs:move(1, 1, 1, 2, { silent = true })
      print(show(rs))
      """,
      """
      moved 6 from 1.6 to 1.1
      inserted 7 to 1.2
      inserted 8 to 1.3
      updated 6 from 1.1 to 1.1
      deleted 1 from 1.4
      : 6 7 8 2 3 4 5
      moved 6 from 1.1 to 1.6, moved 7 from 1.2 to 1.7
      : 8 2 3 4 5 6 7
      : 2 8 3 4 5 6 7
      """)
  }

  @Test func `a row moves into another section by set_section, which must do what it says`() throws {
    let script = try script()
    try script.expect(
      """
      local rs = told { section = "team", set_section = function(row, name) row.team = name end }
      rs:move(1, 1, 2, 2)
      rs:insert({ id = 9, team = "Nowhere" }, 1, 1)
      print(show(rs), rs:at(1, 3).team)
      rs:insert({ id = 10, team = "Zoo" }, 4, 1)
      print(show(rs))
      local bad = set { section = "team", set_section = function(row, name) end }
      print(pcall(bad.move, bad, 1, 1, 2, 1))
      print(show(bad))
      """,
      """
      sections.deleted nil from 1, moved 4 from 1.1 to 1.2, updated 4 from 1.1 to 1.2
      inserted 9 to 1.1
      Blue: 9 2 4 5 | Green: 6 | Red: 1 3 Blue
      sections.inserted Zoo to 4
      Blue: 9 2 4 5 | Green: 6 | Red: 1 3 | Zoo: 10
      false set_section was called, and the row still belongs to another section: it must change what 'section' reads
      nil: 4 | Blue: 2 5 | Green: 6 | Red: 1 3
      """)
    #expect(script.failure("set { section = 'team' }:move(1, 1, 2, 1)").contains("set_section = function(row, name)"))
    for place in ["1, 1, 9, 1", "1, 1, 1, 3", "1, 1, 1, 0", "1, 2, 1, 1", "9, 1, 1, 1"] {
      #expect(script.failure("set { section = 'team' }:move(\(place))").contains("is out of range"), "\(place)")
    }
  }

  @Test func `rows are removed by row, identity, list and position`() throws {
    let script = try script()
    try script.expect(
      """
      local rs = told { section = "team" }
      rs:remove(4) rs:remove { id = 6 } rs:remove { 1, { id = 99 }, 98 } rs:remove(2, 1) rs:remove(77) rs:remove {}
      print(show(rs))
      rs:load(rows())
      local gone = rs:remove_at { { 4, 2 }, { 2, 1 }, { 1, 1 } }
      print(gone[1].id, gone[2].id, gone[3].id, show(rs))
      rs:remove_sections(1, "Green") print(show(rs))
      rs:remove_sections { 1 } print(show(rs), #rs)
      """,
      """
      sections.deleted nil from 1
      sections.deleted Green from 2
      deleted 1 from 2.1
      sections.deleted Red from 2
      Blue: 2 5
      sections.deleted nil from 1, deleted 3 from 4.2, deleted 2 from 2.1
      3 2 4 Blue: 5 | Green: 6 | Red: 1
      sections.deleted Green from 2, sections.deleted Blue from 1
      Red: 1
      sections.deleted Red from 1
       0
      """)
    try script.expect("local rs = set {} return #rs:remove_at { { 1, 1 }, { 1, 1 }, { 1, 2 } }", "2")
    #expect(script.failure("set {}:remove(1, 7)").contains("1.7 is out of range"))
    #expect(script.failure("set {}:remove_at { { 1, 1 }, { 2, 1 } }").contains("2.1 is out of range"))
    #expect(script.failure("set {}:remove_sections(2)").contains("there is no section 2"))
  }

  @Test func `clear takes all, and what was removed is forgotten`() throws {
    try script().expect(
      """
      local rs = told { section = "team" }
      rs:clear() rs:clear()
      print(#rs, rs:loaded_count(), rs:next_page())
      rs:insert { { id = 1, team = "Red" } }
      """,
      """
      sections.deleted Red from 4, sections.deleted Green from 3, sections.deleted Blue from 2, sections.deleted nil from 1
      0 0 1
      sections.inserted Red to 1
      """)
  }

  @Test func `the filter is asked again, and hidden rows keep their place`() throws {
    try script().expect(
      """
      local least = 4
      local rs = told { filter = function(x) return x.score >= least end }
      print(show(rs), rs:loaded_count(), rs:position(2))
      least = 3 rs:refilter()
      rs:refilter(function(x) return x.id > 4 end)
      rs:refilter(nil)
      print(show(rs))
      local moved = set { sort = "name" }
      moved:move(1, 6, 1, 2)
      moved:refilter(function(x) return x.id ~= 6 end) moved:refilter(nil)
      print(show(moved))
      """,
      """
      : 1 3 6 6 nil
      inserted 2 to 1.2, inserted 5 to 1.4
      deleted 3 from 1.3, deleted 2 from 1.2, deleted 1 from 1.1
      inserted 1 to 1.1, inserted 2 to 1.2, inserted 3 to 1.3, inserted 4 to 1.4
      : 1 2 3 4 5 6
      : 1 6 2 3 4 5
      """)
  }

  @Test func `one section is sorted once, all are sorted anew`() throws {
    try script().expect(
      """
      local rs = told { section = "team" }
      rs:sort_section(4, "-id")
      rs:insert { { id = 8, team = "Red" } }
      print(show(rs))
      rs:resort("-id")
      rs:resort(nil)
      print(show(rs))
      """,
      """
      moved 3 from 4.2 to 4.1
      inserted 8 to 4.3
      nil: 4 | Blue: 2 5 | Green: 6 | Red: 3 1 8
      moved 5 from 2.2 to 2.1, moved 8 from 4.3 to 4.1
      moved 2 from 2.2 to 2.1, moved 1 from 4.3 to 4.1, moved 8 from 4.1 to 4.3
      nil: 4 | Blue: 2 5 | Green: 6 | Red: 1 3 8
      """)
  }

  @Test func `rows are unloaded and reloaded by the functions of the set, in silence`() throws {
    let script = try script()
    try script.expect(
      """
      local rs = told {
        section = "team", unload = function(row) row.name = nil end, reload = function(row) row.name = "r" .. row.id end,
      }
      print(rs:unload(2), rs:at(2, 1).name, rs:at(4, 1).name)
      print(rs:reload(2, 2, 2), rs:at(2, 1).name, rs:at(2, 2).name)
      """,
      """
      2 nil Ann
      1 nil r5
      """)
    #expect(script.failure("set {}:unload(1)").contains("the set has no function for it"))
    #expect(script.failure("set { unload = print }:unload(1, 5, 7)").contains("section 1 has rows 1 to 6"))
    #expect(script.failure("set { unload = print }:unload(2)").contains("there is no section 2"))
  }

  // MARK: Functions that fail

  @Test(arguments: [
    ("section", "section = function(x) if x.bad then error('no') end return x.team end"),
    ("sort", "sort = function(x) if x.bad then error('no') end return x.name end"),
    ("comparator", "sort = function(a, b) if a.bad or b.bad then error('no') end return a.id < b.id end"),
    ("filter", "filter = function(x) if x.bad then error('no') end return true end"),
    ("unique", "unique = function(x) if x.bad then error('no') end return x.id end"),
    ("merge", "merge = function(old, new) if new.bad then error('no') end return new end"),
    ("title", "section = 'name', title = function(name) if name == 'bad' then error('no') end return name end"),
    (
      "sections",
      "section = 'team', sort_sections = function(a, b) if a[1].bad or b[1].bad then error('no') end return a.name < b.name end"
    ),
  ])
  func `a function that raises leaves the list as it was`(name: String, options: String) throws {
    try script().expect(
      """
      local rs = told { \(options) }
      local before, count = show(rs), rs:loaded_count()
      local fine, message = pcall(rs.insert, rs, {
        { id = 10, name = "new", team = "New" }, { id = 1, name = "bad", team = "Aaa", bad = true },
        { id = 11, name = "bad", team = "Abc", bad = true },
      })
      print(fine, tostring(message):sub(-2), show(rs) == before, rs:loaded_count() == count)
      rs:remove(1)
      """,
      "false no true true\n"
        + (try script().run("local rs = told { \(options) } rs:remove(1)")))
  }

  @Test(arguments: [
    "section = function(x) change() return x.team end", "sort = function(x) change() return x.name end",
    "sort = function(a, b) change() return a.id < b.id end", "filter = function(x) change() return true end",
    "merge = function(old, new) change() return new end",
    "section = 'team', title = function(name) change() return name end",
    "section = 'team', sort_sections = function(a, b) change() return a.name < b.name end",
  ])
  func `a function that changes the list that it serves is an error`(options: String) throws {
    let script = try script()
    let failure = script.failure(
      """
      local rs
      function change() if rs then rs:remove(2) end end
      rs = set { \(options) }
      shown = show(rs)
      local fine, message = pcall(rs.insert, rs, { { id = 1, team = "New" }, { id = 12 } })
      assert(not fine and show(rs) == shown)
      error(message, 0)
      """)
    #expect(failure == "a function that a result set calls cannot change that result set", "\(failure)")
  }

  @Test func `a function that finds or sorts rows cannot change their list, but may read it`() throws {
    try script().expect(
      """
      local rs = set { section = "team" }
      local function check(word, ...) print(word, pcall(rs[word], rs, ...)) end
      check("find", function() rs:remove(1) return true end)
      check("objects", function(row) rs:clear() return row.id end)
      print(#rs, #rs:find(function(row) return #rs:find { id = row.id } == 1 end))
      """,
      """
      find false a function that a result set calls cannot change that result set
      objects false a function that a result set calls cannot change that result set
      6 6
      """)
  }

  // MARK: Observers

  @Test func `observers hear before and after, in order, and may change the list themselves`() throws {
    try script().expect(
      """
      local rs = set {}
      local stop = rs:observe {
        will = function(changes) print("will", #rs, #changes.inserted) end,
        did = function(changes) print("did", #rs, #changes.inserted) end,
      }
      rs:observe(function(changes) if #rs < 9 then rs:insert { { id = #rs + 1 } } end end)
      rs:observe(function(changes) print("last", changes.inserted[1].object.id) end)
      rs:insert { { id = 7 } }
      stop()
      rs:insert { { id = 20 } }
      """,
      """
      will 6 1
      did 7 1
      will 7 1
      last 7
      did 8 1
      will 8 1
      last 8
      did 9 1
      last 9
      last 20
      """)
  }

  @Test func `an observer that raises is reported and does no harm`() throws {
    let script = try script()
    var messages = ""
    script.session.diagnostics = { messages += $0 }
    try script.expect(
      """
      local rs = set {}
      rs:observe(function() error("broken") end)
      rs:observe(function(changes) print(changes) end)
      rs:insert { { id = 7 } }
      print(#rs)
      """, "1 row inserted\n  + [1.7]  { id = 7 }\n7")
    #expect(messages.contains("an observer of a result set failed: schema.lua:2: broken"))
  }

  @Test func `options that move does not know are refused`() throws {
    let script = try Script(schema: resultSetHarness)
    let set = "local rs = result_set { unique = 'id' } rs:load { { id = 1 }, { id = 2 } } "
    for (statement, words) in [
      (
        "rs:move(1, 1, 1, 2, { silnt = true })",
        "move: unknown option 'silnt'. Did you mean 'silent'? The only option is silent"
      ),
      ("rs:move(1, 1, 1, 2, { silent = 1 })", "move: option 'silent' is true or false, not the integer 1"),
      ("rs:move(1, 1, 1, 2, 5)", "move: options are a table, as in { silent = true }, not the integer 5"),
    ] {
      #expect(script.failure(set + statement) == words)
    }
  }
}
