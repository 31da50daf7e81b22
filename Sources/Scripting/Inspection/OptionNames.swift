import Exchange
import Interchange
import Lists
import LuaRuntime
import Migrating
import Model
import Query
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
    "index": ["unique", "where"], "infer": ExchangeOptions.ofInference, "open": ScriptDatabase.Options.names,
    "result_set": MemoryRules.options,
  ]

  /// The options of methods, whatever they are called on.
  package static let ofMethods: [String: [String]] = [
    "add": SaveOptions.names, "export": ExchangeOptions.ofWriting, "fetch": RequestMethods.fetchOptions,
    "import": ExchangeOptions.ofImports, "migrate": MigrationOptions.names, "page": RequestMethods.pageOptions,
    "read": ExchangeOptions.ofReading, "results": RequestMethods.resultsOptions,
    "transaction": TransactionOptions.names,
  ]

  /// What a text can be that a word or a method is given: the words of here for it, by the place of the argument.
  package static func texts(of word: String, argument: Int) -> [String] {
    switch (word, argument) {
    case ("generate", 0): Words.generatorNames
    case ("show", 1): Format.all.map(\.name)
    case ("encode", 1), ("decode", 1): formats
    default: []
    }
  }

  /// The same of a method.
  package static func texts(ofMethod method: String, argument: Int) -> [String] {
    switch (method, argument) {
    case ("encode", 0), ("decode", 1): formats
    case ("aggregate", _), ("annotate", _): GroupRequest.Function.allCases.map(\.rawValue)
    default: []
    }
  }

  private static let formats = Set((FileFormat.all.map(\.name) + Format.all.map(\.name))).sorted()

  /// The methods that only a relation has, and no other request.
  package static let methodsOfRelations = Set(RelationMethods.all.map(\.name))

  package static let ofFields: [(name: String, summary: String)] =
    (FieldOption.common + FieldOption.special).map { ($0.name, $0.summary) }

  package static let ofEntities: [(name: String, summary: String)] = EntityOption.all.map { ($0.name, $0.summary) }
}
