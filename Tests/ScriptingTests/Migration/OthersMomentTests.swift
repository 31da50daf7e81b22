import Testing

/// Moments that other programs wrote, in columns of their own types, under a declared `datetime`.
@Suite struct OthersMomentTests {
  private let visits = """
    db:execute "CREATE TABLE visit (id INTEGER PRIMARY KEY, at DATETIME, day DATE)"
    db:execute [[INSERT INTO visit VALUES (1, '2024-01-02 03:04:05', '2024-01-02'), (2, '2024-01-02T03:04:05Z', NULL),
      (3, '2024-01-02', '2024-02-29'), (4, NULL, NULL), (5, '2024-01-02 04:04:05+01:00', NULL)]]
    function declare(precision)
      Visit = entity "Visit" { at = datetime { precision = precision }, day = date {} }
    end
    function ids(request) return table.concat(request:pluck "id", " ") end
    """

  @Test func `a migration writes moments of others as the declared type has them, so that they compare`() throws {
    try Script(schema: visits + "\ndeclare(0)").expect(
      """
      db:migrate()
      for _, row in ipairs(db:query "SELECT at, day FROM visit") do print(row.at, row.day) end
      local after = is.greater "2024-01-02T03:04:04Z"
      print(ids(Visit:where { at = after }), #Visit:fetch():filter { at = after })
      print(ids(Visit:where { at = "2024-01-02T03:04:05Z" }), ids(Visit:where "at == '2024-01-02T03:04:05Z'"))
      print(ids(Visit:where(function(v) return v.at and v.at > "2024-01-02T00:00:00Z" end)))
      """,
      """
      visit (Visit, 5 rows), rebuilt
        ~ at   DATETIME becomes TEXT (datetime)
        ~ day  DATE becomes TEXT (date)
        ~      becomes strict
      2024-01-02T03:04:05Z 2024-01-02
      2024-01-02T03:04:05Z nil
      2024-01-02T00:00:00Z 2024-02-29
      nil nil
      2024-01-02T03:04:05Z nil
      1 2 5 3
      1 2 5 1 2 5
      1 2 5
      """)
  }

  @Test func `digits of a second come to the declared number of them`() throws {
    try Script(schema: visits + "\ndeclare(6)").expect(
      """
      db:execute "INSERT INTO visit (at) VALUES ('2024-01-02 03:04:05.25')"
      db:migrate { rehearse = true }
      db:migrate()
      print(ids(Visit:where { at = is.greater "2024-01-02T03:04:05Z" }), ids(Visit:where { at = "2024-01-02T03:04:05Z" }))
      print(Visit:get(6).at)
      """,
      """
      visit (Visit, 6 rows), rebuilt
        ~ at   DATETIME becomes TEXT (datetime(6))
        ~ day  DATE becomes TEXT (date)
        ~      becomes strict
      6 1 2 5
      2024-01-02T03:04:05.250000Z
      """)
  }

  @Test func `what is no moment, or has more digits, is refused as it is stored`() throws {
    let script = try Script(
      schema: visits + """

        declare(0)
        db:execute "INSERT INTO visit (id, at) VALUES (6, 1704164645), (7, '2024-01-02 03:04:05.123456')"
        """)
    #expect(
      script.failure("db:migrate()") == """
        rows that are there do not fit Visit: mend them first, or in a migration(…) step. Nothing was changed:
        Visit 6: at: the stored value 1704164645 is no datetime
        Visit 7: at: the stored value '2024-01-02 03:04:05.123456' is not a moment of whole seconds (precision = 6 would take it)
        """)
    try script.expect(
      #"print((tostring(db:migrate { rehearse = true }):gsub("rehearsed in [%d.]+ s", "rehearsed")))"#,
      """
      visit (Visit, 7 rows), rebuilt
        ~ at   DATETIME becomes TEXT (datetime)
        ~ day  DATE becomes TEXT (date)
        ~      becomes strict
      2 rows of Visit are in the way of at:
        Visit 6: at: the stored value 1704164645 is no datetime
        Visit 7: at: the stored value '2024-01-02 03:04:05.123456' is not a moment of whole seconds (precision = 6 would take it)
      rehearsed and rolled back
      """)
  }

  @Test func `a named step may mend them, in any words that are moments`() throws {
    try Script(schema: visits + "\ndeclare(0)").expect(
      """
      db:execute "INSERT INTO visit (id, at) VALUES (6, 1704164645)"
      migration("mend", function(db) db:execute "UPDATE visit SET at = datetime(at, 'unixepoch') WHERE typeof(at) = 'integer'" end)
      db:migrate()
      print(db:query "SELECT at FROM visit WHERE id = 6"[1].at, Visit:where { at = "2024-01-02T03:04:05Z" }:count())
      """,
      """
      visit (Visit, 6 rows), rebuilt
        ~ at   DATETIME becomes TEXT (datetime)
        ~ day  DATE becomes TEXT (date)
        ~      becomes strict
      step mend
      2024-01-02T03:04:05Z 4
      """)
  }
}
