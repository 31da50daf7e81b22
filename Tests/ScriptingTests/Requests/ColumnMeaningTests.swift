import Glibc
import TestSupport
import Testing

/// What another program's column holds is compared alike by every word: conditions as tables, triples, text and
/// functions, lists in memory, sorts, groups.
@Suite struct ColumnMeaningTests {
  /// Each seed makes some thousand comparisons: a few seeds by default, as many as `MOONSHELL_SEEDS` says on demand.
  private static var seeds: Range<UInt64> {
    0..<(getenv("MOONSHELL_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 12)
  }

  @Test(arguments: seeds) func `all words compare a column alike`(seed: UInt64) throws {
    let found = try Script(location: ":memory:").run(ColumnMeaning.program(seed: seed))
    #expect(found == "", "seed \(seed)")
  }

  @Test func `parts of texts compare as their column does, and columns of views as those that they are made of`() throws
  {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT COLLATE RTRIM)"
        db:execute "INSERT INTO t VALUES (1, 'Anna', 'x  '), (2, 'anNa', 'x'), (3, 'ANN', 'xy '), (4, NULL, NULL)"
        db:execute "CREATE VIEW v AS SELECT id, a, b FROM t"
        db:reflect()
        """
    ).expect(
      """
      local function ids(list)
        local t = {}
        for i, r in ipairs(list) do t[i] = r.id end
        table.sort(t)
        return table.concat(t, "")
      end
      for _, where in ipairs {
        { a = is.prefix "an" }, { a = is.suffix "NA" }, { a = is.containing "nn" }, { a = is.no_prefix "AN" }, { a = "ANNA" },
        { b = is.prefix "x " }, { b = is.suffix "x" }, { b = is.containing "x " }, { b = "x " },
      } do
        print(ids(T:where(where):fetch()), ids(T:fetch():filter(where)), ids(V:where(where):fetch()), ids(V:fetch():filter(where)))
      end
      print(#V:group_by "a":aggregate { n = "count" }:fetch(), ids(V:sorted_by("a", "id"):fetch()))
      """,
      """
      123 123 123 123
      12 12 12 12
      123 123 123 123

      12 12 12 12
      12 12 12 12
      12 12 12 12
      12 12 12 12
      12 12 12 12
      3 1234
      """.replacing("\n\n", with: "\n   \n"))
  }

  @Test func `sums of decimals that are stored as numbers are exact, and rows without a key are shown`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (k TEXT PRIMARY KEY, n DECIMAL(10, 2))"
        db:execute "INSERT INTO t VALUES ('a', 9007199254740993), (NULL, 0.1), (NULL, 0.2)"
        db:reflect()
        """
    ).expect(
      """
      print(T:sum "n", T:where(function(t) return t.n ~= nil and tostring(t.k) ~= "b" end):sum "n", #T:results())
      """, "9007199254740993.30 9007199254740993.30 3")
  }
}
