import Glibc
import TestSupport
import Testing

@testable import Model

/// Result sets of requests that read the written rows again: they show and tell just what fetching all rows would.
///
/// Each is compared with one of the same rows whose request asks something in the database's own words, of which nothing
/// is known: that one fetches all rows.
@Suite struct ReadingAgainTests {
  private static let model =
    resultSetHarness + """

      db:execute [[CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT, size INTEGER NOT NULL DEFAULT 0)]]
      db:execute [[CREATE TABLE player(
        id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, code TEXT UNIQUE, score INTEGER, at TEXT,
        team_id INTEGER REFERENCES team(id) ON DELETE CASCADE ON UPDATE CASCADE)]]
      db:execute [[CREATE TABLE word(name TEXT PRIMARY KEY, score INTEGER, team_id INTEGER) WITHOUT ROWID]]
      db:execute [[CREATE TABLE pair(a INTEGER, b TEXT, name TEXT, score INTEGER, PRIMARY KEY (b, a))]]
      db:execute [[CREATE TRIGGER joined AFTER UPDATE OF score ON player WHEN new.score = 3 BEGIN
        UPDATE player SET name = 'three' WHERE id = (new.id + 1) % 9; DELETE FROM word WHERE score = 3; END]]
      db:reflect()
      local random = math.random
      local names = { "Ann", "ann", "Bob", "bea", "Cid", "Éva", "éva", "three" }
      local function name() return random(8) > 1 and names[random(#names)] or null end
      local function number() return random(6) > 1 and random(0, 4) or null end
      local function run(sql, ...) return pcall(db.execute, db, sql, ...) end

      local edits = {
        function() run("INSERT INTO player(name, code, score, team_id) VALUES (?, ?, ?, ?)", name(), "c" .. random(9), number(), random(4)) end,
        function() run("INSERT INTO player(id, name, score) VALUES (?, ?, ?)", random(30), name(), number()) end,
        function() run("INSERT OR REPLACE INTO player(id, name, code) VALUES (?, ?, ?)", random(12), name(), "c" .. random(9)) end,
        function() run("UPDATE player SET score = ? WHERE id = ?", number(), random(12)) end,
        function() run("UPDATE player SET name = ? WHERE id % 4 = ?", name(), random(0, 3)) end,
        function() run("UPDATE player SET id = ? WHERE id = ?", random(40), random(12)) end,
        function() run("DELETE FROM player WHERE id = ?", random(12)) end,
        function() if random(6) == 1 then run("DELETE FROM player") end end,
        function() run("INSERT INTO team(name) VALUES (?)", name()) end,
        function() run("UPDATE team SET id = ? WHERE id = ?", random(4), random(4)) end,
        function() run("DELETE FROM team WHERE id = ?", random(4)) end,
        function() local p = Player:sorted_by("id"):offset(random(0, 4)):first() if p then p.score = number() p:save() end end,
        function() run("INSERT INTO word(name, score, team_id) VALUES (?, ?, ?)", names[random(8)] .. random(3), number(), random(3)) end,
        function() run("UPDATE word SET name = ? WHERE name = ?", names[random(8)] .. random(3), names[random(8)] .. random(3)) end,
        function() run("UPDATE word SET score = ? WHERE score = ?", number(), random(0, 4)) end,
        function() run("DELETE FROM word WHERE name LIKE ?", names[random(8)] .. "%") end,
        function() run("INSERT INTO pair VALUES (?, ?, ?, ?)", random(3), names[random(8)], name(), number()) end,
        function() run("UPDATE pair SET a = ? WHERE a = ? AND b = ?", random(4), random(4), names[random(8)]) end,
        function() run("UPDATE pair SET score = ? WHERE a = ?", number(), random(3)) end,
        function() run("DELETE FROM pair WHERE b = ? AND a < ?", names[random(8)], random(4)) end,
      }
      local function edit() edits[random(#edits)]() end
      local steps = {
        edit, edit, edit,
        function() for n = 1, 6 do edit() end end,
        function() db:transaction(function() for n = 1, random(4) do edit() end end) end,
        function()
          db:begin()
          for n = 1, random(3) do edit() end
          if random(2) == 1 then db:commit() else db:rollback() end
        end,
        function()
          pcall(db.transaction, db, function()
            edit()
            pcall(db.transaction, db, function() edit() error("undone") end)
            if random(3) == 1 then error("undone") end
          end)
        end,
      }

      local limit = 1
      local sorts = {
        { "name" }, { "-score", "name" }, { asc("score", { nulls = "last" }) }, { "-name" },
        { asc("name", { ignore_case = true }) }, { "-(score * 2 + 1)" }, { function(p) return -(p.score or 9) end },
        { function(a, b) return (a.score or -1) < (b.score or -1) end }, { "twice", "-name" },
      }
      local sections = {
        "name", "score", initial "name", function(p) return p.score and p.score % 2 end,
        function(p) return (p.score or 0) > limit end,
      }
      local filters = {
        { score = is.at_least(2) }, "score < 4 or name == 'Bob'", function(p) return (p.score or 0) >= limit end,
        { name = is.containing("n") },
      }
      local orders = { "name", "-name", "appearance" }
      local entities = { Player, Player, Word, Pair }

      local function request(entity)
        local result = entity:annotate { twice = "score * 2" }
        if random(4) > 1 then result = result:sorted_by(table.unpack(sorts[random(#sorts)])) end
        if random(3) > 1 then result = result:sectioned_by(sections[random(#sections)]) end
        if random(3) == 1 then result = result:where(filters[random(#filters)]) end
        return result
      end

      -- A set of a request, one that fetches all rows, and what they tell.
      local function pair(entity)
        local options = { sort_sections = orders[random(#orders)] }
        local wanted = request(entity)
        local sets = { wanted:results(options), wanted:where(sql "1 = 1"):results(options) }
        local told = { {}, {} }
        for side = 1, 2 do
          if random(4) > 1 or side == 2 then
            sets[side]:observe(function(c) table.insert(told[side], c:encode("json")) end)
          else
            told[1] = nil
          end
        end
        return { sets = sets, told = told, entity = entity }
      end

      local function compare(p, what)
        local first, second = as_text(picture(p.sets[1])), as_text(picture(p.sets[2]))
        assert(first == second, what .. ": " .. first .. "\\n---\\n" .. second)
        if p.told[1] then
          first, second = table.concat(p.told[1], "\\n"), table.concat(p.told[2], "\\n")
          assert(first == second, what .. " told " .. first .. "\\n---\\n" .. second)
        end
        for n, row in ipairs(p.sets[1]) do
          local s, r = p.sets[1]:position(row)
          assert(p.sets[1]:at(s, r):key() == row:key() and p.sets[1]:at(n):key() == row:key())
        end
      end

      function sequence()
        for _, table in ipairs { "player", "team", "word", "pair" } do db:execute("DELETE FROM " .. table) end
        for n = 1, random(0, 12) do edits[1]() edits[2]() edits[13]() edits[17]() end
        local pairs = {}
        for n = 1, 3 do pairs[n] = pair(entities[random(#entities)]) end
        for n = 1, random(6) do
          local before = pairs[1].sets[1]:snapshot()
          local picture_before = picture(before)
          steps[random(#steps)]()
          for place, p in ipairs(pairs) do compare(p, "step " .. n .. " of " .. place) end
          assert(as_text(picture(before)) == as_text(picture_before), "a snapshot stays as it was")
          local changes = diff(before, pairs[1].sets[1])
          assert(as_text(picture(changes:apply(before))) == as_text(picture(pairs[1].sets[1])))
          if random(5) == 1 then
            limit = random(0, 3)
          elseif random(6) == 1 then
            local p = pairs[2]
            local other = request(p.entity)
            p.sets[1]:follow(other)
            p.sets[2]:follow(other:where(sql "1 = 1"))
            compare(p, "following another request")
          end
        end
        return #pairs[1].sets[1]
      end
      """

