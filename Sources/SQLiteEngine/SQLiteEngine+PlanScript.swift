import Query
import Schema
import Store

/// The text of a plan for the `sqlite3` shell, which goes on behind a statement that failed.
///
/// Rows must survive that. So a table is put aside under a name that nothing else has, and only what has that name is
/// dropped: where the engine itself has rolled back, as on a full disk, there is no such table. And what succeeded is
/// counted in a table of its own: the last statement before COMMIT rolls everything back where something is missing.
extension SQLiteEngine {
  private static let counter = "moonshell_done"

  /// With keys on, to drop a table would delete the rows that refer to it; and views that name the table would have to
  /// make sense while it is away, and keys and triggers would follow it to its other name.
  package func frameOfReplacing(_ count: Int) -> (before: [String], after: [String]) {
    let counter = Self.counter
    return (
      [
        "PRAGMA foreign_keys = OFF", "PRAGMA legacy_alter_table = ON", "BEGIN",
        "DROP TABLE IF EXISTS temp.\(counter)",
        """
        CREATE TEMP TABLE \(counter) (
          done INTEGER CONSTRAINT "a statement above failed, nothing is changed" CHECK (done)
        )
        """,
        // Inside of an open transaction they cannot be turned off.
        "INSERT INTO temp.\(counter) SELECT 1 FROM pragma_foreign_keys WHERE foreign_keys = 0",
      ],
      [
        "INSERT OR ROLLBACK INTO temp.\(counter) SELECT count(*) = \(1 + 2 * count) FROM temp.\(counter)",
        "DROP TABLE temp.\(counter)",
        "COMMIT", "PRAGMA legacy_alter_table = OFF", "PRAGMA foreign_keys = ON",
      ]
    )
  }

  package func scriptedReplacement(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String]? {
    var inPlace = rebuild
    inPlace.temporaryName = rebuild.table
    let (new, old) = (dialect.quoted(rebuild.table), dialect.quoted(rebuild.temporaryName))
    let made = try rebuild.indexes + attachmentStatements(of: rebuild)
    let filling = rebuild.filling(rebuild.table, from: rebuild.temporaryName).rendered(for: dialect).text
    return [
      "ALTER TABLE \(new) RENAME TO \(old)",
      creation(of: inPlace),
      filling,
      counting("(SELECT count(*) FROM \(new)) = (SELECT count(*) FROM \(old))"),
      "DROP TABLE \(old)",
    ]
      + made + [
        counting(
          """
          (SELECT count(*) FROM sqlite_schema WHERE tbl_name = \(dialect.literal(.text(rebuild.table))) COLLATE NOCASE \
          AND type IN ('index', 'trigger') AND sql IS NOT NULL) = \(made.count)
          """)
      ]
  }

  private func counting(_ condition: String) -> String {
    "INSERT INTO temp.\(Self.counter) SELECT 1 WHERE \(condition)"
  }
}
