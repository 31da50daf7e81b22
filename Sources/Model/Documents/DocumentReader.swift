import Encodings
import LuaRows
import LuaRuntime
import Schema

/// Makes documents of what their JSON text says, which `JSONReader` left on the stack as tables.
///
/// Names that the entity does not have are kept beside the object, and written again. A missing field takes its default.
struct DocumentReader {
  let session: SessionContext
  let stack: LuaStack
  /// Whose part the objects are: `Player.address`.
  let place: String

  /// Replaces what stands on top of the stack by the document that it is.
  ///
  /// - Throws: `CastError`, with the first thing that does not fit.
  func replaceTop(_ kind: Document.Kind) throws {
    guard session.state(DocumentScope.self).open.count < Document.largestDepth, stack.ensure(32) else {
      throw CastError(UnfitValue.tooDeep(limit: Document.largestDepth))
    }
    switch kind {
    case .value(let field): try replaceValue(field)
    case .object(let name): try replaceObject(name)
    case .list(let element): try replaceElements(of: element)
    case .map(let element): try replaceMembers { _ in element }
    case .variant(let cases): try replaceCase(of: cases)
    }
  }

  private func refusal(_ expected: Expectation) -> CastError {
    CastError(UnfitValue.notExpected(expected, found: stack.input(-1).described))
  }

  /// Calls `body`; what it refuses is wrong at a part.
  private func at(_ part: @autoclosure () -> String, _ body: () throws -> Void) throws {
    var faults = Misfits()
    try faults.at(part(), body)
    try faults.check()
  }

  // MARK: Lists, maps, variants

  private func replaceElements(of element: Document.Kind) throws {
    let list = stack.top
    let reader = DocumentReader(session: session, stack: stack, place: place + "[…]")
    guard stack.kind(list) == .table, stack.rawLength(list) > 0 || isEmpty(list) else { throw refusal(.list) }
    for index in 0..<stack.rawLength(list) {
      _ = stack.rawGet(table: list, index + 1)
      try at("[\(index + 1)]") { try reader.replaceElement(element) }
      stack.rawSet(table: list, index + 1)
    }
  }

  private func isEmpty(_ table: Int) -> Bool {
    stack.pushNil()
    guard stack.next(table) else { return true }
    stack.pop(2)
    return false
  }

  private func replaceMembers(_ kind: (String) throws -> Document.Kind?) throws {
    let table = stack.top
    guard stack.kind(table) == .table, stack.rawLength(table) == 0 else { throw refusal(.names) }
    stack.pushNil()
    while stack.next(table) {
      let name = stack.string(-2) ?? ""
      try at(".\(name)") {
        if let kind = try kind(name) {
          try DocumentReader(session: session, stack: stack, place: "\(place).\(name)").replaceElement(kind)
        } else if stack.kind(-1) != .boolean || !stack.boolean(-1) {
          throw refusal(.isTrue)
        }
      }
      stack.copy(-2)
      stack.insert(-2)
      // The key exists: the walk goes on.
      stack.rawSetTop(table: table)
    }
  }

  private func replaceElement(_ kind: Document.Kind) throws {
    if FieldCoding(session).isNull(-1, on: stack) { throw CastError(UnfitValue.isNull) }
    try replaceTop(kind)
  }

  private func replaceCase(of cases: [Document.Case]) throws {
    if stack.kind(-1) == .string {
      // Normalised as when it is assigned.
      return try DocumentTaker(session: session, stack: stack, place: place).replaceTop(.variant(cases))
    }
    guard stack.kind(-1) == .table else { throw refusal(.oneCase) }
    guard stack.value(-1).table?.entries().count == 1 else {
      throw CastError(UnfitValue.notOneCase(cases: cases.words))
    }
    try replaceMembers { name in
      guard let found = cases.first(where: { $0.name == name }) else { throw CastError(UnfitValue.noSuchCase) }
      return found.payload
    }
  }

  // MARK: Objects

  private func replaceObject(_ name: String) throws {
    let table = stack.top
    guard stack.kind(table) == .table, stack.rawLength(table) == 0 else { throw refusal(.namesOf(name)) }
    let context = try kind(of: Embedding(session).documentContext(name, place: place), table)
    try bringUpToDate(context)
    let tied = try context.tied()
    let document = try decodedDocument(context)
    guard let shape = context.shape,
      let object = stack.pushRow(shape, anchor: nil, rows: nil, row: 0, state: .embedded)
    else { return }
    object.owner = place
    try Embedding(session).entering(table, on: stack) {
      for slot in tied.slots where !slot.field.isTransient { try read(slot, from: table, into: object, tied.entity) }
    }
    try Defaults(session: session, context: context, stack: stack).fill(object, tied)
    for slot in tied.slots where slot.isRequired && !slot.field.isTransient {
      object.push(slot.index)
      defer { stack.pop(1) }
      if stack.isNil(-1) { try at(".\(slot.field.name)") { throw CastError(UnfitValue.isMissing) } }
    }
    keepExtras(of: table, in: object, tied)
    try tellOfReading(object, context, document)
    stack.remove(table)
  }

  /// A copy of the table on top of the stack for `after_decode`: what stands in it becomes objects on the way.
  private func decodedDocument(_ context: ObjectContext) throws -> LuaValue? {
    guard session.state(DocumentScope.self).origin == .outside, context.model.hooks.afterDecode != nil else {
      return nil
    }
    var text = try JSONWriter.text(of: stack.value(-1), null: session.null)
    guard text.withUTF8({ JSONReader.push(UnsafeRawBufferPointer($0), null: session.null, on: stack) }) else {
      return nil
    }
    defer { stack.pop(1) }
    _ = takeNulls(of: stack.top)
    return stack.value(-1)
  }

