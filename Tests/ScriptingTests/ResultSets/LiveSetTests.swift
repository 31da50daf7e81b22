import Testing

@testable import Scripting

/// Result sets that are alive, and what they cost those who do something else.
@Suite struct LiveSetTests {
  private static let schema =
    """
    Row = entity "Row" { name = text {}, n = integer { required = true } }
    db:create_all()
    for i = 1, 20 do Row:create { name = i % 4 ~= 0 and ("abÉ"):rep(i % 3) or nil, n = i % 7 } end

    """

  @Test func `sets that are gone are forgotten, and when none is left commits are told to no one`() throws {
    let script = try Script(schema: Self.schema)
    #expect(!script.session.main.observers.isInUse)
    try script.run(
      """
      for i = 1, 500 do assert(#Row:where { n = i }:results() >= 0) end
      collectgarbage()
      collectgarbage()
      """)
    #expect(script.session.main.observers.isInUse)
    try script.run("Row:create { n = 3 }")
    #expect(!script.session.main.observers.isInUse)
    #expect(!script.session.context.databases.haveNews)
    // One that comes later hears of commits again.
    try script.expect(
      "set = Row:where { n = 3 }:results() local before = #set Row:create { n = 3 } return #set - before", "1")
  }

  @Test func `followers are told in the order in which they began`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local told, sets = {}, {}
      for i = 1, 100 do
        sets[i] = Row:where { n = 3 }:results()
        sets[i]:observe(function() told[#told + 1] = i end)
      end
      told = {}
      Row:create { n = 3 }
      local ordered = #told == 100
      for i = 2, #told do ordered = ordered and told[i - 1] < told[i] end
      return ordered
      """, "true")
  }

  @Test func `an edit of one row says that this row changed, and no other`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local set = result_set { sort = "n" }
      set:load(Row:fetch())
      local changes = {}
      set:observe(function(c) changes[#changes + 1] = #c.updated .. "/" .. #c.inserted .. "/" .. #c.moved end)
      changes = {}
      local row = Row:get(5)
      row.name = "other"
      set:insert(row)
      set:insert(Row:get(6))
      row.n = 100
      set:insert(row)
      return table.concat(changes, " ")
      """, "1/0/0 1/0/1")
  }

  @Test func `fetched lists differ as the same rows in tables do`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function plain(list)
        local rows = {}
        for i, row in ipairs(list) do rows[i] = row end
        return rows
      end
      local function words(c) return #c.deleted .. " " .. #c.inserted .. " " .. #c.updated .. " " .. #c.moved end
      local old = Row:sorted_by("n"):fetch()
      Row:get(3):delete()
      Row:create { n = 9 }
      Row:get(7).name = "x"
      local seven, eight = Row:get(7), Row:get(8)
      seven.name = "seven"
      seven:save()
      eight.n = 6
      eight:save()
      local new = Row:sorted_by("n"):fetch()
      new[2].name = "changed, not saved"
      return words(diff(old, new)) == words(diff(plain(old), plain(new))), words(diff(old, new)), words(diff(old, old))
      """, "true 1 1 3 1 0 0 0 0")
  }

  @Test func `sections of initials from the database are those of the same rows in memory`() throws {
    let script = try Script(
      schema: resultSetHarness + "\n" + Self.schema
        + "Row:create { name = 'élan', n = 1 } Row:create { name = '', n = 1 }\n")
    try script.expect(
      """
      local bound = Row:sorted_by("id"):sectioned_by(initial "name"):results { sort_sections = "name" }
      local loaded = result_set { section = initial "name", sort = "id", sort_sections = "name" }
      loaded:load(Row:fetch())
      return as_text(picture(bound)) == as_text(picture(loaded)), bound:section_count()
      """, "true 4")
  }
}
