import Testing

/// Rows that a list in memory shows: read as tables, and changed by the list's own words only.
@Suite struct ListedRowTests {
  private static let schema = """
    rs = result_set { unique = "id", sort = "n", section = "team" }
    rs:load {
      { id = 1, n = 3, team = "a", tags = { "x", "y" }, home = { city = "Ulm", geo = { 1, 2 } } },
      { id = 2, n = 1, team = "b" },
    }
    row, plain = rs:at(1, 1), rs:at(2, 1)
    """

  @Test(arguments: [
    "row.n = 9", "row.new = 1", "plain.n = 9", "row.tags[1] = 'z'", "row.tags[3] = 'z'", "row.home.city = 'Bonn'",
    "row.home.geo[2] = 0", "rs:objects()[1].n = 4", "rs.sections[1][1].n = 4",
    "for _, r in pairs(rs) do r.n = 1 end", "rs:find(function(r) r.n = 7 return true end)",
    "table.insert(row.tags, 'z')", "rs:update(1, function(r) r.m = 5 end).updated[1].object.n = 6",
    "rs:refilter(function(r) r.n = 5 return true end)", "rs:resort(function(r) r.id = 5 return 1 end)",
    "rs:sort_section(1, function(r) r.n = 0 return 1 end)",
    "result_set { unique = 'id', section = function(r) r.n = 0 return 1 end }:load { { id = 1 }, { id = 2 } }",
  ])
  func `assigning to a listed row is an error that names the word which changes it`(chunk: String) throws {
    try Script(schema: Self.schema).expect(
      """
      local ok, refusal = pcall(function() \(chunk) end)
      print(ok, tostring(refusal):gsub("row[%.%[][%w]+%]?", "row.…"))
      print(row.tags[1], row.tags[3], row.home.city, row.home.geo[2], plain.n, row.n, row.new)
      """,
      """
      false a row of a result set is changed by the set: rs:update(row, function(row) row.… = … end) 1
      x nil Ulm 2 1 3 nil
      """)
  }

  @Test func `functions of many rows that came at once see them, and cannot change them`() throws {
    try Script().expect(
      """
      local rows = {}
      for i = 1, 100 do rows[i] = { id = i, n = i % 7 } end
      local refused = 0
      for _, given in ipairs {
        { section = function(r) r.n = 0 return 1 end }, { sort = function(r) r.n = 0 return 1 end },
        { sort = function(a, b) a.n = 0 return a.id < b.id end }, { filter = function(r) r.n = 0 return true end },
      } do
        given.unique = "id"
        if not pcall(function() result_set(given):load(rows) end) then refused = refused + 1 end
      end
      local rs = result_set {
        unique = "id", section = function(r) return r.n end, sort = function(a, b) return a.id > b.id end,
      }
      rs:load(rows)
      return refused, rs:section_count(), rs:at(1, 1).id, rows[7].n
      """, "4 7 98 0")
  }

  @Test func `what a function was given to change is not the row any more when it has returned`() throws {
    try Script().expect(
      """
      local leak
      local rs = result_set { unique = "id", sort = "v", set_section = function(r, name) leak = r r.s = name end, section = "s" }
      rs:load { { id = 1, v = 1, s = "a" }, { id = 2, v = 5, s = "b" } }
      rs:update(1, function(r) leak = r r.v = 2 end)
      leak.v, leak.id = 9, 2
      local first = rs:at(1).v
      rs:move(1, 1, 2, 1)
      leak.v = 77
      return first, rs:at(1).v, rs:at(2).v, rs:position(1)
      """, "2 2 5 1 1")
  }

  @Test func `a listed row reads as the table that it is`() throws {
    try Script(schema: Self.schema).expect(
      """
      local names = {}
      for name, value in pairs(row) do names[#names + 1] = name .. ":" .. type(value) end
      table.sort(names)
      print(type(row), table.concat(names, " "))
      print(#row.tags, table.concat(row.tags, ","), table.unpack(row.home.geo))
      for place, tag in ipairs(row.tags) do print(place, tag) end
      print(rawequal(row, rs:at(1, 1)), row == rs:at(1, 1), row.tags == row.tags, rawequal(row, plain))
      print(encode(row.home, "json"), encode({ plain }, "json"))
      """,
      """
      table home:table id:number n:number tags:table team:string
      2 x,y 1 2
      1 x
      2 y
      true true true false
      {"city":"Ulm","geo":[1,2]} [{"id":2,"n":1,"team":"b"}]
      """)
  }

  @Test func `a listed row is taken where a row or a table is`() throws {
    try Script(schema: Self.schema).expect(
      """
      local s, r = rs:position(row)
      print(s, r, rs:update(row, function(x) x.tags[1] = "w" x.n = 4 end))
      print(row.n, rs:at(1, 1).n, rs:at(1, 1).tags[1])
      local other = result_set { unique = "id" }
      other:load(rs:objects())
      other:insert(rs:at(1, 1))
      print(#other, other:at(1).home.city, #diff(rs:objects(), rs:objects(), { unique = "id" }).updated)
      local T = entity "T" { n = integer {}, team = text {}, tags = json {} }
      db:create_all()
      local t = T(rs:at(2, 1))
      t.tags = rs:at(1, 1).tags
      t:save()
      t.tags[1] = "mine"
      print(t.n, t.team, t.tags[1], rs:at(1, 1).tags[1], T:where(rs:at(2, 1)):count())
      print(#rs:remove(plain).sections.deleted, #rs)
      """,
      """
      1 1 1 row updated
        ~ [1.1]  { n = 3 → 4, tags = ["x","y"] → ["w","y"] }
      3 4 w
      2 Ulm 0
      1 b mine w 1
      1 1
      """)
  }

  @Test func `what no list shows any more is a plain table again`() throws {
    try Script(schema: Self.schema).expect(
      """
      local changes = rs:update(1, function(x) x.n = 7 end)
      local old = changes.updated[1].old
      old.n = 100
      print(old.n, next(old) ~= nil, changes.updated[1].fields[1])
      local before, after = { { id = 1 } }, { { id = 1 }, { id = 2 } }
      local list = diff(before, after, { unique = "id" }):apply(before)
      list[2].id = 5
      print(#list, list[2].id)
      local gone = rs:remove_at { { 1, 1 } }
      gone[1].n = 8
      print(gone[1].n)
      """,
      """
      100 true n
      2 5
      8
      """)
  }

  @Test func `a row with methods of its own keeps them`() throws {
    try Script(schema: "").expect(
      """
      local Row = { title = function(self) return self.name .. "!" end }
      Row.__index = Row
      local set = result_set { unique = "id" }
      set:load { setmetatable({ id = 1, name = "A" }, Row) }
      print(set:at(1):title(), pcall(function() set:at(1).name = "B" end))
      """,
      """
      A! false a row of a result set is changed by the set: rs:update(row, function(row) row.name = … end)
      """)
  }
}
