import TestSupport
import Testing

/// The first rows by columns of other programs that may have no value, which an index finds.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct EmptyFirstTests {
  /// Rows with few different values, NULL and NaN among them.
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE t (id int PRIMARY KEY, x double precision, n numeric(9,2), k int, y real NOT NULL, p_id int REFERENCES t)]]
      db:execute [[INSERT INTO t SELECT i, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN 'NaN' ELSE (i * 31 % 11)::float8 END,
        CASE WHEN i % 5 = 0 THEN NULL WHEN i % 7 = 0 THEN 'NaN' ELSE (i * 17 % 13)::numeric END,
        nullif(i * 13 % 9, 0), CASE WHEN i % 6 = 0 THEN 'NaN' ELSE (i * 19 % 8)::real END, nullif(i / 2, 0)
        FROM generate_series(1, 60) i]]
      for _, column in ipairs { "x", "n", "k", "y" } do db:execute("CREATE INDEX ON t (" .. column .. ")") end
      db:reflect()
      local function same(name, one, other)
        local a, b = table.concat(one, " "), table.concat(other, " ")
        if a ~= b then error(name .. ": " .. a .. " / " .. b, 0) end
      end
      local function part(all, from, to) return table.move(all, from, math.min(to, #all), 1, {}) end
      requests = {
        all = T:all(), some = T:where "id > 10 and id < 50", none = T:where "id > 100", empty = T:where "x == nil",
        valued = T:where "x ~= nil or k == nil", either = T:where "x > 3 or n == nil or not (k == nil)",
        related = T:where "p.k > 3", computed = T:annotate { z = "x + 1" },
      }
      sorts = { { "x" }, { "-x" }, { "n", "-x" }, { "-n", "k" }, { "k" }, { "-k", "x" }, { "y" }, { "-y", "-id" },
        { desc("x", { nulls = "first" }) }, { asc("k", { nulls = "last" }), "p.x" } }
      function check()
        for name, request in pairs(requests) do
          for place, sort in ipairs(sorts) do
            local sorted = request:sorted_by(table.unpack(sort))
            local all, name = sorted:pluck "id", name .. " " .. place
            for _, cut in ipairs { 1, 4, 20, 100 } do
              same(name, sorted:limit(cut):pluck "id", part(all, 1, cut))
              same(name, sorted:limit(cut):offset(3):fetch():map "id", part(all, 4, cut + 3))
            end
            local found, cursor = {}, nil
            repeat
              local page, next = sorted:page { size = 7, after = cursor }
              for _, row in ipairs(page) do found[#found + 1] = row.id end
              cursor = next
            until not cursor
            same(name .. ", pages", found, all)
          end
        end
        return "the same"
      end
      """)
    return script
  }

  @Test func `the first rows and pages are those of the whole order`() throws {
    try script().expect("return check()", "the same")
  }

  @Test func `they are so over tables that are declared anew`() throws {
    let script = try script()
    let source = try script.run("return db:schema_source()")
    try script.run(source)
    try script.expect("return check()", "the same")
  }

  @Test func `what has a value is looked for by itself where an index begins with the column`() throws {
    let script = try script()
    try script.expect(
      """
      for _, name in ipairs { "-x", "k", "id" } do print((T:select("x", "k"):sorted_by(name):limit(2):sql())) end
      """,
      """
      SELECT "id", "x", "k" FROM "t" WHERE ("id" = ANY (ARRAY(SELECT "id" FROM "t" WHERE ("x" IS NULL OR "x" = 'NaN') \
      ORDER BY "id" LIMIT ?1) || ARRAY(SELECT "id" FROM "t" WHERE "x" < 'NaN' ORDER BY "x" DESC, "id" LIMIT ?2)) \
      OR "id" IS NULL) ORDER BY nullif("x", 'NaN') DESC, "id" LIMIT ?3
      SELECT "id", "x", "k" FROM "t" WHERE ("id" = ANY (ARRAY(SELECT "id" FROM "t" WHERE "k" IS NULL ORDER BY "id" LIMIT ?1) \
      || ARRAY(SELECT "id" FROM "t" WHERE "k" IS NOT NULL ORDER BY "k", "id" LIMIT ?2)) OR "id" IS NULL) \
      ORDER BY "k", "id" LIMIT ?3
      SELECT "id", "x", "k" FROM "t" ORDER BY "id" LIMIT ?1
      """)
  }
}
