/// What a person defined: a name, fields in order, relations, indexes.
///
/// `fields` are the columns of the table in order, keys of relations included; a field's place in it is its *slot*.
package struct Entity: Hashable, Sendable {
  /// An index over several fields, or over values that are made of them; of all rows, or of some.
  package struct Index: Hashable, Sendable {
    /// The names of the fields; in the place of a value that is made of fields, what a script says of it.
    package var fields: [String]
    package var isUnique: Bool
    /// The values that are made of fields, by their places.
    package var expressions: [Int: RowRule] = [:]
    /// The rows that it is of; nil = all.
    package var condition: RowRule?

    /// Whether it is of fields alone, and of all rows.
    package var isPlain: Bool { expressions.isEmpty && condition == nil }
    /// What is a field or a relation among its parts.
    package var members: [String] { fields.indices.filter { expressions[$0] == nil }.map { fields[$0] } }
    /// The fields that it looks at in expressions, as far as their meaning is known.
    package var fieldsInExpressions: Set<String> {
      let rules = Array(expressions.values) + (condition.map { [$0] } ?? [])
      return rules.reduce(into: []) { $0.formUnion($1.meaning?.fieldsOfRow ?? []) }
    }

    package init(fields: [String], isUnique: Bool) {
      self.fields = fields
      self.isUnique = isUnique
    }
  }

  package var name: String
  package var table: String
  package var fields: [Field]
  /// The fields without a column, whose slots come after those of `fields`.
  package var transients: [Field] = []
  /// The columns that objects do not show: the places in ordered relations; filled when the catalog is resolved.
  package var hiddenFields: [Field] = []
  package var relations: [Relation]
  package var indexes: [Index]
  /// The rules over several fields.
  package var rules: [RowRule] = []
  package var position: SourcePosition?
  /// True for an entity that was made from an existing table.
  package var isReflected = false
  /// True for an entity without a table, which others extend or hold.
  package var isAbstract = false
  /// How it shares a table with others; nil for one with a table of its own.
  package var sharing: Sharing?
  /// The entity that it extends, as long as that is not there.
  package var missingParent: String?
  /// True for the table of links that a `many_to_many` makes by itself.
  package var isLink = false
  /// The field or relation whose value says in which part of the table a row lies, where the database keeps parts.
  package var shardBy: String?
  /// What it or its table was called before, so that a migration can rename the table.
  package var formerName: String?
  /// True for a view: it can be read only.
  package var isView = false
  /// True for the rows of a statement, which are plain tables to a script.
  package var holdsPlainRows = false
  /// What the database numbers its rows by beside their key, where that may be NULL as tables made elsewhere have it.
  package var rowNumber: String?
  /// True where the database does not number a single integer key by itself, as tables made elsewhere may have it.
  package var isKeyGiven = false

  package init(
    name: String, table: String, fields: [Field], relations: [Relation] = [], indexes: [Index] = []
  ) {
    self.name = name
    self.table = table
    self.fields = fields
    self.relations = relations
    self.indexes = indexes
  }

  /// The slots of the primary key, in order; empty when the rows have no key.
  package var keySlots: [Int] { fields.indices.filter { fields[$0].isPrimaryKey } }

  /// The slot of the key that the database numbers by itself: a single integer key.
  package var automaticKeySlot: Int? {
    let keys = keySlots
    guard keys.count == 1, fields[keys[0]].type == .integer, fields[keys[0]].relation == nil, !isView, !isKeyGiven
    else { return nil }
    return keys[0]
  }

  /// The columns that say in which part of the table a row lies.
  package var shardColumns: [String] {
    guard let shardBy else { return [] }
    if let relation = relation(shardBy), relation.kind == .belongsTo { return relation.columns }
    return field(shardBy).map { [$0.column] } ?? []
  }

  /// The fields with a column, then those without.
  package var allFields: [Field] { transients.isEmpty ? fields : fields + transients }

  /// How many fields there are, with a column or without.
  package var memberCount: Int { fields.count + transients.count }

  /// The field of a slot, with a column or without.
  package func member(_ slot: Int) -> Field {
    slot < fields.count ? fields[slot] : transients[slot - fields.count]
  }

  package func slot(of name: String) -> Int? {
    fields.firstIndex { $0.name == name }
  }

  package func field(_ name: String) -> Field? {
    fields.first { $0.name == name }
  }

  package func relation(_ name: String) -> Relation? {
    relations.first { $0.name == name }
  }

  /// The names that a script may use for members that are stored, for suggestions.
  package var memberNames: [String] {
    fields.filter { $0.relation == nil || isReflected }.map(\.name) + relations.map(\.name)
  }

  /// The names of all members that an object has.
  package var objectMemberNames: [String] { memberNames + transients.map(\.name) }
}

/// Something that is said of the fields of a row: a rule, `check = { "start < finish" }`, or what an index is of.
package struct RowRule: Hashable, Sendable {
  /// As the script says it: a predicate, or SQL.
  package var text: String
  /// What it means, once its entity is whole; nil where the database alone judges it.
  package var meaning: Expression?
  /// Whether it was said as `sql "…"`.
  package var isSQL: Bool

  package init(_ text: String, isSQL: Bool = false) {
    self.text = text
    self.isSQL = isSQL
  }

  /// Whether it is told in the same words.
  package func says(_ other: RowRule) -> Bool { text == other.text && isSQL == other.isSQL }
}

/// The name of a table or column made from an entity's or relation's: snake case.
///
///     snakeCase("TrackList")   // "track_list"
///     snakeCase("HTTPServer")  // "http_server"
///     snakeCase("Track List")  // "track_list": whatever is no letter or digit becomes a line
package func snakeCase(_ name: String) -> String {
  let letters = Array(name)
  var result = ""
  for (index, letter) in letters.enumerated() {
    let followsLower = index > 0 && (letters[index - 1].isLowercase || letters[index - 1].isNumber)
    let endsAcronym =
      index > 0 && letters[index - 1].isUppercase && index + 1 < letters.count && letters[index + 1].isLowercase
    if letter.isUppercase, followsLower || endsAcronym, !result.hasSuffix("_") { result += "_" }
    result += letter.isLetter || letter.isNumber ? letter.lowercased() : "_"
  }
  return result
}

/// The name of an entity made from a table's: CamelCase, never singularised.
///
///     camelCase("track list")   // "TrackList"
///     camelCase("2024 sales")   // "_2024Sales"
package func camelCase(_ name: String) -> String {
  let words = name.split { !($0.isLetter || $0.isNumber) }
  var joined = ""
  for word in words { joined += word.prefix(1).uppercased() + String(word.dropFirst()) }
  guard let first = joined.first else { return "Table" }
  return first.isNumber ? "_" + joined : joined
}