  /// A few seeds by default, as many as `MOONSHELL_SEEDS` says on demand.
  private static let seeds = 0..<(getenv("MOONSHELL_SEEDS").flatMap { Int(String(cString: $0)) } ?? 4)

  @Test(arguments: seeds) func `sets that read written rows again are those that fetch all rows`(number: Int) throws {
    let seed = Dice.seed(number)
    let script = try Script(schema: Self.model, engine: .sqlite)
    var messages = ""
    script.session.diagnostics = { messages += $0 }
    let failure = script.failure(
      """
      math.randomseed(\(seed))
      local again, rows = 0, 0
      db.echo = function(text) if text:find("^SELECT .* IN %(") then again = again + 1 end end
      for n = 1, 25 do
        rows = rows + sequence()
        if n % 10 == 0 then collectgarbage() end
      end
      assert(rows > 25, "the lists are not empty")
      assert(again > 25, "rows are read again: " .. again)
      return "done"
      """)
    #expect(failure == "no error, but: done", "seed \(seed)")
    #expect(messages == "", "seed \(seed)")
  }

  private static let rows =
    """
    Row = entity "Row" { name = text {}, n = integer { required = true } }
    db:create_all()
    db:execute [[WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 300)
      INSERT INTO row(name, n) SELECT 'name' || (i * 79 % 300), i % 7 FROM c]]
    -- The statements that `edit` brings about by a set, without their values.
    function statements(set, edit)
      local result = {}
      edit()
      db.echo = function(text) result[#result + 1] = text end
      local count = #set
      db.echo = nil
      return table.concat(result, "\\n")
    end

    """

  @Test func `a set reads the rows that a commit wrote, and asks where they stand`() throws {
    try Script(schema: Self.rows, engine: .sqlite).expect(
      """
      local set = Row:sorted_by("name"):results()
      print(statements(set, function() db:execute "UPDATE row SET n = 9 WHERE id = 2" end))
      print(statements(set, function() db:execute "DELETE FROM row WHERE id = 2" end))
      print(statements(set, function() db:execute "UPDATE row SET n = 9 WHERE id = 2" end))
      """,
      """
      SELECT "id", "name", "n" FROM "row" WHERE "id" IN (?1) ORDER BY "name", "id"
      SELECT "id" FROM "row" WHERE "id" IN (?1, ?2, ?3) ORDER BY "name", "id"
      SELECT "id", "name", "n" FROM "row" WHERE "id" IN (?1) ORDER BY "name", "id"

      """)
  }

