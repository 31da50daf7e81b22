import Encodings
import LuaRows
import LuaRuntime
import Schema

/// Makes documents of what scripts give: objects of an entity, tables, values.
///
/// A document is a copy: what it was made of may be changed, and given to others, without it. Names and types, and the
/// tests of all that is in it, are checked at once.
struct DocumentTaker {
  let session: SessionContext
  /// Whose part the objects are: `Player.address`.
  let place: String

  /// Makes a value the document that it is.
  ///
  /// - Throws: `CastError`; the value is as it was.
  func take(_ value: BorrowedValue, as kind: Document.Kind) throws {
    if value.isNil { return }
    try value.scoped { value.become(try document(kind, of: value)) }
  }

  /// The document that a value is, above.
  func document(_ kind: Document.Kind, of value: BorrowedValue) throws -> BorrowedValue {
    if case .value(let field) = kind { return try tested(FieldSlot(field, index: 0, isAutomaticKey: false), value) }
    return try Embedding(session).entering(value) {
      switch kind {
      case .value: value
      case .object(let name): try object(name, of: value)
      case .list(let element): try list(of: element, from: value)
      case .map(let element): try map(of: element, from: value)
      case .variant(let cases): try variant(of: cases, from: value)
      }
    }
  }

  /// The same for a part of the document.
  private func inner(_ part: String) -> DocumentTaker { DocumentTaker(session: session, place: place + part) }

  private func refusal(_ expected: Expectation, _ value: BorrowedValue) -> CastError {
    CastError(UnfitValue.notExpected(expected, found: value.input.described))
  }

  // MARK: Values, lists, maps

  private func tested(_ slot: FieldSlot, _ value: BorrowedValue) throws -> BorrowedValue {
    let copy = value.copied()
    try FieldCoding(session).normalize(copy, for: slot)
    if copy.isNil { throw CastError(UnfitValue.cannotBeNull) }
    try DocumentTests(session: session).check(slot, copy)
    return copy
  }

  private func element(_ kind: Document.Kind, _ slot: FieldSlot?, of value: BorrowedValue) throws -> BorrowedValue {
    if value.isNil || FieldCoding(session).isNull(value) { throw CastError(UnfitValue.cannotBeNull) }
    return if let slot { try tested(slot, value) } else { try document(kind, of: value) }
  }

  private func list(of element: Document.Kind, from list: BorrowedValue) throws -> BorrowedValue {
    guard list.isTable else { throw refusal(.listOf(element.words), list) }
    try checkPlaces(of: list)
    let result = list.newTable(array: list.length)
    let slot = element.slot
    var faults = Misfits()
    try list.forEachElement { position, value in
      try faults.at("[\(position)]") {
        result.set(position, to: try inner("[…]").element(element, slot, of: value))
      }
    }
    try faults.check()
    return result
  }

  /// A list has places from 1 to its length and nothing else.
  func checkPlaces(of list: BorrowedValue) throws {
    let count = list.length
    try list.forEachMember { key, _ in
      if key.isInteger, let place = key.integer, place >= 1, place <= count { return }
      let place = session.lua.describe(key.value)
      throw CastError(key.kind == .number ? UnfitValue.gap(place: place) : UnfitValue.nameInList(name: place))
    }
  }

  private func map(of element: Document.Kind, from map: BorrowedValue) throws -> BorrowedValue {
    guard map.isTable else { throw refusal(.mapOf(element.words), map) }
    let result = map.newTable()
    let slot = element.slot
    var faults = Misfits()
    try map.forEachMember { key, value in
      let name = try? self.name(key)
      try faults.at(name.map { ".\($0)" } ?? "") {
        let name = try self.name(key)
        result.set(key, to: try inner(".\(name)").element(element, slot, of: value))
      }
    }
    // A table has no order of its own: without this, the first mistake to be said would be another in each run.
    if !faults.isEmpty { throw CastError(faults.all.sorted { ($0.path, $0.words) < ($1.path, $1.words) }) }
    return result
  }

