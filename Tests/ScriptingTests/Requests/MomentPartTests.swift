import Testing

/// Parts of days and moments, which are in letters of one byte: every database cuts them.
@Suite struct MomentPartTests {
  private static let schema = """
    T = entity "T" { at = datetime {}, day = date {} }
    db:create_all()
    for i = 1, 4 do T:create { at = "2020-0" .. i // 2 + 1 .. "-01T1" .. i .. ":20:30Z", day = "2020-1" .. i % 3 .. "-05" } end
    T:create {}
    """

  @Test(arguments: [
    ("t.at and t.at:sub(1, 7)", "nil:1 2020-01:1 2020-02:2 2020-03:1"),
    ("t.at and t.at:sub(12, 13)", "nil:1 11:1 12:1 13:1 14:1"), ("t.day and t.day:sub(6, 7)", "nil:1 10:1 11:2 12:1"),
    ("t.at and t.at:sub(1, 7):sub(6, 7)", "nil:1 01:1 02:2 03:1"),
  ])
  func `groups by a part of a moment are counted by the database`(part: String, expected: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local groups = T:group_by { k = function(t) return \(part) end }:aggregate { n = "count" }
      local found = {}
      for _, g in ipairs(groups:fetch()) do found[#found + 1] = tostring(g.k) .. ":" .. g.n end
      return table.concat(found, " "), (tostring(groups:explain()):match "pushed")
      """, "\(expected) pushed")
  }

  @Test func `a beginning is still a range`() throws {
    try Script(schema: Self.schema).expect(
      """
      local rows = T:where(function(t) return t.at ~= nil and t.at:sub(1, 7) == "2020-02" end)
      return #rows:fetch(), (tostring(rows:explain()):match [["at" >= '2020%-02' AND "at" < '2020%-03']])
      """, #"2 "at" >= '2020-02' AND "at" < '2020-03'"#)
  }
}