  @Test func `a set fetches all rows where others than the written ones may be concerned`() throws {
    try Script(schema: Self.rows, engine: .sqlite).expect(
      """
      local function fetches_all(set, edit)
        return not statements(set, edit or function() db:execute "UPDATE row SET n = 5 WHERE id = 2" end):find("IN (", 1, true)
      end
      local limit = 3
      local asked = Row:where(function(r) return r.n > limit end):results()
      print(fetches_all(asked), fetches_all(asked, function() limit = 2 db:execute "UPDATE row SET n = 6 WHERE id = 2" end))
      return fetches_all(Row:results()), fetches_all(Row:limit(10):results()), fetches_all(Row:where(sql "n > 0"):results()),
        fetches_all(Row:sectioned_by("n"):results { sort_sections = "appearance" }),
        fetches_all(Row:sorted_by(function(a, b) return #a.name < #b.name end):results()),
        fetches_all(Row:results(), function() db:execute "UPDATE row SET n = 5" end)
      """,
      """
      false true
      false true true true false true
      """)
  }

  @Test func `a function that the database answers looks at no other entity, however many there are`() throws {
    try Script(schema: Self.rows + "Other = entity 'Other' { row = belongs_to 'Row' } db:create_all()", engine: .sqlite)
      .expect(
        """
        local set = Row:where(function(r) return r.n > 3 end):sorted_by("name"):results()
        print(statements(set, function() db:execute "UPDATE row SET n = 0 WHERE id = 4" end))
        print(statements(set, function() Other:create {} end))
        """,
        """
        SELECT "id", "name", "n" FROM "row" WHERE "n" > ?1 AND "id" IN (?2) ORDER BY "name", "id"

        """)
  }

  @Test func `what is written while a commit is told misleads no other set`() throws {
    try Script(schema: Self.rows, engine: .sqlite).expect(
      """
      local first, second = Row:sorted_by("name"):results(), Row:sorted_by("name"):results()
      local calls, told = 0, 0
      first:observe(function()
        calls = calls + 1
        if calls > 1 then return end
        -- Rows beside which the other set looks for the place of the one that was written.
        local ids = {}
        for n = 1, 8 do ids[n] = first:at(19 * n).id end
        db:execute("UPDATE row SET name = 'zz' || name WHERE id IN (" .. table.concat(ids, ", ") .. ")")
      end)
      second:observe(function() told = told + 1 end)
      db:execute("UPDATE row SET name = ? WHERE id = ?", first:at(200).name .. "x", first:at(290).id)
      local fresh = Row:sorted_by("name"):fetch()
      for n, row in ipairs(fresh) do assert(first:at(n).id == row.id and second:at(n).id == row.id, n) end
      return calls, told
      """, "2 1")
  }

  @Test func `what a test has undone is in no set of the next one`() throws {
    let script = try Script(schema: Self.rows, engine: .sqlite)
    try script.run("set = Row:sorted_by('name'):results()")
    for id in [7, 8] {
      let store = try script.session.main.store()
      try store.beginTest()
      try script.run("db:execute([[UPDATE row SET name = 'zz' WHERE id = ?]], \(id))")
      try script.expect("return set:at(#set).id", "\(id)")
      store.endTest()
    }
  }

  @Test func `a set notices what another connection has committed with the next commit of its own`() throws {
    let folder = try TemporaryFolder()
    let script = try Script(schema: Self.rows, location: folder.file("rows.db"))
    let other = try Script(location: folder.file("rows.db"))
    try script.run("set = Row:sorted_by('name'):results()")
    try other.run("db:execute [[UPDATE row SET name = 'zz' WHERE id = 7]]")
    try script.expect("db:execute [[UPDATE row SET n = 1 WHERE id = 3]] return set:at(#set).id", "7")
  }

  @Test func `a commit within a commit's news, and one that fails, leave no row behind`() throws {
    try Script(schema: Self.rows, engine: .sqlite).expect(
      """
      local calls, fails = 0, false
      local set = Row:sectioned_by("n"):results { title = function(name) if fails then error("no") end return "t" end }
      set:observe(function() calls = calls + 1 if calls == 1 then Row:get(9):assign { n = 50 }:save() end end)
      Row:get(8):assign { n = 40 }:save()
      print(calls, set:section(50) and #set:section(50), set:section(40) and #set:section(40))
      fails = true
      Row:get(10):assign { n = 60 }:save()
      fails = false
      Row:get(11):assign { n = 1 }:save()
      print(calls, #set:section(60))
      """,
      """
      2 1 1
      a result set of Row stays as it was: schema.lua:2: no
      3 1
      """)
  }
}
