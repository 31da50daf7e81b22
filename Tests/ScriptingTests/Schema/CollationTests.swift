import TestSupport
import Testing

/// `text { collation = "nocase" }`: letters of ASCII equal their capitals, in SQL as in memory.
@Suite struct CollationTests {
  private let schema = """
    T = entity "T" { name = text { collation = "nocase", unique = true }, plain = text {} }
    db:create_all()
    for _, name in ipairs { "Ann", "bob", "Äpfel", "äpfel", "Cid" } do T:create { name = name, plain = name } end
    function names(list)
      local result = {}
      for i, t in ipairs(list) do result[i] = t.name end
      return table.concat(result, " ")
    end
    """

  /// A script over an engine that has such an order.
  private func script() throws -> Script? {
    TestEngine.chosen == .sqlite ? try Script(schema: schema) : nil
  }

  @Test func `every test takes capitals for small letters, in requests and in lists`() throws {
    guard let script = try script() else { return }
    try script.run("all = T:sorted_by('id'):fetch()")
    for (test, names) in [
      ("is.equal 'ANN'", "Ann"), ("is.one_of { 'ann', 'BOB' }", "Ann bob"),
      ("is.none_of { 'ann', 'äpfel' }", "bob Äpfel Cid"),
      ("is.less 'B'", "Ann"), ("is.at_least 'C'", "Äpfel äpfel Cid"), ("is.between('A', 'BOB')", "Ann bob"),
      ("is.prefix 'AN'", "Ann"), ("is.suffix 'D'", "Cid"), ("is.containing 'O'", "bob"),
      ("is.no_prefix 'a'", "bob Äpfel äpfel Cid"),
      ("is.not_equal 'ann'", "bob Äpfel äpfel Cid"), ("is.containing 'PFEL'", "Äpfel äpfel"),
      ("is.prefix 'ä'", "äpfel"),
      ("is.matching '^a'", ""), ("is.matching '^A'", "Ann"), ("is.prefix('ä', { ignore_case = true })", "Äpfel äpfel"),
    ] {
      try script.expect("return names(T:where { name = \(test) }:sorted_by('id'):fetch())", names)
      try script.expect("return names(all:filter({ name = \(test) }))", names)
    }
    try script.expect("return names(T:where(\"name == 'ANN' or name:prefix('C')\"):sorted_by('id'):fetch())", "Ann Cid")
    try script.expect("return names(all:filter(\"name == 'ANN' or name:prefix('c')\"))", "Ann Cid")
    // A function compares as Lua does.
    try script.expect("return T:where(function(t) return t.name == 'ann' end):count()", "0")
    try script.expect("return T:where(function(t) return t.name == 'Ann' end):count()", "1")
    try script.expect("return T:where { plain = 'ann' }:count()", "0")
  }

  @Test func `sorts, groups and what is unique follow it`() throws {
    guard let script = try script() else { return }
    try script.expect("return names(T:sorted_by('name'):fetch())", "Ann bob Cid Äpfel äpfel")
    try script.expect("return names(T:fetch():sorted 'name')", "Ann bob Cid Äpfel äpfel")
    #expect(script.kindOfFailure("T:create { name = 'ANN' }") == "ConflictError")
    try script.run("U = entity 'U' { name = text { collation = 'nocase' } } db:create_all()")
    try script.run("for _, name in ipairs { 'a', 'A', 'b' } do U:create { name = name } end")
    try script.expect("return U:group_by('name'):count(), #U:distinct():pluck('name')", "2 2")
  }

