import Encodings
import LuaRows
import LuaRuntime
import Schema

/// The documents that stand in fields: what they are of, where they are, how deep.
package struct Embedding {
  private static let kindPath = ".kind"

  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// The entity whose objects stand in a document.
  ///
  /// - Throws: `SchemaError`, when it was not declared.
  func documentContext(_ name: String, place: String) throws -> ObjectContext {
    if let model = session.entities.model(name) { return model.context(in: session.databases.main) }
    let parts = place.split(separator: ".", maxSplits: 1).map(String.init)
    let missing = SchemaError.MissingEntity(
      name: name, entity: parts.first ?? name, relation: "", field: parts.last ?? "",
      suggestion: nearest(to: name, in: session.entities.names))
    throw SchemaError.missingEntities([missing])
  }

  /// The entity among those that share a table which a document says that it is of; of its own where it says nothing.
  func kind(of context: ObjectContext, named kind: LuaValue) throws -> ObjectContext {
    let kinds = session.entities.catalog.entities.map(\.name).filter {
      session.entities.model(ofKind: $0, in: context.model) != nil
    }
    if kind.isNil {
      guard context.model.entity.isAbstract else { return context }
      throw CastError([DocumentFault(path: Self.kindPath, .kindIsMissing(kinds: kinds))])
    }
    if let name = kind.text, let model = session.entities.model(ofKind: name, in: context.model) {
      return model.context(in: session.databases.main)
    }
    let reason = UnfitValue.noSuchKind(found: kind.described, text: kind.text, kinds: kinds)
    throw CastError([DocumentFault(path: Self.kindPath, reason)])
  }

  /// Runs `body` one document deeper, in a table or an object; one that stands in itself, or too deep, is refused.
  func entering<Result>(_ value: BorrowedValue, _ body: () throws -> Result) throws -> Result {
    guard let address = value.address else { return try body() }
    let scope = session.state(DocumentScope.self)
    guard !scope.open.contains(address) else { throw CastError(UnfitValue.containsItself) }
    guard scope.open.count < Document.largestDepth, value.hasRoom(32) else {
      throw CastError(UnfitValue.tooDeep(limit: Document.largestDepth))
    }
    scope.open.append(address)
    defer { scope.open.removeLast() }
    return try body()
  }

  /// Calls `body`, in which the documents of an object are parts of the member that the object itself is.
  func embedding<Result>(in place: String, _ body: () throws -> Result) rethrows -> Result {
    let outer = session.state(DocumentScope.self).place
    session.state(DocumentScope.self).place = place.isEmpty ? nil : place
    defer { session.state(DocumentScope.self).place = outer }
    return try body()
  }

  /// Where the documents of a field stand: in the object that is being filled, or in one with a row.
  func place(of field: Field) -> String {
    session.state(DocumentScope.self).place.map { "\($0).\(field.name)" } ?? field.document?.place ?? ""
  }

  /// The content of an object that is part of another, for a person.
  package func excerpt(ofEmbedded object: LuaRowObject, _ context: ObjectContext) -> String {
    let kind = Document.Kind.object(context.name)
    let stored = try? DocumentWriter.text(kind, of: object.place, place: "", marksVersions: false, session)
    let text = stored.map { DocumentWords(session.entities.catalog).text(stored: $0, kind) }
    // Without the quotes of an excerpt: it is no text.
    return text.map { " " + quotedExcerpt($0, limit: 60).dropFirst().dropLast() } ?? ""
  }
}

extension LuaRowObject {
  /// Has no row of its own, which could be saved or deleted.
  package func partOfAnother(_ context: ObjectContext) -> ScriptError {
    let place = owner
    let whole = place.split(separator: ".").first.map(String.init)
    return ScriptError(ObjectError.partOfAnother(entity: context.name, place: place, whole: whole))
  }
}

extension LuaRowObject {
  /// A field of an object inside another, as the entity with a row and the way from there.
  ///
  ///     Address: city   →   Player: address.city
  func outermost(_ field: Field, _ entity: Entity) -> (field: Field, entity: Entity) {
    guard state == .embedded, let dot = owner.firstIndex(of: ".") else { return (field, entity) }
    var (field, entity) = (field, entity)
    entity.name = String(owner[..<dot])
    field.name = "\(owner[dot...].dropFirst()).\(field.name)"
    return (field, entity)
  }
}

extension Relation {
  /// Documents hold values only.
  package func leadsNowhere(_ entity: Entity) -> ScriptError {
    let key = kind == .belongsTo ? columns.first ?? name : nil
    return ScriptError(ObjectError.noRelationsInside(entity: entity.name, relation: name, key: key))
  }
}
