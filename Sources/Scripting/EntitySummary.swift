import Model
import Schema
import Store

extension Entity {
  /// The entity's members as rows of a table: name, type, and what is said of them.
  ///
  ///     name   text   required, unique
  ///     team   belongs_to Team
  var summary: Rows {
    let buffer = RowBuffer(columnCount: 3, rowCapacity: fields.count + relations.count)
    for field in fields where field.relation == nil {
      buffer.append([field.name, field.typeWords, field.rules].map { .text($0) })
    }
    for relation in relations {
      let rules = relation.rules
      buffer.append([relation.name, "\(relation.kind.rawValue) \(relation.target)", rules].map { .text($0) })
    }
    let columns = ["name", "type", "rules"].map { Field(name: $0, type: .text) }
    return Rows(fields: columns, buffer: buffer, total: buffer.count, title: "\(name) (table \(table))")
  }
}

extension Relation {
  /// What is said of the relation beside where it leads: `key team_id`, `through Enrolment, ordered`.
  fileprivate var rules: String {
    var words: [String] = []
    if kind == .belongsTo { words.append("key " + columns.joined(separator: ", ")) }
    if let through { words.append("through " + through) }
    if isOrdered { words.append("ordered") }
    return words.joined(separator: ", ")
  }
}

extension Field {
  /// The type as a person writes it: `integer`, `embedded Address`.
  fileprivate var typeWords: String {
    switch document?.kind {
    case .list(let element), .map(let element): "\(type.name) \(element.words)"
    case .object(let name): "\(type.name) \(name)"
    case .value, .variant, nil: type.name
    }
  }

  /// What is said of the field beside its type: `required, unique, default 0, is.at_least(0)`.
  fileprivate var rules: String {
    var words: [String] = []
    if isPrimaryKey { words.append("primary key") }
    if isRequired { words.append("required") }
    if isUnique { words.append("unique") }
    if isIndexed, !isUnique { words.append("indexed") }
    if !choices.isEmpty { words.append(choices.map(\.label).joined(separator: " | ")) }
    if case .variant(let cases)? = document?.kind { words.append(cases.map(\.name).joined(separator: " | ")) }
    switch defaultValue {
    case .value(let value): words.append("default \(self.words(stored: value))")
    case .function: words.append("default by a function")
    case .uuid: words.append("made by itself")
    case nil:
      if isFilledByDatabase { words.append(defaultSQL.map { "default sql '\($0)'" } ?? "default by the database") }
    }
    if isGenerated {
      words.append(generation.map { "generated \($0.isSQL ? "sql " : "")'\($0.text)'" } ?? "computed by the database")
    }
    return (words + tests.map(\.source)).joined(separator: ", ")
  }
}
