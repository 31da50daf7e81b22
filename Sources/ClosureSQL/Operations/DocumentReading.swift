import Query
import Schema

/// What reading a field of JSON text gives, and what reading on into that gives: `p.address.city`, `p.avatar.colors[1]`.
extension MemberReader {
  /// A field of documents, or of any JSON.
  func document(_ field: Field, of row: Row) -> Outcome {
    let column = FieldPath(relations: row.path(row.relations), field: field.name)
    let part = DocumentPart(field: column, path: [], kind: .table)
    let absent = Expression.isNull(.field(column))
    guard dialect.canDo(.partType) else { return .fork(absent, .nil, Self.unsaid(field)) }
    guard field.type.reading == .document else { return .fork(absent, .nil, json(part, isField: true)) }
    guard dialect.canDo(.isOfShape), let document = field.document,
      let shape = DocumentShape(document.kind, in: catalog, isPlain: { host?.readsPlainly($0) ?? true })
    else { return .fork(absent, .nil, Self.unsaid(field)) }
    let isOfShape = Expression.comparison(
      .equal, .kernel(.isOfShape, [.field(column), .literal(.text(shape.text))]), .literal(.integer(1)))
    let known = DocumentPart(field: column, path: [], kind: .declared(document.kind))
    return .fork(
      absent, .nil,
      .fork(isOfShape, .value(.document(known)), .raise(.otherDocument(field: field.name))))
  }

  private static func unsaid(_ field: Field) -> Outcome { .unknown(.value, .document(field: field.name)) }

  /// A part of which nothing is declared; a whole field that is null is nil, as it is where documents declare one.
  private func json(_ part: DocumentPart, isField: Bool) -> Outcome {
    let null = isField ? Outcome.nil : .unknown(.null, .nullInDocument)
    // What is another text is used as every text is.
    let other = Outcome.raise(part.path.isEmpty ? .noJSON : .zeroByte)
    let rest = Outcome.fork(part.isOf("nothing"), .nil, .fork(part.isOf("null"), null, other))
    return .fork(
      part.isOf("text"), .term(.text, part.asked(.partText)),
      .fork(
        part.isOf("number"), .term(.number, part.asked(.partNumber)),
        .fork(
          part.isOf("table"), .value(.document(part)),
          .fork(part.isOf("boolean"), .term(.boolean, part.asked(.partTruth)), rest))))
  }

  // MARK: Parts

  /// What `part[key]` is.
  func read(_ key: Symbol, of part: DocumentPart) throws -> Outcome {
    guard case .constant(let key) = key else {
      throw Untranslatable(DocumentRefusal.nameOfRow)
    }
    switch part.kind {
    case .table: return step(key).map { json(part.behind($0), isField: false) } ?? .nil
    case .declared(.object(let name)): return try member(key, of: part, name)
    case .declared(.list(let element)):
      guard case .integer? = step(key), let step = step(key) else { return .nil }
      return try value(part.behind(step), element, mayBeMissing: true)
    case .declared(.map(let element)):
      guard case .text? = step(key), let step = step(key) else { return .nil }
      return try value(part.behind(step), element, mayBeMissing: true)
    case .declared(.variant(let cases)):
      guard case .text(let name)? = step(key), let found = cases.first(where: { $0.name == name }) else { return .nil }
      let next = part.behind(.text(name))
      guard let payload = found.payload else { return .fork(next.isOf("nothing"), .nil, .boolean(true)) }
      return try value(next, payload, mayBeMissing: true)
    case .declared(.value): throw Untranslatable(DocumentRefusal.readsInto)
    }
  }

  /// A key as a table of JSON may have it.
  private func step(_ key: Constant) -> Value? {
    switch Operations.normal(key) {
    case .integer(let place): return .integer(place)
    case .string(let bytes) where !bytes.contains(0): return String(validating: bytes, as: UTF8.self).map { .text($0) }
    default: return nil
    }
  }

  private func member(_ key: Constant, of part: DocumentPart, _ name: String) throws -> Outcome {
    guard let entity = catalog[name], case .text(let member)? = step(key) else {
      throw Untranslatable(DocumentRefusal.withoutName)
    }
    guard let field = entity.field(member) else {
      if let method = host?.method(member, of: name), !method.isNil { return .value(.constant(Constant(method))) }
      throw Untranslatable(DocumentRefusal.noField(name: member, entity: name))
    }
    return try value(part.behind(.text(member)), field, mayBeMissing: !field.isRequired)
  }

  private func value(_ part: DocumentPart, _ kind: Document.Kind, mayBeMissing: Bool) throws -> Outcome {
    if case .value(let field) = kind { return try value(part, field, mayBeMissing: mayBeMissing) }
    var part = part
    part.kind = .declared(kind)
    let found = Outcome.value(.document(part))
    return mayBeMissing ? .fork(part.isOf("table"), found, .nil) : found
  }

  /// A field in a document that is known to be of its shape.
  private func value(_ part: DocumentPart, _ field: Field, mayBeMissing: Bool) throws -> Outcome {
    let value = part.asked(.part)
    func term(_ kind: Term.Kind, _ value: Expression) -> Outcome {
      .value(.term(Term(kind: kind, expression: value, isNullable: mayBeMissing)))
    }
    switch field.type.reading {
    case .json:
      var part = part
      part.kind = .table
      return json(part, isField: true)
    case .document:
      guard let document = field.document else { throw Untranslatable(DocumentRefusal.readsInto) }
      return try self.value(part, document.kind, mayBeMissing: mayBeMissing)
    case .boolean: return term(.boolean, value)
    case .label:
      let isPlain = field.choices.allSatisfy { $0.stored == .text($0.label) }
      return term(isPlain ? .text : .word(field.choices), value)
    case .decimal:
      guard let path = part.named else {
        return .unknown(.value, .decimalInDocuments(field: field.name))
      }
      return term(.decimal(scale: field.scale), .field(path))
    case .asStored: break
    }
    switch field.storage {
    case .integer: return term(.integer, value)
    // It may be written as an integer.
    case .real: return term(.real, .arithmetic(.multiply, value, .literal(.real(1))))
    case .text: return term(.text, value)
    case .data, .any: return .unknown(.value, .bytesInDocument(field: field.name))
    }
  }
}
