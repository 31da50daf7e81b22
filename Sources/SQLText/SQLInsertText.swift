/// The text of an INSERT statement whose values others write.
///
///     SQLInsertText.head("\"player\"", ["\"id\"", "\"name\""])   // INSERT INTO "player" ("id","name") VALUES(
package enum SQLInsertText {
  /// All up to the values, for names that stand in quotes where they need any.
  package static func head(_ table: String, _ columns: [String]) -> String {
    "INSERT INTO \(table) (\(columns.joined(separator: ","))) VALUES("
  }
}
