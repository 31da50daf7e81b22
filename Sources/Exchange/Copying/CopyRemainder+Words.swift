import Encodings

/// What a copy leaves behind, because it is said in the words of one database.
enum CopyRemainder {
  case view(name: String)
  case empty(table: String)
  case indistinct(table: String)
  case sameName(table: String)
  case index(name: String)
  case checks(entity: String)
  case `default`(entity: String, field: String)
  case computation(entity: String, field: String)
  case collation(entity: String, field: String)
  case equality(entity: String, field: String, type: String)
  /// What the type of a column refuses by itself.
  case type(entity: String, field: String, type: String)
  case comments(entity: String)
  /// What only its schema tells from the table that its name means.
  case hidden(schema: String, table: String)
  /// Where it stands here: what is copied stands where tables are made.
  case schema(String, table: String)

  var message: String {
    switch self {
    case .view(let name): "view \(quotedExcerpt(name))"
    case .empty(let table): "table \(quotedExcerpt(table)), which has no columns"
    case .indistinct(let table): "table \(quotedExcerpt(table)), whose columns differ in nothing but case"
    case .sameName(let table): "table \(quotedExcerpt(table)), whose name differs from another's in nothing but case"
    case .comments(let entity): "comments of \(entity)"
    case .hidden(let schema, let table):
      "table \(quotedExcerpt("\(schema).\(table)")), which is hidden behind another \(quotedExcerpt(table))"
    case .schema(let schema, let table): "that \(quotedExcerpt(table)) stands in the schema \(schema)"
    case .index(let name): "index \(quotedExcerpt(name))"
    case .checks(let entity): "CHECKs of \(entity)"
    case .default(let entity, let field): "the default of \(entity).\(field)"
    case .computation(let entity, let field): "the formula of \(entity).\(field) (its values are copied)"
    case .equality(let entity, let field, let type):
      "that \(entity).\(field) (\(type)) takes texts for equal that differ"
    case .type(let entity, let field, let type): "what \(entity).\(field) refuses as \(type)"
    case .collation(let entity, let field): "that \(entity).\(field) compares without case"
    }
  }
}
