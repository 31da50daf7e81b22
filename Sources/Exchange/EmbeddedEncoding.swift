import Encodings
import Interchange
import LuaRows
import LuaRuntime
import Model
import Schema

/// Asks the `before_encode` of the entities whose objects stand in a field: of the innermost ones first, so that each
/// function sees the document as it will be written.
struct EmbeddedEncoding {
  let session: SessionContext
  let stack: LuaStack

  static func isNeeded(_ field: Field, _ session: SessionContext) -> Bool {
    guard let document = field.document, field.encoder == nil, field.decoder == nil else { return false }
    return Embedding(session).documents(of: document.kind) { $0.beforeEncode != nil }
  }

  /// The document of a field as the functions leave it; `seen` is the value that scripts see.
  func encoded(_ value: DocumentValue, _ field: Field, _ seen: BorrowedValue) throws -> DocumentValue {
    guard let kind = field.document?.kind, Self.isNeeded(field, session) else { return value }
    return try encoded(value, kind, seen)
  }

  private func encoded(_ value: DocumentValue, _ kind: Document.Kind, _ seen: BorrowedValue) throws -> DocumentValue {
    guard seen.hasRoom(16) else { throw CastError(ExchangeError.tooDeepNested) }
    switch (kind, value) {
    case (.object, .map(let members)): return .map(try object(members, seen))
    case (.value(let field), _): return try encoded(value, field, seen)
    case (.list(let element), .list(let elements)):
      return .list(
        try elements.enumerated().map { place, value in
          try seen.scoped { try encoded(value, element, seen.element(place + 1)) }
        })
    case (.map(let element), .map(let members)): return .map(try parts(members, seen) { _ in element })
    case (.variant(let cases), .map(let members)):
      return .map(try parts(members, seen) { name in cases.first { $0.name == name }?.payload })
    default: return value
    }
  }

  private func parts(
    _ members: [DocumentValue.Member], _ seen: BorrowedValue, _ kind: (String) -> Document.Kind?
  ) throws -> [DocumentValue.Member] {
    guard seen.isTable else { return members }
    return try members.map { member in
      guard let kind = kind(member.name) else { return member }
      return .init(member.name, try seen.scoped { try encoded(member.value, kind, seen.member(member.name)) })
    }
  }

  private func object(_ members: [DocumentValue.Member], _ seen: BorrowedValue) throws -> [DocumentValue.Member] {
    guard let object = seen.rowObject, let context = object.context(as: ObjectContext.self) else { return members }
    let entity = context.presentEntity
    let inner = try members.map { member in
      guard let slot = entity.slot(of: member.name), object.holds(slot) else { return member }
      let value = try seen.scoped { try encoded(member.value, entity.fields[slot], object.borrowed(slot)) }
      return DocumentValue.Member(member.name, value)
    }
    // Inside a document everything is as JSON has it, whatever the format.
    return try PlainDocuments(session: session, stack: stack, format: .json).asked(inner, of: object, context)
  }
}