  /// Calls the function of the script that sees what was read: of a row, or of a document from outside.
  private func tellOfReading(_ object: LuaRowObject, _ context: ObjectContext, _ document: LuaValue?) throws {
    let hooks = context.model.hooks
    switch session.state(DocumentScope.self).origin {
    case .row: try hooks.afterLoad?.call([stack.value(object.index)])
    case .rowUnseen: return
    case .outside:
      guard let hook = hooks.afterDecode, let document else { return }
      // What the function reads itself is of rows.
      try Embedding(session).reading(.row) { _ = try hook.call([stack.value(object.index), document]) }
    }
  }

  /// The entity that the table says that it is of, where several may stand.
  private func kind(of context: ObjectContext, _ table: Int) throws -> ObjectContext {
    guard context.isShared else { return context }
    _ = stack.rawGet(table: table, Sharing.field)
    defer { stack.pop(1) }
    return try Embedding(session).kind(of: context, named: stack.value(-1))
  }

  private func read(_ slot: FieldSlot, from table: Int, into object: LuaRowObject, _ entity: Entity) throws {
    let kind = stack.rawGet(table: table, slot.field.name)
    if kind == .nil, slot.field.defaultValue != nil || slot.field.fallback == nil { return stack.pop(1) }
    try at(".\(slot.field.name)") { try replaceField(slot.field, of: entity) }
    object.hold(slot.index)
  }

  private func keepExtras(of table: Int, in object: LuaRowObject, _ tied: ResolvedEntity) {
    let names = Set(tied.slots.map(\.field.name))
    var extras: [LuaValue] = []
    stack.pushNil()
    while stack.next(table) {
      stack.pop(1)
      if stack.string(-1).map({ !names.contains($0) }) ?? false { extras.append(stack.value(-1)) }
    }
    guard !extras.isEmpty, case .table(let source) = stack.value(table) else { return }
    let kept = session.lua.makeTable()
    for name in extras { kept[name] = source[name] }
    stack.push(.table(kept))
    object.holdExtras()
  }

  // MARK: Values

  private func replaceValue(_ field: Field) throws {
    // A field inside a list or a variant has no name, and is no member.
    try replaceField(field, of: Entity(name: "", table: "", fields: []))
    if stack.isNil(-1) { throw CastError(UnfitValue.isNull) }
  }

  /// Replaces what JSON has for a field by what scripts see; what does not fit reads as the fallback.
  private func replaceField(_ field: Field, of entity: Entity) throws {
    let top = stack.top
    let scratch = CellScratch()
    do {
      if let document = field.document, field.decoder == nil, !FieldCoding(session).isNull(top, on: stack),
        !stack.isNil(top)
      {
        stack.copy(top)
        try DocumentReader(session: session, stack: stack, place: "\(place).\(field.name)").replaceTop(document.kind)
        return stack.remove(-2)
      }
      let cell = try self.cell(for: field, keep: scratch.keep)
      try FieldCoding(session).push(cell, as: field, of: entity, on: stack)
    } catch let refusal as CastError {
      guard let fallback = field.fallback else { throw refusal }
      stack.top = top
      try fallback.withCell { try FieldCoding(session).push($0, as: field, of: entity, on: stack) }
    } catch let error as ScriptError where error.kind == .decode {
      throw CastError(error, field, entity)
    }
    stack.remove(-2)
  }

  /// What a column of the field would hold.
  private func cell(for field: Field, keep: (Value) -> Cell) throws -> Cell {
    if stack.isNil(-1) || FieldCoding(session).isNull(-1, on: stack) { return .null }
    switch field.type.reading {
    case .json, .document: return keep(.text(try JSONWriter.text(of: stack.value(-1), null: session.null)))
    case .label:
      guard let value = Value(plain: stack.value(-1)) else { throw refusal(.type(field.type.expected)) }
      let cell = keep(value)
      guard field.label(of: cell) != nil else { throw refusal(.type(field.type.expected)) }
      return cell
    case .asStored where field.storage == .data:
      guard let text = stack.bytes(-1), let bytes = Base64.bytes(text) else { throw refusal(.base64) }
      return keep(.data(bytes))
    case .asStored, .boolean, .decimal:
      let input = stack.input(-1)
      switch field.stored(input) {
      case .same: return keep(Value(plain: stack.value(-1)) ?? .null)
      case .value(let value): return keep(value)
      case .refused(let expected): throw refusal(.type(expected))
      }
    }
  }
}

/// Where documents come from that are being read, which says what function of the script sees them.
package enum DocumentOrigin {
  /// A row that a script reads: `after_load`.
  case row
  /// A row that is looked at without a script having asked for it.
  case rowUnseen
  /// A file, or a text: `after_decode`.
  case outside
}

extension Embedding {
  /// Calls `body`, in which documents come from somewhere else.
  package func reading<Result>(_ origin: DocumentOrigin, _ body: () throws -> Result) rethrows -> Result {
    let outer = session.state(DocumentScope.self).origin
    session.state(DocumentScope.self).origin = origin
    defer { session.state(DocumentScope.self).origin = outer }
    return try body()
  }
}

extension CastError {
  /// What could not be read of a field, as a part of the document that the field stands in.
  fileprivate init(_ error: ScriptError, _ field: Field, _ entity: Entity) {
    let start = "\(entity.name): \(field.name)"
    let rest = error.message.hasPrefix(start) ? String(error.message.dropFirst(start.count)) : ": " + error.message
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    self.init([DocumentFault(path: String(parts[0]), words: parts[1].drop { $0 == " " }.description)])
  }
}
