import TestSupport
import Testing

/// Entities whose rows lie in parts.
@Suite struct ShardTests {
  private static let visits = """
    Visit = entity "Visit" {
      shard_by = "shop",
      shop = belongs_to("Shop", { primary_key = true }),
      number = integer { primary_key = true },
      note = text {},
    }
    Shop = entity "Shop" { name = text {} }
    db:create_all()
    for i = 1, 20 do
      local shop = Shop:create { name = "s" .. i }
      Visit:create { shop = shop, number = i, note = "n" .. i % 3 }
    end
    """

  @Test(arguments: TestEngine.present) func `rows in parts are rows as others`(engine: TestEngine) throws {
    let script = try Script(schema: Self.visits, engine: engine)
    try script.expect(
      """
      local v = Visit:get { shop_id = 7, number = 7 }
      v.note = "x" v:save()
      Visit:get { shop_id = 8, number = 8 }:delete()
      return Visit:count(), Visit:where { note = "x" }:first().shop.name, Visit:where { ["shop.name"] = "s3" }:count()
      """, "19 s7 1")
    #expect(script.failure("Visit:create { shop = Shop:get(7), number = 7 }").contains("exists already"))
    try script.expect(
      "return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
  }

  @Test func `what rows lie in parts by must be a field`() throws {
    let script = try Script(engine: .sqlite)
    #expect(
      script.failure("entity 'A' { shard_by = 'custmer', customer = integer {} }")
        .contains("option 'shard_by': there is no field or belongs_to 'custmer'. Did you mean 'customer'?"))
    #expect(script.failure("entity 'A' { shard_by = 5 }").contains("option 'shard_by' is the name of a field"))
    try script.expect(
      "A = entity 'A' { shard_by = 'b', b = integer {} } db:create_all() return A:create { b = 1 }.id", "1")
    #expect(try script.run("print(generate 'lua')").contains("  shard_by = \"b\","))
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `a request with the value looks into one part and the plan says so`() throws {
    let script = try Script(schema: Self.visits, engine: .postgresql)
    let one = try script.run("return Visit:where { shop_id = 7 }:explain()")
    #expect(one.contains(/1 of 8 parts of visit: visit_part_[0-7]\n/), "\(one)")
    let related = try script.run("return Visit:where { shop = Shop:get(7), note = 'x' }:explain()")
    #expect(related.contains("1 of 8 parts of visit: "), "\(related)")
    #expect(try script.run("return Visit:where { note = 'x' }:explain()").contains("8 of 8 parts of visit\n"))
    try script.expect("local t = db:tables() return #t, t[1], t[2]", "2 shop visit")
    let refused = script.failure(
      "entity 'B' { shard_by = 'c', c = integer { primary_key = true }, d = text { unique = true } } db:create_all()")
    #expect(refused.contains("B: a table in parts by 'c' cannot look into all of them for 'd'"), "\(refused)")
  }
}
