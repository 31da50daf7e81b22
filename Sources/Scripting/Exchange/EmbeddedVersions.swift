import Interchange
import Schema

/// The versions of the documents that stand in a field: `embedded`, `list_of`, `map_of`, `variant`.
struct EmbeddedVersions {
  let decoder: DocumentDecoder

  /// The value with the version in each document of an entity that has one.
  static func marked(_ value: DocumentValue, _ kind: Document.Kind, _ session: Session) -> DocumentValue {
    map(value, kind) { members, name in
      let model = session.model(name)
      let inner = members.map { member in
        let field = model?.entity.field(member.name)?.document?.kind
        return DocumentValue.Member(member.name, field.map { marked(member.value, $0, session) } ?? member.value)
      }
      guard let version = model?.hooks.version, version > 1 else { return inner }
      return inner + [DocumentValue.Member(DocumentEncoder.versionName, .integer(Int64(version)))]
    }
  }

  /// The value with each document of an older version brought up to date.
  func upToDate(_ value: DocumentValue, _ kind: Document.Kind?) throws -> DocumentValue {
    guard let kind else { return value }
    return try Self.map(value, kind) { members, name in
      guard let model = decoder.session.model(name) else { return members }
      let context = model.context(in: decoder.session.main)
      return try decoder.members(of: .map(members), context).filter { $0.name != DocumentEncoder.versionName }
        .map { member in
          let field = model.entity.field(member.name)?.document?.kind
          return DocumentValue.Member(member.name, try upToDate(member.value, field))
        }
    }
  }

  /// Changes the members of each document of an entity that a value of a kind holds; what does not fit stays.
  private static func map(
    _ value: DocumentValue, _ kind: Document.Kind,
    _ change: ([DocumentValue.Member], String) throws -> [DocumentValue.Member]
  ) rethrows -> DocumentValue {
    switch (kind, value) {
    case (.object(let name), .map(let members)): return .map(try change(members, name))
    case (.list(let element), .list(let elements)): return .list(try elements.map { try map($0, element, change) })
    case (.map(let element), .map(let members)):
      return .map(try members.map { .init($0.name, try map($0.value, element, change)) })
    case (.variant(let cases), .map(let members)):
      return .map(
        try members.map { member in
          guard let payload = cases.first(where: { $0.name == member.name })?.payload else { return member }
          return .init(member.name, try map(member.value, payload, change))
        })
    case (.value(let field), _):
      guard let inner = field.document?.kind else { return value }
      return try map(value, inner, change)
    default: return value
    }
  }
}
