import Encodings
import Model
import Query
import Schema
import Store

/// That a table is another one than its entity was made of, as another program changed it while it was open, or one of
/// another database: what an error misses is there by now, is gone, or is elsewhere.
///
///     Player has no field 'born'. The table 'player' was changed since: db:reflect() makes entities of …
///     :memory: has no table 'player': it is one of b.db: write Player:on(other) with that database
struct SchemaChange {
  let words: String

  /// Nil where the error says nothing of a field, a column or a table, or where nothing was changed.
  init?(_ session: SessionContext, behind error: ScriptError) {
    let message = error.message
    let missingField =
      message.quoted(after: "has no field '") ?? message.quoted(behind: "is called '", after: "no field of ")
    let missingColumn = message.quoted(after: "no such column: '")
    let missingTable = message.quoted(after: "has no table '")
    guard missingField ?? missingColumn ?? missingTable != nil, session.databases.main.isOpen,
      let tables = try? session.databases.main.tables()
    else { return nil }
    let reflected = session.entities.catalog.entities.filter { $0.isReflected && $0.hasTable }
    let present = Dictionary(tables.map { (FoldedName($0.name), $0) }) { first, _ in first }
    func has(_ column: String, _ entity: Entity) -> Bool {
      present[FoldedName(entity.table)]?.columns.contains { FoldedName($0.name) == FoldedName(column) } ?? false
    }
    let found = reflected.first { entity in
      if let name = missingField {
        return message.names(entity.name) && has(name, entity) && !entity.hasColumn(name)
      }
      if let name = missingColumn?.split(separator: ".").last.map(String.init) {
        return entity.hasColumn(name) && present[FoldedName(entity.table)] != nil && !has(name, entity)
      }
      return missingTable == entity.table && present[FoldedName(entity.table)] == nil
    }
    guard let found else { return nil }
    if missingTable != nil, let other = session.databases.all.dropFirst().first(where: { $0.has(found) }) {
      words = "it is one of \(other.location): write \(found.name):on(other) with that database"
    } else {
      words =
        "the table \(quotedExcerpt(found.table)) was changed since: db:reflect() makes entities of the tables as they are"
    }
  }
}

extension ScriptDatabase {
  fileprivate func has(_ entity: Entity) -> Bool {
    isOpen && (try? tables())?.contains { FoldedName($0.name) == FoldedName(entity.table) } == true
  }
}

extension Entity {
  fileprivate func hasColumn(_ name: String) -> Bool {
    fields.contains { FoldedName($0.column) == FoldedName(name) }
  }
}

extension String {
  /// Says it behind the first line, as what follows shows a place.
  mutating func add(_ change: SchemaChange) {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let separator = lines[0].hasSuffix(".") || lines[0].hasSuffix("?") ? " " : ": "
    let words = separator == " " ? change.words.prefix(1).uppercased() + change.words.dropFirst() : change.words
    lines[0] += separator + words
    self = lines.joined(separator: "\n")
  }

  /// What stands in quotes behind a beginning.
  fileprivate func quoted(after start: String) -> String? {
    guard let range = firstRange(of: start) else { return nil }
    let rest = self[range.upperBound...]
    return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
  }

  fileprivate func quoted(behind start: String, after first: String) -> String? {
    guard let range = firstRange(of: first) else { return nil }
    return String(self[range.upperBound...]).quoted(after: start)
  }

  /// Whether the name of an entity stands in it as a word.
  fileprivate func names(_ entity: String) -> Bool {
    split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == entity }
  }
}
