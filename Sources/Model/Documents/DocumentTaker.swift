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
  let stack: LuaStack
  /// Whose part the objects are: `Player.address`.
  let place: String

  /// Replaces the value on top of the stack by the document that it is.
  ///
  /// - Throws: `CastError`; the stack is as it was.
  func replaceTop(_ kind: Document.Kind) throws {
    if stack.isNil(-1) { return }
    let top = stack.top
    do {
      try push(kind, from: top)
    } catch {
      stack.top = top
      throw error
    }
    stack.remove(-2)
  }

  /// Pushes the document that the value at a place of the stack is.
  func push(_ kind: Document.Kind, from index: Int) throws {
    let index = stack.absolute(index)
    switch kind {
    case .value(let field): try pushValue(FieldSlot(field, index: 0, isAutomaticKey: false), from: index)
    case .object(let name): try Embedding(session).entering(index, on: stack) { try pushObject(name, from: index) }
    case .list(let element):
      try Embedding(session).entering(index, on: stack) { try pushList(of: element, from: index) }
    case .map(let element): try Embedding(session).entering(index, on: stack) { try pushMap(of: element, from: index) }
    case .variant(let cases): try Embedding(session).entering(index, on: stack) { try pushCase(of: cases, from: index) }
    }
  }

  /// The same for a part of the document.
  private func inner(_ part: String) -> DocumentTaker {
    DocumentTaker(session: session, stack: stack, place: place + part)
  }

  private func refusal(_ expected: Expectation, _ index: Int) -> CastError {
    CastError(UnfitValue.notExpected(expected, found: stack.input(index).described))
  }

  // MARK: Values, lists, maps

  private func pushValue(_ slot: FieldSlot, from index: Int) throws {
    stack.copy(index)
    try FieldCoding(session).normalizeTop(for: slot, on: stack)
    if stack.isNil(-1) { throw CastError(UnfitValue.cannotBeNull) }
    try DocumentTests(session: session, stack: stack).check(slot)
  }

  private func pushElement(_ kind: Document.Kind, _ slot: FieldSlot?, from index: Int) throws {
    if stack.isNil(index) || FieldCoding(session).isNull(index, on: stack) { throw CastError(UnfitValue.cannotBeNull) }
    if let slot { try pushValue(slot, from: index) } else { try push(kind, from: index) }
  }

  private func pushList(of element: Document.Kind, from index: Int) throws {
    guard stack.kind(index) == .table else { throw refusal(.listOf(element.words), index) }
    let count = stack.rawLength(index)
    try Self.checkPlaces(of: index, stack, session)
    stack.newTable(array: count)
    let slot = element.slot
    var faults = Misfits()
    for place in 0..<count {
      _ = stack.rawGet(table: index, place + 1)
      let top = stack.top
      try faults.at("[\(place + 1)]") {
        try inner("[…]").pushElement(element, slot, from: top)
        stack.rawSet(table: top - 1, place + 1)
      }
      stack.top = top - 1
    }
    try faults.check()
  }

  /// A list has places from 1 to its length and nothing else.
  static func checkPlaces(of index: Int, _ stack: LuaStack, _ session: SessionContext) throws {
    let count = stack.rawLength(index)
    stack.pushNil()
    while stack.next(index) {
      stack.pop(1)
      if stack.isInteger(-1), let place = stack.integer(-1), place >= 1, place <= count { continue }
      let key = stack.value(-1)
      let place = session.lua.describe(key)
      throw CastError(key.kind == .number ? UnfitValue.gap(place: place) : UnfitValue.nameInList(name: place))
    }
  }

  private func pushMap(of element: Document.Kind, from index: Int) throws {
    guard stack.kind(index) == .table else { throw refusal(.mapOf(element.words), index) }
    stack.newTable()
    let target = stack.top
    let slot = element.slot
    var faults = Misfits()
    stack.pushNil()
    while stack.next(index) {
      let top = stack.top
      let name = try? Self.name(at: top - 1, stack)
      try faults.at(name.map { ".\($0)" } ?? "") {
        let name = try Self.name(at: top - 1, stack)
        stack.copy(top - 1)
        try inner(".\(name)").pushElement(element, slot, from: top)
        stack.rawSetTop(table: target)
      }
      stack.top = top - 1
    }
    try Self.check(faults)
  }

  /// A name in a map: any text that JSON can hold.
  private static func name(at index: Int, _ stack: LuaStack) throws -> String {
    guard stack.kind(index) == .string else {
      throw CastError(UnfitValue.nameIsNoText(found: stack.input(index).described))
    }
    guard let bytes = stack.bytes(index), isStorableText(bytes) else {
      throw CastError(UnfitValue.nameIsNotUTF8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A map has names and nothing else.
  static func checkNames(of index: Int, _ stack: LuaStack) throws {
    stack.pushNil()
    while stack.next(index) {
      stack.pop(1)
      _ = try name(at: stack.top, stack)
    }
  }

  /// A table has no order of its own: without this, the first mistake to be said would be another in each run.
  private static func check(_ faults: Misfits) throws {
    if faults.isEmpty { return }
    throw CastError(faults.all.sorted { ($0.path, $0.words) < ($1.path, $1.words) })
  }

  // MARK: Variants

  private func pushCase(of cases: [Document.Case], from index: Int) throws {
    if stack.kind(index) == .string, let name = stack.string(index) { return try pushWord(name, cases) }
    guard stack.kind(index) == .table else { throw refusal(.oneCase, index) }
    stack.pushNil()
    guard stack.next(index) else { throw CastError(UnfitValue.emptyCase(cases: cases.words)) }
    let top = stack.top
    let found = try self.case(named: try Self.name(at: top - 1, stack), cases)
    stack.copy(top - 1)
    if stack.next(index) { throw CastError(UnfitValue.severalCases(cases: cases.words)) }
    stack.newTable(fields: 1)
    var faults = Misfits()
    try faults.at(".\(found.name)") {
      if let payload = found.payload {
        try inner(".\(found.name)").pushElement(payload, payload.slot, from: top)
      } else {
        guard stack.kind(top) == .boolean, stack.boolean(top) else { throw refusal(.isTrue, top) }
        stack.push(true)
      }
      stack.rawSet(table: top + 1, found.name)
    }
    try faults.check()
    stack.remove(-2)
    stack.remove(-2)
  }

  /// A case without a payload may be given by its name alone.
  private func pushWord(_ name: String, _ cases: [Document.Case]) throws {
    let found = try self.case(named: name, cases)
    guard found.payload == nil else {
      throw CastError(UnfitValue.caseNeedsValue(name: name))
    }
    stack.newTable(fields: 1)
    stack.push(true)
    stack.rawSet(table: -2, found.name)
  }

  private func `case`(named name: String, _ cases: [Document.Case]) throws -> Document.Case {
    if let found = cases.first(where: { $0.name == name }) { return found }
    throw CastError(UnfitValue.unknownCase(name: name, cases: cases.words, known: cases.map(\.name)))
  }

  // MARK: Objects

  private func pushObject(_ name: String, from index: Int) throws {
    let context = try kind(of: Embedding(session).documentContext(name, place: place), index)
    let tied = try context.tied()
    guard let shape = context.shape,
      let object = stack.pushRow(shape, anchor: nil, rows: nil, row: 0, state: .embedded)
    else { return }
    object.owner = place
    var filling = DocumentFilling(session: session, stack: stack, context: context, tied: tied, object: object)
    if let source = stack.rowObject(index), let sourceContext = source.context(as: ObjectContext.self) {
      guard sourceContext.isKind(of: name) else { throw refusal(.object(name), index) }
      try source.checkNotReturned()
      try Embedding(session).embedding(in: place) { try filling.fill(from: source, sourceContext) }
    } else {
      guard stack.kind(index) == .table else { throw refusal(.objectOrTable(name), index) }
      try Embedding(session).embedding(in: place) { try filling.fill(fromTable: index) }
    }
    try Embedding(session).embedding(in: place) { try filling.finish() }
    stack.top = object.index
  }
}

extension DocumentTaker {
  /// The entity of an object or a table where several may stand: the object's own, or the one that `kind` names.
  private func kind(of context: ObjectContext, _ index: Int) throws -> ObjectContext {
    guard context.isShared else { return context }
    if let source = stack.rowObject(index)?.context(as: ObjectContext.self) {
      return source.isKind(of: context.name)
        ? try Embedding(session).documentContext(source.name, place: place) : context
    }
    guard stack.kind(index) == .table else { return context }
    _ = stack.rawGet(table: index, Sharing.field)
    defer { stack.pop(1) }
    return try Embedding(session).kind(of: context, named: stack.value(-1))
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
