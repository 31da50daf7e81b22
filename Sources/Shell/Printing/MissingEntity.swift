import Encodings
import Schema
import Scripting
import Store

/// A table that has no entity though it is there: a temporary one, or one of a database that was attached.
enum MissingEntity {
  /// What an error names that was meant to be the entity of such a table.
  static func advice(for message: String, _ session: Session) -> String? {
    guard message.hasPrefix("attempt to"), let name = quotedName(after: "global '", in: message) else { return nil }
    return advice(forName: name, session)
  }

  static func advice(forName name: String, _ session: Session) -> String? {
    guard let tables = try? session.main.store().engine.tablesElsewhere(),
      let table = tables.first(where: { camelCase($0.name) == name })
    else { return nil }
    switch table.place {
    case .temporary:
      return "\(table.name) is a temporary table, of which no entity is made: declare one,"
        + " entity \"\(name)\" { table = \"\(table.name)\", … }"
    case .attached(let database):
      return "\(table.name) is a table of the attached database \(database): db:query reads it,"
        + " and open(\"…\") makes entities of such a file"
    // The name means the table before it, which has an entity.
    case .hidden: return nil
    }
  }
}