  @Test func `numbers in texts sort without case too, wherever rows are sorted`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        N = entity "N" { a = text { collation = "nocase" }, b = text { collation = "rtrim" } }
        db:create_all()
        for _, word in ipairs { "b2", "A10", "a2", "B10", "a10", "A2", "c" } do
          N:create { a = word, b = word .. (word:find "A" and "  " or "") }
        end
        function same(name, options, order)
          local key = asc(name, options)
          local set, other = result_set { unique = "id", sort = { key, "id" } }, result_set { unique = "id", sort = { key, "id" } }
          set:load(N:fetch())
          for _, n in ipairs(N:fetch()) do other:insert { n } end
          local pages, page, cursor = {}, N:sorted_by(key):page { size = 2 }
          while true do
            for _, n in ipairs(page) do pages[#pages + 1] = n end
            if not cursor then break end
            page, cursor = N:sorted_by(key):page { size = 2, after = cursor }
          end
          local ways = { N:sorted_by(key):fetch(), N:fetch():sorted(key), set:objects(), other:objects(), pages }
          for place, list in ipairs(ways) do
            local ids = {}
            for i, n in ipairs(list) do ids[i] = n.id end
            if table.concat(ids, " ") ~= order then return place .. ": " .. table.concat(ids, " ") end
          end
          return "same"
        end
        """)
    for (name, options, order) in [
      ("a", "numeric = true", "3 6 2 5 1 4 7"), ("a", "numeric = true, ignore_case = true", "3 6 2 5 1 4 7"),
      ("a", "ignore_case = true", "2 5 3 6 4 1 7"), ("b", "numeric = true", "6 2 4 3 5 1 7"),
    ] {
      try script.expect("return same('\(name)', { \(options) }, '\(order)')", "same")
    }
  }

  @Test func `beside it, what is no column of its own has its order, in requests and in lists`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        Home = entity "Home" { abstract = true, zip = text {} }
        J = entity "J" { j = json {}, home = embedded "Home", name = text { collation = "nocase" }, plain = text {} }
        db:create_all()
        J:create { j = { c = "ann" }, home = { zip = "ANN" }, name = "Ann", plain = "aNN" }
        J:create { j = { c = "bob" }, home = { zip = "cid" }, name = "Cid", plain = "Cid" }
        function ids(condition)
          local rows = J:annotate { low = "lower(name)", path = "j.c" }
          return table.concat(rows:where(condition):pluck "id", " ") .. ": " .. table.concat(rows:fetch():filter(condition):map "id", " ")
        end
        """)
    for (condition, rows) in [
      ("j.c == name", "1: 1"), ("name == j.c", "1: 1"), ("home.zip == name", "1 2: 1 2"), ("j.c < name", "2: 2"),
      ("lower(plain) == name", "1 2: 1 2"), ("low == name", "1 2: 1 2"), ("path == name", "1: 1"),
      ("plain == name", "2: 2"), ("name == plain", "1 2: 1 2"), ("j.c == plain", ": "),
    ] {
      try script.expect("return ids [[\(condition)]]", rows)
    }
  }

  @Test func `its rules hold in the table as in memory`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        W = entity "W" { name = text { collation = "nocase", validate = is.one_of { "yes", "no" } }, b = text {},
          check = "name ~= b" }
        db:create_all()
        """)
    try script.expect("return W:create({ name = 'YES' }).name", "YES")
    try script.run("db:execute \"INSERT INTO w (name) VALUES ('No')\"")
    #expect(script.failure("W:create { name = 'maybe' }").contains("is not one of"))
    #expect(script.failure("W:create { name = 'yes', b = 'YES' }").contains("name ~= b does not hold"))
    #expect(script.kindOfFailure("db:execute \"INSERT INTO w (name, b) VALUES ('yes', 'YES')\"") != "no error")
    #expect(script.failure("db:execute \"INSERT INTO w (name, b) VALUES ('yes', 'YES')\"").contains("name ~= b"))
  }

  @Test func `a migration sees it come and go, and the schema's texts have it`() throws {
    guard let script = try script() else { return }
    try script.expect("return #db:migrate { dry_run = true }", "0")
    #expect(try script.run("return T:create_sql()").contains(#""name" TEXT COLLATE NOCASE UNIQUE"#))
    #expect(
      try script.run("return db:schema_source()").contains(#"name = text { unique = true, collation = "nocase" }"#))
    try script.run("T = entity 'T' { name = text { unique = true }, plain = text { collation = 'rtrim' } }")
    try script.expect(
      "print(db:migrate())",
      """
      t (T, 5 rows), rebuilt
        ~ name   collation binary
        ~ plain  collation rtrim
      """.split(separator: "\n").joined(separator: "\n") + "\n" + """
        t (T, 5 rows), rebuilt
          ~ name   collation binary
          ~ plain  collation rtrim
        """)
    try script.expect("return T:where { name = 'ann' }:count(), T:where { plain = 'Ann  ' }:count()", "0 1")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `a column of another program that compares so is declared with it`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script()
    try script.run("db:execute 'CREATE TABLE x (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE)' db:reflect()")
    #expect(try script.run("return db:schema_source()").contains(#"a = text { collation = "nocase" }"#))
    try script.run("X:create { a = 'Ann' }")
    try script.expect("return X:where { a = is.prefix 'an' }:count(), X:where { a = is.containing 'N' }:count()", "1 1")
  }

  @Test func `parts of documents compare by it, too`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        A = entity "A" { abstract = true, city = text { collation = "nocase" } }
        P = entity "P" { home = embedded "A" }
        db:create_all()
        P:create { home = { city = "Bonn" } }
        """)
    for condition in ["\"home.city == 'BONN'\"", "{ ['home.city'] = 'bonn' }", "{ ['home.city'] = is.prefix 'b' }"] {
      try script.expect("return P:where(\(condition)):count(), #P:fetch():filter(\(condition))", "1 1")
    }
  }

  @Test func `an index without case serves a function that compares with case`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT COLLATE NOCASE)"
        db:execute "CREATE INDEX tc ON t (c)"
        db:execute "INSERT INTO t (c) VALUES ('Bonn'), ('BONN'), ('Ulm'), (NULL)"
        db:reflect()
        """
    ).expect(
      """
      local same, other = T:where(function(t) return t.c == "Bonn" end), T:where(function(t) return t.c ~= "Bonn" end)
      print(table.concat(same:pluck "id", " "), table.concat(other:pluck "id", " "), same:explain().tree:match "SEARCH[^(]*")
      """, "1 2 3 4 SEARCH t USING COVERING INDEX tc ")
  }

  @Test func `behind a NUL, orders without case and by numbers are the same in memory`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT COLLATE NOCASE)"
        for _, c in ipairs { "'a' || char(0) || 'c'", "'A' || char(0) || 'b'", "'a' || char(0) || 'B'", "'b'" } do
          db:execute("INSERT INTO t (c) VALUES (" .. c .. ")")
        end
        db:reflect()
        """
    ).expect(
      """
      for _, sort in ipairs { asc("c", { ignore_case = true }), asc("c", { numeric = true }) } do
        local set = result_set { unique = "id", sort = { sort, "id" } }
        set:load(T:fetch())
        for _, rows in ipairs { T:sorted_by(sort, "id"):fetch(), T:fetch():sorted(sort, "id"), set:objects() } do
          print(table.concat(rows:map "id", " "))
        end
      end
      """, Array(repeating: "2 3 1 4", count: 6).joined(separator: "\n"))
  }

  @Test func `what is no collation is refused`() throws {
    let script = try Script()
    #expect(
      script.failure("T = entity 'T' { a = text { collation = 'utf8' } }").contains(
        "field 'a': option 'collation' must be \"nocase\", \"rtrim\" or \"binary\""))
    #expect(
      script.failure("T = entity 'T' { a = integer { collation = 'nocase' } }").contains("unknown option 'collation'"))
  }

  @Test func `an engine without it says so by name`() throws {
    if TestEngine.chosen == .sqlite { return }
    let script = try Script(schema: "T = entity 'T' { a = text { collation = 'nocase' } }")
    #expect(
      script.failure("db:create_all()").contains("T, field 'a': this database has no collation \"nocase\""))
  }
}
