import Schema

/// Follows dotted names into the documents of a field: `address.geo.lat`, `homes.summer.city`, `shape.circle`.
struct DocumentPath {
  let catalog: Catalog
  let owner: Entity
  let path: FieldPath

  /// The field at the end of `path.inside`, under its whole name: what it compares with, and how it reads.
  func field(in outer: Field) throws(QueryError) -> Field {
    var found = outer
    for name in path.inside {
      guard !name.isPlaceInList else { throw .placeInDocument(name, path: path.description) }
      guard name.canStandInDocument else { throw .nameInDocument(name, path: path.description) }
      found = try member(name, of: found)
    }
    found = found.asked(of: path.part)
    found.name = path.description
    found.column = outer.column
    // Where the document is NULL, all in it is.
    (found.isRequired, found.isPrimaryKey, found.isUnique) = (false, false, false)
    return found
  }

  private func member(_ name: String, of field: Field) throws(QueryError) -> Field {
    switch field.document?.kind {
    case .object(let entity): return try member(name, ofObject: entity)
    case .map(let element): return self.field(name, of: element)
    case .variant(let cases):
      guard let found = cases.first(where: { $0.name == name }) else {
        throw .unknownField(entity: path.description, name: name, candidates: cases.map(\.name))
      }
      return found.payload.map { self.field(name, of: $0) } ?? Field(name: name, type: .boolean)
    case .list: throw .listInDocument(name, path: path.description)
    case .value(let inner): return try member(name, of: inner)
    // Nothing is declared of what JSON holds.
    case nil where field.holdsAnyJSON || field.type == .any: return .ofTable(name)
    case nil: throw .fieldIsNoRelation(entity: owner.name, name: field.name, path: path.description)
    }
  }

  private func member(_ name: String, ofObject entityName: String) throws(QueryError) -> Field {
    guard let entity = catalog[entityName] else { throw .unknownEntity(entityName) }
    guard let field = entity.field(name) else {
      throw .unknownField(entity: entityName, name: name, candidates: entity.fields.map(\.name))
    }
    return field
  }

  private func field(_ name: String, of kind: Document.Kind) -> Field {
    if case .value(let field) = kind { return field }
    var result = Field(name: name, type: .embedded)
    result.document = Document(kind)
    return result
  }
}

extension String {
  /// Whether conditions can follow it into a document.
  package var leadsIntoDocument: Bool { canStandInDocument && !isPlaceInList }

  /// Keys of stored text are compared as they are written there: what JSON escapes cannot be found.
  fileprivate var canStandInDocument: Bool {
    unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
  }

  /// `tags[1]`: whoever writes that means no name.
  fileprivate var isPlaceInList: Bool {
    guard last == "]", let start = lastIndex(of: "[") else { return false }
    let place = self[index(after: start)...].dropLast()
    return !place.isEmpty && place.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

extension Field {
  /// What a table has under a name, of which nothing is declared, as of what JSON holds.
  package static func ofTable(_ name: String) -> Field {
    var part = Field(name: name, type: .any)
    part.isPartOfJSON = true
    return part
  }

  /// A part of JSON of which a class is asked; anything else as it is.
  package func asked(of part: PartClass?) -> Field {
    guard isPartOfJSON, let part else { return self }
    var result = self
    result.part = part
    if part.isWhole { result.type = .json }
    return result
  }

  /// Where a part of JSON was asked for as a whole: such a part again, of which any class may be asked.
  package var holdingPart: Field {
    var result = self
    if part?.isWhole == true { (result.type, result.part) = (.any, nil) }
    return result
  }

  /// Whether names behind it lead into JSON of which nothing is declared.
  var holdsAnyJSON: Bool { type == .json && encoder == nil && decoder == nil }
}

/// What a part of a document is to a database.
package enum DocumentMember: Hashable, Sendable {
  /// A text, a number or a truth, as it stands there; of which class it is to be.
  case plain(Storage)
  /// JSON text: a table, a list, or any value.
  case json
  /// The same, equal values written alike.
  case key
  /// The text of a decimal, read as the integer that a column of this scale holds.
  case decimal(scale: Int)
  /// Bytes in base 64.
  case data
  /// What is of one class alone: a truth as 1 or 0, a table as its text.
  case part(PartClass)

  init(_ field: Field) {
    if let part = field.part {
      self = part == .json ? .json : part == .key ? .key : .part(part)
      return
    }
    switch field.type.reading {
    case .json, .document: self = .json
    case .decimal: self = .decimal(scale: field.scale)
    case .asStored, .boolean, .label: self = field.storage == .data ? .data : .plain(field.storage)
    }
  }
}
