import Encodings
import Schema

/// A request that asks for something that the schema does not have.
package enum QueryError: Error, Hashable, Sendable {
  case unknownField(entity: String, name: String, candidates: [String])
  /// A field of entities that extend the one that was asked, in the same table.
  case fieldOfKinds(entity: String, name: String, kinds: [String])
  /// A field that objects have and rows have not.
  case transientField(entity: String, name: String)
  case unknownRelation(entity: String, name: String, path: String, candidates: [String])
  case fieldIsNoRelation(entity: String, name: String, path: String)
  case relationIsToMany(entity: String, name: String, path: String)
  case relationIsNoField(entity: String, name: String)
  case noKey(entity: String)
  /// A key, or what must be unique, of a table in parts, without what says in which part a row lies.
  case shardOutsideKey(entity: String, shard: String, key: [String])
  case unknownEntity(String)
  /// A column that a SELECT in place of the table does not have.
  case missingInRows(entity: String, column: String)
  /// Names inside documents: a list has places, and some names cannot be looked for.
  case listInDocument(String, path: String)
  case nameInDocument(String, path: String)
  case groupNameTwice(String)
  case aggregateOfNoNumber(String, field: String, type: String)
  /// An order of texts that this database does not have.
  case collationUnknown(entity: String, field: String, collation: Collation)
  /// SQL of a script for the schema with a function that other programs do not have.
  case functionOfOurs(entity: String, text: String, function: String)
  /// Values that count once are sorted by something that they do not show.
  case distinctSort(String, values: [String])
}

extension QueryError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownField(let entity, let name, let candidates):
      "\(entity) has no field \(quotedExcerpt(name)).\(suggestion(for: name, in: candidates))"
    case .fieldOfKinds(let entity, let name, let kinds):
      "\(entity) has no field \(quotedExcerpt(name)): it is a field of \(kinds.joined(separator: " and ")). Ask"
        + " \(kinds.first ?? "that") for it"
    case .transientField(let entity, let name):
      "\(entity): field \(quotedExcerpt(name)) is transient: it is never stored, so the database cannot be asked for it"
    case .unknownRelation(let entity, let name, let path, let candidates):
      "\(entity) has no relation \(quotedExcerpt(name)) (in \(quotedExcerpt(path))).\(suggestion(for: name, in: candidates))"
    case .fieldIsNoRelation(let entity, let name, let path):
      "\(entity): \(quotedExcerpt(name)) is a field, not a relation: nothing can follow it (in \(quotedExcerpt(path)))"
    case .relationIsToMany(let entity, let name, let path):
      "\(entity): \(quotedExcerpt(name)) leads to many rows: \(quotedExcerpt(path)) has no single value"
    case .relationIsNoField(let entity, let name):
      "\(entity): \(quotedExcerpt(name)) is a relation, not a field. Name a field of it: \(quotedExcerpt(name + ".…"))"
    case .listInDocument(let name, let path):
      "\(quotedExcerpt(path)): \(quotedExcerpt(name)) would be of a list, which has many: ask a function,"
        + " where(function(p) … end)"
    case .nameInDocument(let name, let path):
      "\(quotedExcerpt(path)): no name with quotes or control characters, such as \(quotedExcerpt(name)), can be asked"
        + " for inside a document"
    case .shardOutsideKey(let entity, let shard, let key):
      "\(entity): a table in parts by \(quotedExcerpt(shard)) cannot look into all of them for"
        + " \(key.map { quotedExcerpt($0) }.joined(separator: ", ")): \(quotedExcerpt(shard)) must be part of that key"
    case .noKey(let entity): "\(entity) has no primary key: its rows cannot be told apart"
    case .distinctSort(let name, let values):
      "distinct values of \(values.joined(separator: ", ")) cannot be sorted by \(quotedExcerpt(name)): several rows stand"
        + " behind one value"
    case .groupNameTwice(let name): "\(quotedExcerpt(name)) names two values of a group"
    case .aggregateOfNoNumber(let function, let field, let type):
      "\(function) takes numbers: field \(quotedExcerpt(field)) is \(type)"
    case .missingInRows(let entity, let column):
      "\(entity): the SELECT that takes the place of its table has no column \(quotedExcerpt(column))"
    case .collationUnknown(let entity, let name, let collation):
      "\(entity), field \(quotedExcerpt(name)): this database has no collation \"\(collation.word)\": leave it out, and say"
        + " { ignore_case = true } in tests and sorts"
    case .functionOfOurs(let entity, let text, let function):
      "\(entity): \(quotedExcerpt(text)): \(quotedExcerpt(function)) is a function of Moonshell, which other programs at the"
        + " database do not have"
    case .unknownEntity(let name): "there is no entity \(quotedExcerpt(name))"
    }
  }
}
