import Testing

/// A migration that rows are in the way of names the first of them, and no others.
@Suite struct MigrationObstacleTests {
  private func failure(_ rows: String, _ old: String, _ new: String) throws -> String {
    let script = try Script(schema: "\(old) db:create_all() \(rows)")
    try script.run(new)
    return script.failure("db:migrate()")
  }

  private let texts = "for _, v in ipairs { '1', '2', 'x', '4' } do A:create { x = v } end"

  @Test(arguments: [
    ("integer {}", "1 row is in the way, the first is A 3: x: the stored value 'x' is no integer. Nothing"),
    ("real {}", "1 row is in the way, the first is A 3: x: the stored value 'x' is no real. Nothing"),
    ("decimal {}", "1 row is in the way, the first is A 3: x: 'x' is no decimal"),
    ("boolean {}", "the first is A 2: x: the stored value '2' is no boolean; then 3, 4. Nothing"),
  ])
  func `values that the new type takes are in nobody's way`(type: String, words: String) throws {
    let failure = try failure(texts, "A = entity 'A' { x = text {} }", "A = entity 'A' { x = \(type) }")
    #expect(failure.contains(words), "\(failure)")
  }

  @Test func `tests are asked about the values that the rows would have`() throws {
    let failure = try failure(
      "for _, v in ipairs { '1', '2', '3', '4' } do A:create { x = v } end", "A = entity 'A' { x = text {} }",
      "A = entity 'A' { x = integer { validate = is.less(3) } }")
    #expect(
      failure == "A.x has rows that fail a test: 2 rows are in the way, the first is A 3: x: 3 is not less than 3;"
        + " then 4. Nothing was changed: mend them first, or in a migration(…) step; db:migrate { rehearse = true }"
        + " lists them")
  }

  @Test(arguments: [
    ("is.length(3, 5)", "'xy' "), ("is.prefix 'a'", "'xy' does not begin with 'a'"), ("is.suffix 'd'", "'xy' "),
    ("is.containing 'b'", "'xy' "), ("is.no_prefix 'x'", "'xy' "), ("is.not_empty & is.length(4)", "'xy' "),
  ])
  func `every test names the row that it refuses`(test: String, words: String) throws {
    let failure = try failure(
      "A:create { y = 'abcd' } A:create { y = 'xy' }", "A = entity 'A' { y = text {}, n = integer {} }",
      "A = entity 'A' { y = text { validate = \(test) }, n = integer {} }")
    #expect(
      failure.hasPrefix("A.y has rows that fail a test: 1 row is in the way, the first is A 2: y: "), "\(failure)")
    #expect(failure.contains(words), "\(failure)")
  }

  @Test(arguments: [
    ("A = entity 'A' { z = text { renamed_from = 'x', validate = is.length(1, 2) } }", "A.z", "A 2: z: 'long' "),
    ("A = entity 'A' { z = integer { renamed_from = 'x' } }", "A.z", "A 1: z: the stored value 'ab' is no integer"),
    ("C = entity 'C' { renamed_from = 'A', x = integer {} }", "C.x", "C 1: x: the stored value 'ab' is no integer"),
    (
      "C = entity 'C' { renamed_from = 'A', z = text { renamed_from = 'x', validate = is.length(1, 2) } }", "C.z",
      "C 2: z: 'long' "
    ),
    ("C = entity 'C' { renamed_from = 'A', z = text { renamed_from = 'x', unique = true } }", "C.z", "C 2: z: 'long' "),
  ])
  func `a row is named where its entity or field has another name now`(new: String, field: String, row: String) throws {
    let failure = try failure(
      "A:create { x = 'ab' } A:create { x = 'long' } A:create { x = 'long' }", "A = entity 'A' { x = text {} }", new)
    #expect(failure.hasPrefix(field + " ") && failure.contains(" in the way, the first is \(row)"), "\(failure)")
    try Self.rehearsal(of: new)
  }

  /// A rehearsal names the rows under the new names, too.
  private static func rehearsal(of new: String) throws {
    let script = try Script(
      schema: "A = entity 'A' { x = text {} } db:create_all() A:create { x = 'long' } A:create { x = 'long' } \(new)")
    let plan = try script.run("return db:migrate { rehearse = true }")
    #expect(plan.contains("\n  A 1: ") || plan.contains("\n  C 1: "), "\(plan)")
  }

  @Test func `a rule over several fields names its row where they have other names now`() throws {
    let failure = try failure(
      "A:create { x = 3, y = 2 }", "A = entity 'A' { x = integer {}, y = integer {} }",
      "C = entity 'C' { renamed_from = 'A', a = integer { renamed_from = 'x' }, y = integer {}, check = 'a < y' }")
    let words = "C has rows that break a rule: 1 row is in the way, the first is C 1: a < y does not hold. Nothing was"
    #expect(failure.hasPrefix(words), "\(failure)")
  }

  @Test func `an integer that is too large is named`() throws {
    let failure = try failure(
      "A:create { x = 1 } A:create { x = 70000 }", "A = entity 'A' { x = integer {} }",
      "A = entity 'A' { x = integer { bits = 16 } }")
    #expect(
      failure.contains("1 row is in the way, the first is A 2: x: 70000 is not an integer of 16 bits"), "\(failure)")
  }

  @Test func `a row of an entity that is declared no more is the one in the way`() throws {
    let old = "P = entity 'P' { n = text {} } C = entity 'C' { extends = 'P', shared = true }"
    let script = try Script(
      schema: old
        + """
         D = entity 'D' { extends = 'P', shared = true }
        db:create_all() C:create {} C:create {} D:create {}
        """)
    let rows = try script.run("return encode(db:query 'SELECT * FROM p', 'json')")
    let later = try Script(schema: old + " db:create_all()")
    try later.run("db:execute 'DROP TABLE p'")
    try later.run(
      "db:execute([==[\(try script.run("return db:query(\"SELECT sql FROM sqlite_schema WHERE name = 'p'\")[1].sql"))]==])"
    )
    try later.run(
      "for _, r in ipairs(decode([==[\(rows)]==], 'json')) do db:execute('INSERT INTO p (id, kind, n) VALUES (?, ?, ?)', r.id, r.kind, r.n) end"
    )
    let failure = later.failure("db:migrate()")
    #expect(
      failure.contains("1 row is in the way, the first is P 3: kind: no entity 'D' is declared to share the table"),
      "\(failure)")
  }

  @Test func `rows that share several values are named`() throws {
    let failure = try failure(
      "A:create { y = 'a', z = 'j' } A:create { y = 'a', z = 'k' } A:create { y = 'a', z = 'k' }",
      "A = entity 'A' { y = text {}, z = text {} }",
      "A = entity 'A' { y = text {}, z = text {}, indexes = { index { 'y', 'z', unique = true } } }")
    #expect(
      failure
        == "A.y, A.z must be unique, and rows share a value: 2 rows are in the way, the first is A 2: y, z: 'a', 'k'"
        + " are not alone; then 3. Nothing was changed: mend them first, or in a migration(…) step;"
        + " db:migrate { rehearse = true } lists them")
  }

  @Test func `the first of many rows are named by their keys`() throws {
    let failure = try failure(
      "for i = 1, 9 do A:create { x = i } end", "A = entity 'A' { x = integer {} }",
      "A = entity 'A' { x = integer { validate = is.less(3) } }")
    #expect(failure.contains("7 rows are in the way, the first is A 3: x: 3 is not less than 3; then 4, 5, 6, 7, …. N"))
  }

  @Test(arguments: [
    (
      "check = { 'x < 8' }",
      "A has rows that break a rule: 2 rows are in the way, the first is A 8: x < 8 does not hold; then 9."
    ),
    (
      "indexes = { index { 'lower(y)', unique = true } }",
      "A: lower(y) must be unique, and rows share a value: 9 rows are in the way, the first is A 1: lower(y) is not alone;"
        + " then 2, 3, 4, 5, …."
    ),
    (
      "indexes = { index { 'y', where = 'x > 6', unique = true } }",
      "A: y must be unique, and rows share a value: 3 rows are in the way, the first is A 7: y is not alone; then 8, 9."
    ),
  ])
  func `rows against what is said of them as a whole are named, too`(option: String, words: String) throws {
    let failure = try failure(
      "for i = 1, 9 do A:create { x = i, y = 'same' } end", "A = entity 'A' { x = integer {}, y = text {} }",
      "A = entity 'A' { x = integer {}, y = text {}, \(option) }")
    #expect(failure.hasPrefix("\(words) Nothing was changed: mend them first"), "\(failure)")
  }

  @Test func `names that move on are followed, and a swap is refused in words`() throws {
    let script = try Script(
      schema: "A = entity 'A' { x = text {}, y = text {} } db:create_all() A:create { x = 'x', y = 'y' }")
    try script.run("A = entity 'A' { y = text { renamed_from = 'x' }, x = text { renamed_from = 'y' } }")
    let failure = script.failure("db:migrate()")
    #expect(failure.contains("A.y, A.x are renamed from each other, and no later migration could tell"), "\(failure)")
    try script.run("A = entity 'A' { y = text { renamed_from = 'x' }, z = text { renamed_from = 'y' } }")
    try script.run("db:migrate()")
    try script.expect("return A:get(1).y, A:get(1).z, #db:migrate { dry_run = true }", "x y 0")
    // The name may be that of another column from now on.
    try script.run("A = entity 'A' { y = text {}, w = text { renamed_from = 'z' }, z = text { default = 'new' } }")
    try script.run("db:migrate()")
    try script.expect("return A:get(1).y, A:get(1).w, A:get(1).z, #db:migrate { dry_run = true }", "x y new 0")
  }

  @Test func `indexes that use a column in their text go with it, and are told of`() throws {
    let script = try Script(
      schema: """
        A = entity 'A' { x = text {}, y = text {}, z = text {} }
        db:create_all() A:create { x = 'x', y = 'y' }
        db:execute 'CREATE INDEX mine ON a (x) WHERE y IS NOT NULL'
        db:execute "CREATE INDEX other ON a (x) WHERE z > '1'"
        db:execute 'CREATE INDEX lower ON a (lower(\(TestEngine.chosen == .sqlite ? "\"Y\"" : "y")))'
        A = entity 'A' { x = text {}, z = text {} }
        """)
    let refusal = script.failure("db:migrate { destructive = { 'A.y' } }")
    #expect(refusal.contains("destructive = { \"A.y\", \"mine\", \"lower\" }"), "\(refusal)")
    let plan = try script.run("return db:migrate { destructive = { 'A.y', 'mine', 'lower' } }")
    #expect(plan.contains("- index  mine, which uses what goes") && plan.contains("- index  lower, which"), "\(plan)")
    try script.expect(
      "local rows = db:query [[\(TestEngine.indexes(of: "a"))]] return A:get(1).x, #rows, rows[1].name", "x 1 other")
  }
}
