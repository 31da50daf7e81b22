import Testing

/// Few rows of many: an index finds them, although they come in the order of their key.
@Suite struct FewRowTests {
  private static func schema(_ count: Int) -> String {
    """
    Row = entity "Row" { k = integer { required = true, indexed = true }, m = integer { required = true } }
    db:create_all()
    db:execute [[WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(count))
      INSERT INTO row (k, m) SELECT i * 7919 % \(count), i % 10 FROM c]]
    -- How the rows are found, how many there are, and whether they come in order.
    function try(request)
      local last, sorted = 0, true
      local rows = request:fetch()
      for _, r in ipairs(rows) do
        sorted = sorted and r.id > last
        last = r.id
      end
      return request:explain().tree:match("%u+ row"), #rows, sorted
    end

    """
  }

  static let requests: [(String, String)] = [
    ("where(function(r) return r.k < 20 end)", "SEARCH row 20 true"),
    ("where 'k >= 19990'", "SEARCH row 10 true"),
    ("where(function(r) return r.k < 20 and r.m == 3 end)", "SEARCH row 2 true"),
    ("where(function(r) return r.k < 18000 end)", "SCAN row 18000 true"),
    ("where(function(r) return r.k < 20 or r.m == 3 end)", "SCAN row 2018 true"),
    ("where { m = is.less(1) }", "SCAN row 2000 true"),
    ("where { k = is.between(3, 9) }", "SEARCH row 7 true"),
    ("where { k = is.less(20) }:where(function(r) n = (n or 0) + 1 return r.m == 3 end)", "SEARCH row 2 true"),
  ]

  @Test(arguments: requests)
  func `an index finds few rows of many, and all others are read in their order`(
    request: String, expected: String
  ) throws {
    try Script(schema: Self.schema(20_000)).expect("return try(Row:\(request))", expected)
  }

  @Test func `an index of some rows finds them, where they are what is asked for`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE track (id INTEGER PRIMARY KEY, price REAL)"
        db:execute [[WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)
          INSERT INTO track SELECT 20001 - i, CASE WHEN i % 1000 = 0 THEN 1.99 ELSE 0.99 END FROM c]]
        db:execute "CREATE INDEX dear ON track (price) WHERE price > 0.99"
        db:reflect()
        """, engine: .sqlite
    ).expect(
      """
      for _, condition in ipairs { "price > 0.99", "price > 0.5" } do
        local request = Track:where(condition)
        print(request:explain().tree:match("%u+ track"), #request:fetch(), request:first().id < request:fetch()[2].id)
      end
      """,
      """
      SEARCH track 20 true
      SCAN track 20000 true
      """)
  }

  @Test func `one statement that says what it is for comes before, and only where there is a range to find`() throws {
    try Script(schema: Self.schema(2000)).expect(
      """
      local sqls = {}
      db.echo = function(sql) sqls[#sqls + 1] = sql:gsub('"', ""):gsub("id, k, m", "…") end
      Row:where "k < 5":fetch()
      Row:where "k >= 5":fetch()
      Row:where { k = 5 }:fetch()
      Row:where "k < 5":first(2)
      Row:where "k < 5":sorted_by("m"):fetch()
      db.echo = nil
      return table.concat(sqls, "\\n")
      """,
      """
      SELECT 1 FROM row WHERE k < ?1 LIMIT ?2 OFFSET ?3 -- few, by the index, or many?
      SELECT … FROM row WHERE k < ?1 ORDER BY +id, id
      SELECT 1 FROM row WHERE k >= ?1 LIMIT ?2 OFFSET ?3 -- few, by the index, or many?
      SELECT … FROM row WHERE k >= ?1 ORDER BY id
      SELECT … FROM row WHERE k = ?1 ORDER BY id
      SELECT … FROM row WHERE k < ?1 ORDER BY id LIMIT ?2
      SELECT … FROM row WHERE k < ?1 ORDER BY m, id
      """)
  }
}
