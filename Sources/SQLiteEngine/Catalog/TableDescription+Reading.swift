import Query
import SQLText
import Schema

extension TableDescription.Column {
  /// Notes what the declared type makes of values, and of the default.
  mutating func takeAffinity(isStrict: Bool) {
    let affinity = Affinity(declaredType, isStrict: isStrict)
    storage = affinity.storage(of: declaredType)
    nature.conversion = affinity.conversion
    nature.holdsAnything = affinity == .none && (!isStrict || storage == .any)
    scale = affinity.scale(of: declaredType)
    defaultValue = defaultSQL.flatMap { Value(literal: $0) }.map { affinity.stored($0) }
  }
}

extension TableDescription {
  /// Notes what only the text of the table says.
  mutating func take(_ text: TableText) {
    checks = text.checks
    checkTexts = text.checkTexts
    for place in columns.indices {
      guard let column = text.column(columns[place].name) else { continue }
      columns[place].definition = column.definition
      columns[place].checks = column.checks
      columns[place].checkTexts = column.checkTexts
      columns[place].take(note: column.remark)
      if columns[place].isGenerated, let generation = column.generation {
        (columns[place].generationSQL, columns[place].generation) = (generation.text, generation.rule)
        columns[place].nature.isComputedOnRead = !generation.isStored
      }
    }
  }

  /// Whether its key is an `INTEGER PRIMARY KEY`, in just these words: by that SQLite numbers the rows.
  var hasIntegerKey: Bool {
    let key = columns.filter { $0.keyPosition != nil }
    return key.count == 1 && key[0].declaredType.uppercased() == "INTEGER"
  }
}

extension TableText {
  /// All names that a statement uses, its own words among them.
  static func names(in sql: String) -> Set<FoldedName> {
    Set(SQLToken.all(in: sql).filter { $0.kind == .word || $0.kind == .name }.map { FoldedName($0.text) })
  }
}
