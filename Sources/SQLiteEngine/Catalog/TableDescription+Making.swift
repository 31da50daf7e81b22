import Encodings
import Query

extension TableDescription {
  /// Takes the statements that made it, its indexes and its triggers.
  mutating func takeStatements(_ parts: [String]) {
    let isTrigger = { (statement: String) in statement.prefix(40).uppercased().hasPrefix("CREATE TRIGGER") }
    making.table = sql.isEmpty ? [] : [Self.harmless(sql)]
    making.indexes = parts.filter { !isTrigger($0) }.map(Self.harmless)
    making.triggers = parts.filter(isTrigger).map(Self.harmless)
    // What is said by saying nothing.
    let text = sql.uppercased().replacing("ON UPDATE NO ACTION", with: "")
    let words = ["COLLATE", "CONFLICT", "WITHOUT ROWID", "AUTOINCREMENT", "ON UPDATE", "DEFERRABLE", "VIRTUAL TABLE"]
    saysMore = words.contains { text.contains($0) }
  }

  /// The statement that does nothing where the thing is there; SQLite keeps it without these words.
  private static func harmless(_ statement: String) -> String {
    let things = ["TABLE", "UNIQUE INDEX", "INDEX", "VIEW", "TRIGGER", "VIRTUAL TABLE"]
    let beginning = statement.prefix(40).uppercased()
    for word in things.map({ "CREATE " + $0 }) where beginning.hasPrefix(word + " ") {
      return word + " IF NOT EXISTS" + statement.dropFirst(word.count)
    }
    return statement
  }
}