  /// A name in a map: any text that JSON can hold.
  private func name(_ key: BorrowedValue) throws -> String {
    guard key.kind == .string, let bytes = key.bytes else {
      throw CastError(UnfitValue.nameIsNoText(found: key.input.described))
    }
    guard isStorableText(bytes) else { throw CastError(UnfitValue.nameIsNotUTF8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A map has names and nothing else.
  func checkNames(of map: BorrowedValue) throws {
    try map.forEachMember { key, _ in _ = try name(key) }
  }

  // MARK: Variants

  private func variant(of cases: [Document.Case], from value: BorrowedValue) throws -> BorrowedValue {
    let result = value.newTable(fields: 1)
    if let name = value.string {
      // A case without a payload may be given by its name alone.
      let found = try self.case(named: name, cases)
      guard found.payload == nil else { throw CastError(UnfitValue.caseNeedsValue(name: name)) }
      result.set(found.name, to: true)
      return result
    }
    let found = try onlyCase(of: cases, in: value)
    var faults = Misfits()
    try faults.at(".\(found.name)") {
      let content = value.member(found.name)
      if let payload = found.payload {
        result.set(found.name, to: try inner(".\(found.name)").element(payload, payload.slot, of: content))
      } else {
        guard content.isTrue else { throw refusal(.isTrue, content) }
        result.set(found.name, to: true)
      }
    }
    try faults.check()
    return result
  }

  /// The case whose name is the only key of a table.
  private func onlyCase(of cases: [Document.Case], in value: BorrowedValue) throws -> Document.Case {
    guard value.isTable else { throw refusal(.oneCase, value) }
    var found: Document.Case?
    try value.forEachMember { key, _ in
      if found != nil { throw CastError(UnfitValue.severalCases(cases: cases.words)) }
      found = try self.case(named: try name(key), cases)
    }
    guard let found else { throw CastError(UnfitValue.emptyCase(cases: cases.words)) }
    return found
  }

  private func `case`(named name: String, _ cases: [Document.Case]) throws -> Document.Case {
    if let found = cases.first(where: { $0.name == name }) { return found }
    throw CastError(UnfitValue.unknownCase(name: name, cases: cases.words, known: cases.map(\.name)))
  }

  // MARK: Objects

  private func object(_ name: String, of value: BorrowedValue) throws -> BorrowedValue {
    let embedding = Embedding(session)
    let context = try kind(of: embedding.documentContext(name, place: place), value)
    let tied = try context.tied()
    guard let object = context.shape?.embeddedObject(above: value) else { return value }
    object.owner = place
    var filling = DocumentFilling(session: session, context: context, tied: tied, object: object)
    if let source = value.rowObject, let sourceContext = source.context(as: ObjectContext.self) {
      guard sourceContext.isKind(of: name) else { throw refusal(.object(name), value) }
      try source.checkNotReturned()
      try embedding.embedding(in: place) { try filling.fill(from: source, sourceContext) }
    } else {
      guard value.isTable else { throw refusal(.objectOrTable(name), value) }
      try embedding.embedding(in: place) { try filling.fill(from: value) }
    }
    try embedding.embedding(in: place) { try filling.finish() }
    return object.place
  }

  /// The entity of an object or a table where several may stand: the object's own, or the one that `kind` names.
  private func kind(of context: ObjectContext, _ value: BorrowedValue) throws -> ObjectContext {
    guard context.isShared else { return context }
    if let source = value.rowObject?.context(as: ObjectContext.self) {
      return source.isKind(of: context.name)
        ? try Embedding(session).documentContext(source.name, place: place) : context
    }
    guard value.isTable else { return context }
    let kind = value.scoped { value.member(Sharing.field).value }
    return try Embedding(session).kind(of: context, named: kind)
  }
}

extension Document.Kind {
  /// What is known of a single value, made once for all elements of a list.
  var slot: FieldSlot? {
    if case .value(let field) = self { return FieldSlot(field, index: 0, isAutomaticKey: false) }
    return nil
  }
}

extension [Document.Case] {
  /// The names of the cases, for messages.
  var words: String { map(\.name).joined(separator: ", ") }
}
