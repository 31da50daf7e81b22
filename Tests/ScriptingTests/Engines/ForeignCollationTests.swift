import TestSupport
import Testing

/// Columns of a server that take texts for equal which differ: Moonshell compares their bytes, in SQL as in memory.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignCollationTests {
  private static let words = ["Ann", "ANN", "bob", "Bob", "Ämil", "ämil", "Amil"]

  private func check(_ name: String, _ made: [String], column: String) throws {
    let rows = Self.words.map { "('\($0)')" }.joined(separator: ", ")
    let script = try Script.ofOthers(
      name, made + ["CREATE TABLE p (id serial PRIMARY KEY, a \(column))", "INSERT INTO p (a) VALUES \(rows)"])
    for declared in ["", "P = entity 'P' { a = text {} }"] {
      try script.expect(
        """
        \(declared)
        local function rows(test) local n = 0 for _, p in ipairs(P:fetch()) do if test(p) then n = n + 1 end end return n end
        local function same(condition, test) print(P:where(condition):count(), P:where(test):count(), rows(test)) end
        same({ a = "ann" }, function(p) return p.a == "ann" end)
        same({ a = is.one_of { "ann", "Bob" } }, function(p) return p.a == "ann" or p.a == "Bob" end)
        same({ a = is.less "B" }, function(p) return p.a < "B" end)
        same({ a = is.between("a", "c") }, function(p) return p.a >= "a" and p.a <= "c" end)
        same({ a = is.prefix "An" }, function(p) return p.a:sub(1, 2) == "An" end)
        same({ a = is.containing "NN" }, function(p) return p.a:find("NN", 1, true) ~= nil end)
        print(table.concat(P:sorted_by("a"):pluck "a", " "), #P:distinct():pluck "a", P:min "a", P:max "a")
        print(#P:group_by("a"):aggregate { n = "count" }:fetch(), P:sorted_by("a"):sectioned_by("a"):results():section_count())
        """,
        """
        0 0 0
        1 1 1
        3 3 3
        1 1 1
        1 1 1
        1 1 1
        ANN Amil Ann Bob bob Ämil ämil 7 ANN ämil
        7 7
        """)
    }
  }

  @Test func `texts of an order that joins them compare by their bytes`() throws {
    try check(
      "collated_icu", ["CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"],
      column: "text COLLATE ci")
  }

  /// - Parameter type: one that takes `alpha` and `ALPHA` for the same.
  private func checkFinding(_ name: String, _ made: [String], type: String) throws {
    let script = try Script.ofOthers(
      name,
      made + [
        "CREATE TABLE tag (id serial PRIMARY KEY, label \(type) UNIQUE, n int)",
        "INSERT INTO tag (label) VALUES ('alpha')",
      ])
    for declared in ["", "Tag = entity 'Tag' { label = text { unique = true }, n = integer {} }"] {
      try script.expect(
        """
        \(declared)
        local found, made = Tag:get_or_create { label = "ALPHA" }
        local beta = Tag:get_or_create({ label = "Beta", n = 1 })
        print(found.label, made, beta.label, select(2, Tag:get_or_create({ label = "BETA", n = 1 })), Tag:count())
        db:add(Tag { label = "bETA", n = 2 }, { upsert = true, on = "label" })
        print(Tag:count(), Tag:where { n = 2 }:count())
        Tag:where { n = 2 }:delete()
        """, "alpha false Beta false 2\n2 1")
    }
    for request in [
      "Tag:where { label = 'x' }", "Tag:sorted_by('label')", "Tag:group_by('label'):aggregate { n = 'count' }",
    ] {
      let plan = try script.run("return tostring(\(request):explain())")
      #expect(plan.contains("'label' is compared by its bytes, though to the database"), "\(request): \(plan)")
    }
    let plan = try script.run("return tostring(Tag:where { n = 1 }:explain())")
    #expect(!plan.contains("bytes"), "\(plan)")
  }

  @Test func `the row that the server takes for the same is found, and not made again`() throws {
    try checkFinding(
      "collated_found", ["CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"],
      type: "text COLLATE ci")
  }

  @Test func `the row of a type that joins texts is found, too`() throws {
    let names = "SELECT count(*) AS n FROM pg_available_extensions WHERE name = 'citext'"
    guard try Script(engine: .postgresql).run("return db:query(\"\(names)\")[1].n") == "1" else { return }
    try checkFinding("citext_found", ["CREATE EXTENSION citext"], type: "citext")
  }

  @Test func `texts of a type that joins them compare by their bytes`() throws {
    let script = try Script(engine: .postgresql)
    let names = "SELECT count(*) AS n FROM pg_available_extensions WHERE name = 'citext'"
    // It is part of a package of its own.
    guard try script.run("return db:query(\"\(names)\")[1].n") == "1" else { return }
    try check("collated_citext", ["CREATE EXTENSION citext"], column: "citext")
  }
}
