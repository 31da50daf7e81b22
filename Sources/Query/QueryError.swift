import Schema

/// A request that asks for something that the schema does not have.
///
/// The words are in `QueryError+Words.swift`.
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
  /// One value was wanted of a relation whose key has several.
  case keyOfSeveralFields(entity: String, name: String, fields: [String])
  case noKey(entity: String)
  /// A key, or what must be unique, of a table in parts, without what says in which part a row lies.
  case shardOutsideKey(entity: String, shard: String, key: [String])
  case unknownEntity(String)
  /// A column that a SELECT in place of the table does not have.
  case missingInRows(entity: String, column: String)
  /// Names inside documents: a list has places, and some names cannot be looked for.
  case listInDocument(String, path: String)
  case placeInDocument(String, path: String)
  case nameInDocument(String, path: String)
  case groupNameTwice(String)
  case aggregateOfNoNumber(String, field: String, type: String)
  /// An order of texts that this database does not have.
  case collationUnknown(entity: String, field: String, collation: Collation)
  /// SQL of a script for the schema with a function that other programs do not have.
  case functionOfOurs(entity: String, text: String, function: String)
  /// Values that count once are sorted by something that they do not show; nil for a function.
  case distinctSort(String?, values: [String])
}
