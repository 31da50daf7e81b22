import Testing

/// Pages of tables whose key may be NULL, as other programs make them.
@Suite struct KeylessPageTests {
  @Test func `no row is lost or repeated where keys are NULL`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (k TEXT PRIMARY KEY, n INTEGER)"
        db:execute "CREATE TABLE q (a TEXT, b INTEGER, n INTEGER, PRIMARY KEY (a, b))"
        for i = 1, 9 do
          db:execute("INSERT INTO t VALUES (?, ?)", i % 3 == 0 and ("k" .. i) or nil, i)
          db:execute("INSERT INTO q VALUES (?, ?, ?)", i % 3 == 0 and ("k" .. i) or nil, i % 2 == 0 and i or nil, i)
        end
        db:reflect()
        """
    ).expect(
      """
      local function pages(request)
        local all, page, behind = {}, request:page(2)
        for i = 1, 9 do
          for _, row in ipairs(page) do all[#all + 1] = row.n end
          if not behind then break end
          page, behind = request:page { after = behind }
        end
        return table.concat(all, " ")
      end
      for _, E in ipairs { T, Q } do
        local seen
        for _, request in ipairs {
          E:all(), E:sorted_by "-n", E:where(function(row) seen = row.n return true end),
          E:sorted_by(function(row) return -row.n end), E:sorted_by "n % 2",
        } do
          local streamed = {}
          for row in request:iterate() do streamed[#streamed + 1] = row.n end
          print(pages(request) == table.concat(streamed, " "), #request:fetch())
        end
      end
      """,
      Array(repeating: "true 9", count: 10).joined(separator: "\n"))
  }

  @Test func `where no key is NULL a page costs the same wherever it begins`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (k TEXT PRIMARY KEY, n INTEGER)"
        for i = 1, 5 do db:execute("INSERT INTO t VALUES (?, ?)", "k" .. i, i) end
        db:reflect()
        """
    ).expect(
      """
      local _, behind = T:page(2)
      local asked
      db.echo = function(sql) asked = sql end
      local page = T:page { after = behind }
      db.echo = false
      print(page[1].n, asked:find "LIMIT" ~= nil)
      """, "3 true")
  }
}
