import Encodings
import Schema

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
    case .keyOfSeveralFields(let entity, let name, let fields):
      "\(entity): \(quotedExcerpt(name)) leads by \(fields.joined(separator: " and ")) together: name one of them"
    case .listInDocument(let name, let path):
      "\(quotedExcerpt(path)): \(quotedExcerpt(name)) would be of a list, which has many: ask a function,"
        + " where(function(p) … end)"
    case .placeInDocument(let name, let path):
      "\(quotedExcerpt(path)): \(quotedExcerpt(name)) would be a place in a list: ask a function, where(function(p) … end)"
    case .nameInDocument(let name, let path):
      "\(quotedExcerpt(path)): no name with quotes or control characters, such as \(quotedExcerpt(name)), can be asked"
        + " for inside a document"
    case .shardOutsideKey(let entity, let shard, let key):
      "\(entity): a table in parts by \(quotedExcerpt(shard)) cannot look into all of them for"
        + " \(key.map { quotedExcerpt($0) }.joined(separator: ", ")): \(quotedExcerpt(shard)) must be part of that key"
    case .noKey(let entity): "\(entity) has no primary key: its rows cannot be told apart"
    case .distinctSort(let name, let values):
      "distinct values of \(values.joined(separator: ", ")) cannot be sorted by \(name.map { quotedExcerpt($0) } ?? "a function"):"
        + " several rows stand behind one value"
    case .groupNameTwice(let name): "\(quotedExcerpt(name)) names two values of a group"
    case .aggregateOfNoNumber(let function, let field, let type):
      type == "boolean"
        ? "\(function) takes numbers: \(quotedExcerpt(field)) is true or false. Count with where, or write"
          + " if(\(quotedExcerpt(field).dropFirst().dropLast()), 1, 0)"
        : "\(function) takes numbers: field \(quotedExcerpt(field)) is \(type)"
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
