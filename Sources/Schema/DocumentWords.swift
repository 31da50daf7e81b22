import Encodings

/// The words that people see of values inside of documents, whose stored JSON has what stands for them.
///
///     {"stay":129600,"kind":2}   →   {"stay":"PT36H","kind":"work"}
package struct DocumentWords {
  private let catalog: Catalog

  package init(_ catalog: Catalog) {
    self.catalog = catalog
  }

  /// Whether documents in a field hold values of which people see words.
  package func areNeeded(in field: Field) -> Bool {
    guard let kind = field.document?.kind, !field.isCoded else { return false }
    var seen: Set<String> = []
    return isNeeded(kind, &seen)
  }

  private func isNeeded(_ kind: Document.Kind, _ seen: inout Set<String>) -> Bool {
    switch kind {
    case .value(let field): return isNeeded(field, &seen)
    case .list(let element), .map(let element): return isNeeded(element, &seen)
    case .variant(let cases):
      for found in cases { if let payload = found.payload, isNeeded(payload, &seen) { return true } }
      return false
    case .object(let name):
      guard seen.insert(name).inserted, let entity = catalog[name] else { return false }
      for field in catalog.sharers(of: entity).flatMap(\.fields) where isNeeded(field, &seen) { return true }
      return false
    }
  }

  private func isNeeded(_ field: Field, _ seen: inout Set<String>) -> Bool {
    if field.isCoded { return false }
    return field.hasOtherWords || field.fallback != nil || field.document.map { isNeeded($0.kind, &seen) } ?? false
  }

  /// What people see of a stored value; nil where that is the value itself.
  package func seen(of cell: Cell, _ field: Field) -> Value? {
    guard let fallback = field.fallback(for: cell) else { return text(of: cell, field).map { .text($0) } }
    return fallback.withCell { text(of: $0, field) }.map { .text($0) } ?? fallback
  }

  /// The same as text, of a value that the field holds.
  private func text(of cell: Cell, _ field: Field) -> String? {
    field.document == nil ? field.label(of: cell) : document(of: cell, field).flatMap { try? $0.json() }
  }

  /// The JSON text of a document with the words in their places.
  package func text(stored text: String, _ kind: Document.Kind) -> String {
    var seen: Set<String> = []
    guard isNeeded(kind, &seen), let document = try? DocumentValue(kept: text.utf8) else { return text }
    return (try? said(document, kind).json()) ?? text
  }

  /// The stored documents of a field with the words in their places; nil where nothing in them has words.
  package func document(of cell: Cell, _ field: Field) -> DocumentValue? {
    guard cell.kind == .text, areNeeded(in: field) else { return nil }
    return (try? DocumentValue(kept: cell.bytes)).map { said($0, field) }
  }

  /// What is no value of its field stays as it is.
  private func said(_ document: DocumentValue, _ field: Field) -> DocumentValue {
    guard !field.isCoded else { return document }
    if document == .null { return fallback(of: field) ?? .null }
    if let kind = field.document?.kind { return said(document, kind) }
    guard field.hasOtherWords, let stored = document.plain else { return document }
    return stored.withCell { field.label(of: $0) }.map { .text($0) } ?? document
  }

  private func said(_ document: DocumentValue, _ kind: Document.Kind) -> DocumentValue {
    switch (kind, document) {
    case (.value(let field), _): said(document, field)
    case (.list(let element), .list(let values)): .list(values.map { said($0, element) })
    case (.map(let element), .map(let members)): .map(members.map { .init($0.name, said($0.value, element)) })
    case (.variant(let cases), .map(let members)):
      .map(
        members.map { member in
          let payload = cases.first { $0.name == member.name }?.payload
          return .init(member.name, payload.map { said(member.value, $0) } ?? member.value)
        })
    case (.object(let name), .map(let members)): object(members, name)
    default: document
    }
  }

  private func object(_ members: [DocumentValue.Member], _ name: String) -> DocumentValue {
    var entity = catalog[name]
    // A document of a shared table says itself whose it is.
    if entity?.sharing != nil, case .text(let kind)? = members[Sharing.field] { entity = catalog[kind] ?? entity }
    let present = members.map { member in
      DocumentValue.Member(member.name, entity?.field(member.name).map { said(member.value, $0) } ?? member.value)
    }
    let missing = (entity?.fields ?? []).compactMap { field -> DocumentValue.Member? in
      guard field.defaultValue == nil, members[field.name] == nil else { return nil }
      return fallback(of: field).map { .init(field.name, $0) }
    }
    return .map(present + missing)
  }

  /// What stands in a document in place of no value, where its field says so.
  private func fallback(of field: Field) -> DocumentValue? {
    guard !field.isCoded, let fallback = field.fallback, fallback != .null else { return nil }
    if let words = fallback.withCell({ field.label(of: $0) }) { return .text(words) }
    switch (field.type.reading, fallback) {
    case (.boolean, .integer(let value)): return .boolean(value == 1)
    case (.json, .text(let text)), (.document, .text(let text)):
      return (try? DocumentValue(json: text.utf8)).map { said($0, field) }
    case (_, .integer(let value)): return .integer(value)
    case (_, .real(let value)): return .real(value)
    case (_, .text(let text)): return .text(text)
    case (_, .data(let bytes)): return .text(Base64.text(bytes))
    default: return nil
    }
  }
}

extension Field {
  /// Whether functions of the script say what is stored.
  fileprivate var isCoded: Bool { encoder != nil || decoder != nil }
}

extension DocumentValue {
  /// A text or a number as a column has it.
  fileprivate var plain: Value? {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .number(let text): Array(text.utf8).withUnsafeBytes { NumberText.real($0) }.map { .real($0) }
    case .text(let text): .text(text)
    case .null, .boolean, .data, .date, .list, .map: nil
    }
  }
}
