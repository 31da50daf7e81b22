import SQLText
import Testing

@Suite struct SQLNamesTests {
  @Test(
    arguments: [
      ("CREATE VIEW v AS SELECT a, \"from\", t.[select] FROM t ORDER BY b", "v a from t select t b"),
      (
        "CREATE TEMP TRIGGER tr AFTER UPDATE OF n ON t FOR EACH ROW BEGIN INSERT INTO l VALUES (new.n, old.new); END",
        "tr n t l n new END"
      ),
      ("SELECT new, before, key, row FROM old", "new before key row old"),
      ("INSERT OR REPLACE INTO replace SELECT replace(replace, 'a', 'b'), cast(x AS int)", "replace replace x int"),
    ] as [(String, String)])
  func `the words of a statement are no names, those in quotes and behind a dot are`(sql: String, names: String) {
    #expect(SQLNames.all(in: sql).joined(separator: " ") == names)
  }
}
