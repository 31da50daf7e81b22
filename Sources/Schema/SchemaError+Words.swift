import Encodings

private func place(_ entity: String, _ relation: String) -> String {
  "entity \(quotedExcerpt(entity)), relation \(quotedExcerpt(relation))"
}

extension SchemaError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .operand(let field, let type, let value, let expected):
      "\(field.words) is \(type): it cannot be compared with \(value) (expected \(expected))"
    case .encoding(let field, let value, let reason):
      "\(field.words) cannot be compared with \(value): \(reason)"
    case .testNeedsText(let test, let field, let type):
      "\(field.words) is \(type): is.\(test) tests text only"
    case .testNeedsDays(let test, let field, let type):
      "\(field.words) is \(type): is.\(test) tests days and moments only"
    case .pattern(let source, let reason, let offset):
      "the regular expression \(quotedExcerpt(source)) has a mistake at character \(offset + 1): \(reason)"
    case .searchTooLong(let source):
      "the regular expression \(quotedExcerpt(source)) takes too long: its search was given up"
    case .missingEntities(let missing):
      missing.map(\.words).joined(separator: "\n")
    case .unknownInverse(let entity, let relation, let inverse, let target, let candidates):
      "\(place(entity, relation)): \(target) has no relation \(quotedExcerpt(inverse)) to \(entity)."
        + Schema.suggestion(for: inverse, in: candidates)
    case .ambiguousInverse(let entity, let relation, let target, let candidates):
      "\(place(entity, relation)): \(target) has several relations to \(entity)"
        + " (\(candidates.joined(separator: ", "))). Say which one: inverse = \"\(candidates.first ?? "")\""
    case .noInverse(let entity, let relation, let target):
      "\(place(entity, relation)): \(target) has no belongs_to \"\(entity)\", which would hold the key"
    case .targetWithoutKey(let entity, let relation, let target):
      "\(place(entity, relation)): \(target) has no primary key of as many columns to refer to"
    case .unknownReference(let entity, let relation, let target, let field, let candidates):
      "\(place(entity, relation)): \(target) has no field \(quotedExcerpt(field)) to refer to."
        + Schema.suggestion(for: field, in: candidates)
    case .referenceNotUnique(let entity, let relation, let target, let fields):
      "\(place(entity, relation)): \(target) may have several rows with the same \(fields.joined(separator: ", ")):"
        + " what is referred to is unique = true, or has a unique index"
    case .abstractTarget(let entity, let relation, let target):
      "\(place(entity, relation)): \(target) is abstract: it has no table to refer to"
    case .throughWithoutKey(let entity, let relation, let through, let target):
      "\(place(entity, relation)): \(through) has no belongs_to \"\(target)\", which would hold one end of each link"
    case .ambiguousThrough(let entity, let relation, let through, let target, let candidates):
      "\(place(entity, relation)): \(through) has several relations to \(target) (\(candidates.joined(separator: ", "))):"
        + " a link has one end on each side"
    case .otherLink(let entity, let relation, let inverse):
      "\(place(entity, relation)): \(inverse) on the other side has other links: both must say the same 'through' or 'table'"
    case .ownInverse(let entity, let relation):
      "\(place(entity, relation)): it cannot be its own inverse, for it leads one way only. Leave 'inverse' out and set"
        + " both ways, or name another relation, which leads back"
    case .linkTable(let entity, let relation, let table, let owner):
      "\(place(entity, relation)): its links would be in the table \(quotedExcerpt(table)), which is that of \(owner)."
        + " Say through = \"\(owner)\", or give it another: table = \"…\""
    case .circularParents(let entity, let parent):
      "entity \(quotedExcerpt(entity)), option 'extends': \(quotedExcerpt(parent)) extends \(quotedExcerpt(entity)) itself"
    case .parentWithoutDefinition(let entity, let parent):
      "entity \(quotedExcerpt(entity)), option 'extends': \(quotedExcerpt(parent)) was made of an existing table only."
        + " Define it, to share its table"
    case .sharedTable(let table, let first, let second):
      "entities \(quotedExcerpt(first)) and \(quotedExcerpt(second)) have the same table \(quotedExcerpt(table))."
        + " Give one of them another: table = \"…\""
    }
  }
}

extension SchemaError.MissingEntity {
  fileprivate var words: String {
    "\(holder): there is no entity \(quotedExcerpt(name))\(position.map { " (\($0))" } ?? "")."
      + (suggestion.map { " Did you mean \(quotedExcerpt($0))?" } ?? "")
  }

  /// The member of the schema that names the entity.
  private var holder: String {
    if !relation.isEmpty { return place(entity, relation) }
    return "entity \(quotedExcerpt(entity)), " + (field.isEmpty ? "option 'extends'" : "field \(quotedExcerpt(field))")
  }
}

extension String {
  /// A field by its name; one that is only being made has none yet.
  fileprivate var words: String { isEmpty ? "it" : "field \(quotedExcerpt(self))" }
}

extension SchemaError {
  /// A day and a time, compared with a field that has neither.
  static func momentOperand(field: String, type: String, expected: String) -> SchemaError {
    .operand(field: field, type: type, value: "a day and time", expected: expected)
  }
}
