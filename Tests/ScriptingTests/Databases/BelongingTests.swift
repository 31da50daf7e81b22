import TestSupport
import Testing

/// Objects belong to the database that they are saved in.
@Suite struct BelongingTests {
  private static let schema = """
    T = entity "T" { n = text {}, ps = has_many "P" }
    P = entity "P" { n = text {}, t = belongs_to "T", card = has_one "C" }
    C = entity "C" { n = text {}, p = belongs_to "P" }
    db:create_all()
    """

  @Test func `an object of the database before is not written into the one that was opened in its place`() throws {
    let folder = try TemporaryFolder()
    let first = folder.path + "/first.db"
    let script = try Script(schema: Self.schema, location: first)
    try script.expect(
      """
      local t = T:create { n = "one" }
      a = P:create { n = "a", t = t }
      local new = P { n = "new" }
      local all = P:sorted_by "n"
      db:open "\(folder.path)/second.db"
      db:create_all()
      local b = P:create { n = "b", t = T:create { n = "two" } }
      for _, call in ipairs { "save", "delete", "reload" } do
        a.n = "changed"
        print(pcall(a[call], a))
      end
      print(pcall(db.add, db, a))
      print(pcall(db.delete, db, a))
      print(pcall(function() return P:get(1).t.ps:remove(a) end))
      print(pcall(function() return P:get(1).t.ps:add(a) end))
      print(pcall(function() return a.t.n end))
      print(pcall(function() return t.ps end))
      print(pcall(function() return P:where { t = t } end))
      print(a == b, a.id == b.id, P:get(1).n, T:get(1).n)
      print(new:save().id, #all:fetch(), all:first().n)
      """,
      """
      false this P belongs to another database (FIRST)
      false this P belongs to another database (FIRST)
      false this P belongs to another database (FIRST)
      false this P belongs to another database (FIRST)
      false this P belongs to another database (FIRST)
      false this P belongs to another database (FIRST)
      false this P belongs to another database (FIRST)
      true one
      false this T belongs to another database (FIRST)
      false t: this T belongs to another database (FIRST)
      false true b two
      2 2 b
      """.replacing("FIRST", with: first))
  }

  @Test func `a new object cannot be linked with one of another database`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local main = T:create { n = "main" }
      local other = open ":memory:"
      other:create_all()
      other:add(T { n = "other" })
      local theirs = T:on(other):first()
      print(pcall(other.add, other, P { n = "x", t = main }))
      print(pcall(function() P { n = "y", t = theirs }:save() end))
      print(pcall(function() P:create { n = "z", card = C:on(other):create { n = "c" } } end))
      print(pcall(function() return P:where { t = theirs }:count() end))
      print(pcall(function() return P:all():update { t = theirs } end))
      print(P:count(), P:on(other):count(), P:on(other):where { t = theirs }:count())
      other:add(P { n = "x", t = theirs })
      print(P:on(other):first().t.n)
      """,
      """
      false t: this T belongs to another database (:memory:)
      false t: this T belongs to another database (:memory:)
      false this C belongs to another database (:memory:)
      false t: this T belongs to another database (:memory:)
      false update: t: this T belongs to another database (:memory:)
      0 0 0
      other
      """)
  }
}
