import PostgreSQLEngine
import Query
import Testing

/// Servers that speak the protocol and lay rows on many nodes.
///
/// What is written for them follows their documents: none was run against.
@Suite struct ServerKindTests {
  @Test func `a server is known by its version and its extensions`() {
    let versions = [
      ("PostgreSQL 15.4 (Debian 15.4-1) on x86_64-pc-linux-gnu", false, ServerKind.postgreSQL),
      ("PostgreSQL 16.1 on x86_64-pc-linux-gnu", true, .citus),
      ("CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu)", false, .cockroachDB),
      ("PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu", false, .yugabyteDB),
    ]
    for (version, hasCitus, kind) in versions { #expect(ServerKind(version: version, hasCitus: hasCitus) == kind) }
  }

  @Test(arguments: [
    (
      ServerKind.citus, "",
      [
        "SELECT create_distributed_table('\"visit\"', 'shop') WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition"
          + " WHERE logicalrelid = '\"visit\"'::regclass)"
      ]
    ), (.cockroachDB, "", []), (.yugabyteDB, " SPLIT INTO 8 TABLETS", []),
  ])
  func `a table in parts is made in each server's words`(kind: ServerKind, clause: String, statements: [String]) {
    let dialect = PostgreSQLDialect(kind)
    let parts = dialect.parts(of: "visit", by: ["shop"])
    #expect(parts?.clause.literal(for: dialect) == clause)
    #expect(parts?.statements.map { $0.literal(for: dialect) } == statements)
  }

  @Test func `a table in parts of PostgreSQL itself is eight tables`() {
    let dialect = PostgreSQLDialect()
    let parts = dialect.parts(of: "visit", by: ["shop"])
    #expect(parts?.clause.literal(for: dialect) == " PARTITION BY HASH (\"shop\")")
    #expect(parts?.statements.count == 8)
    #expect(
      parts?.statements.last?.literal(for: dialect)
        == "CREATE TABLE IF NOT EXISTS \"visit_part_7\" PARTITION OF \"visit\" FOR VALUES WITH (MODULUS 8, REMAINDER 7)"
    )
  }

  @Test func `what a server cannot do is named`() {
    for kind in ServerKind.allCases {
      let abilities = PostgreSQLEngine.abilities(of: kind)
      #expect(abilities.has(.atomicNodes) == (kind != .postgreSQL))
      #expect(abilities.has(.followingOthers) == (kind != .cockroachDB))
      #expect(!abilities.has(.callbacks))
    }
  }
}

/// Counts of tables on nodes, as counts of the nodes.
@Suite struct SpreadAggregateTests {
  private let tables = ["visit": SpreadTable(parts: ["visit_1", "visit_2"], key: "HASH (shop)")]

  private func text(_ statement: String) -> String? {
    SpreadAggregate(statement, tables, PostgreSQLDialect())?.text
  }

  @Test func `what is counted is counted by each node`() {
    #expect(
      text(#"SELECT count(*) FROM "visit" WHERE "note" = $1"#)
        == #"SELECT (sum(v1))::int8 FROM (SELECT count(*) AS v1 FROM "visit_1" AS "visit" WHERE "note" = $1"#
        + #" UNION ALL SELECT count(*) AS v1 FROM "visit_2" AS "visit" WHERE "note" = $1) AS parts"#)
    #expect(
      text(#"SELECT (sum("number"))::int8, max("note") FROM "visit""#)
        == #"SELECT (sum(v1))::int8, max(v2) FROM (SELECT sum("number") AS v1, max("note") AS v2 FROM "visit_1" AS "visit""#
        + #" UNION ALL SELECT sum("number") AS v1, max("note") AS v2 FROM "visit_2" AS "visit") AS parts"#)
  }

  @Test(arguments: [
    #"SELECT count(*) FROM "visit" WHERE "shop" = $1"#, #"SELECT count(*) FROM "shop""#,
    #"SELECT sum("number") FROM "visit""#, #"SELECT count(DISTINCT "note") FROM "visit""#,
    #"SELECT count(*) FROM "visit" GROUP BY "note""#, #"SELECT "note" FROM "visit""#,
    #"SELECT count(*) FROM "visit" AS "v" WHERE "note" = $1"#,
    #"SELECT count(*) FROM "visit" WHERE "note" IN (SELECT "note" FROM "visit")"#,
    #"SELECT count(*), "note" FROM "visit""#,
  ])
  func `everything else is asked as it is`(statement: String) { #expect(text(statement) == nil) }
}
