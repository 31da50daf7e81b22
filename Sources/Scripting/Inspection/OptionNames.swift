import LuaRuntime
import Model
import Schema

extension Session {
  /// The options that a word of the schema takes in a table: of `entity`, `text`, `belongs_to`, …; none of others.
  package func optionNames(of word: String) -> [String] {
    if word == "entity" { return EntityOption.all.map(\.name) }
    if let kind = Relation.Kind(rawValue: word) { return RelationWord.options(of: kind) }
    guard let type = ColumnType.named(word) else { return [] }
    return FieldOption.common.map(\.name) + type.options
  }

  /// Whether a word makes a member of an entity: a field or a relation.
  package static func isMember(_ word: String) -> Bool {
    Relation.Kind(rawValue: word) != nil || ColumnType.named(word) != nil
  }

  /// The names of the tests, those of the script included.
  package var allTestNames: [String] { TestValues(context).testNames }
}

/// What a field or an entity can be told beside its type and members, for help.
package enum Options {
  package static let ofFields: [(name: String, summary: String)] =
    (FieldOption.common + FieldOption.special).map { ($0.name, $0.summary) }

  package static let ofEntities: [(name: String, summary: String)] = EntityOption.all.map { ($0.name, $0.summary) }
}
