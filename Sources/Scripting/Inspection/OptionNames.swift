import Exchange
import Lists
import LuaRuntime
import Migrating
import Model
import Requests
import Schema

extension Session {
  /// The options that a word takes in a table: of `entity`, `text`, `belongs_to`, `asc`, …; none of others.
  package func optionNames(of word: String) -> [String] {
    if word == "entity" { return EntityOption.all.map(\.name) }
    if let kind = Relation.Kind(rawValue: word) { return RelationWord.options(of: kind) }
    guard let type = ColumnType.named(word) else { return Options.ofWords[word] ?? [] }
    return FieldOption.common.map(\.name) + type.options
  }

  /// Whether a word makes a member of an entity: a field or a relation.
  package static func isMember(_ word: String) -> Bool {
    Relation.Kind(rawValue: word) != nil || ColumnType.named(word) != nil
  }

  /// The names of the tests, those of the script included.
  package var allTestNames: [String] { TestValues(context).testNames }
}

/// What words can be told in a table beside what they are about, for help and completion.
package enum Options {
  /// The options of words that stand alone.
  package static let ofWords: [String: [String]] = [
    "asc": SortValue.optionNames, "desc": SortValue.optionNames, "diff": ListDifference.options,
    "infer": ExchangeOptions.ofInference, "open": ScriptDatabase.Options.names, "result_set": MemoryRules.options,
  ]

  /// The options of methods, whatever they are called on.
  package static let ofMethods: [String: [String]] = [
    "add": SaveOptions.names, "export": ExchangeOptions.ofWriting, "fetch": RequestMethods.fetchOptions,
    "import": ExchangeOptions.ofImports, "migrate": MigrationOptions.names, "page": RequestMethods.pageOptions,
    "read": ExchangeOptions.ofReading, "results": RequestMethods.resultsOptions,
  ]

  package static let ofFields: [(name: String, summary: String)] =
    (FieldOption.common + FieldOption.special).map { ($0.name, $0.summary) }

  package static let ofEntities: [(name: String, summary: String)] = EntityOption.all.map { ($0.name, $0.summary) }
}
