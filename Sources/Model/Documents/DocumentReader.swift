import Encodings
import LuaRows
import LuaRuntime
import Schema

/// Makes documents of what their JSON text says, which `JSONReader` made tables of.
///
/// Names that the entity does not have are kept beside the object, and written again. A missing field takes its default.
struct DocumentReader {
  let session: SessionContext
  /// Whose part the objects are: `Player.address`.
  let place: String

  /// Makes a value the document that it is.
  ///
  /// - Throws: `CastError`, with the first thing that does not fit.
  func replace(_ value: BorrowedValue, by kind: Document.Kind) throws {
    guard session.state(DocumentScope.self).open.count < Document.largestDepth, value.hasRoom(32) else {
      throw CastError(UnfitValue.tooDeep(limit: Document.largestDepth))
    }
    switch kind {
    case .value(let field): try replaceValue(value, field)
    case .object(let name): try replaceObject(value, name)
    case .list(let element): try replaceElements(of: value, element)
    case .map(let element): try replaceMembers(of: value) { _ in element }
    case .variant(let cases): try replaceCase(value, cases)
    }
  }

  private func inner(_ part: String) -> DocumentReader { DocumentReader(session: session, place: place + part) }

  private func refusal(_ expected: Expectation, _ value: BorrowedValue) -> CastError {
    CastError(UnfitValue.notExpected(expected, found: value.input.described))
  }

  /// Calls `body`; what it refuses is wrong at a part.
  private func at(_ part: @autoclosure () -> String, _ body: () throws -> Void) throws {
    var faults = Misfits()
    try faults.at(part(), body)
    try faults.check()
  }

  // MARK: Lists, maps, variants

  private func replaceElements(of list: BorrowedValue, _ element: Document.Kind) throws {
    guard list.isTable, list.length > 0 || list.isEmpty else { throw refusal(.list, list) }
    let reader = inner("[…]")
    try list.forEachElement { position, value in
      try at("[\(position)]") { try reader.replaceElement(value, element) }
      list.set(position, to: value)
    }
  }

  private func replaceMembers(of table: BorrowedValue, _ kind: (String) throws -> Document.Kind?) throws {
    guard table.isTable, table.length == 0 else { throw refusal(.names, table) }
    try table.forEachMember { key, value in
      let name = key.string ?? ""
      try at(".\(name)") {
        if let kind = try kind(name) {
          try inner(".\(name)").replaceElement(value, kind)
        } else if !value.isTrue {
          throw refusal(.isTrue, value)
        }
      }
      table.set(key, to: value)
    }
  }

  private func replaceElement(_ value: BorrowedValue, _ kind: Document.Kind) throws {
    if FieldCoding(session).isNull(value) { throw CastError(UnfitValue.isNull) }
    try replace(value, by: kind)
  }

  private func replaceCase(_ value: BorrowedValue, _ cases: [Document.Case]) throws {
    if value.kind == .string {
      // Normalised as when it is assigned.
      return try DocumentTaker(session: session, place: place).take(value, as: .variant(cases))
    }
    guard value.isTable else { throw refusal(.oneCase, value) }
    guard value.memberCount == 1 else { throw CastError(UnfitValue.notOneCase(cases: cases.words)) }
    try replaceMembers(of: value) { name in
      guard let found = cases.first(where: { $0.name == name }) else { throw CastError(UnfitValue.noSuchCase) }
      return found.payload
    }
  }

  // MARK: Objects

  private func replaceObject(_ table: BorrowedValue, _ name: String) throws {
    guard table.isTable, table.length == 0 else { throw refusal(.namesOf(name), table) }
    let context = try kind(of: Embedding(session).documentContext(name, place: place), table)
    try bringUpToDate(table, context)
    let tied = try context.tied()
    let document = try decodedDocument(table, context)
    try table.scoped {
      guard let object = context.shape?.embeddedObject(above: table) else { return }
      object.owner = place
      try Embedding(session).entering(table) {
        for slot in tied.slots where !slot.field.isTransient { try read(slot, from: table, into: object, tied.entity) }
      }
      try Defaults(session: session, context: context, stack: table.stack).fill(object, tied)
      for slot in tied.slots where slot.isRequired && !slot.field.isTransient {
        guard table.scoped({ object.borrowed(slot.index).isNil }) else { continue }
        try at(".\(slot.field.name)") { throw CastError(UnfitValue.isMissing) }
      }
      keepExtras(of: table, in: object, tied)
      try tellOfReading(object, context, document)
      table.become(object.place)
    }
  }

  /// A copy of a table for `after_decode`: what stands in it becomes objects on the way.
  private func decodedDocument(_ table: BorrowedValue, _ context: ObjectContext) throws -> LuaValue? {
    guard session.state(DocumentScope.self).origin == .outside, context.model.hooks.afterDecode != nil else {
      return nil
    }
    var text = try JSONWriter.text(of: table.value, null: session.null)
    return table.scoped {
      let copy = table.copied()
      guard text.withUTF8({ FieldCoding(session).read(UnsafeRawBufferPointer($0), into: copy) }) else { return nil }
      _ = takeNulls(of: copy)
      return copy.value
    }
  }

  /// Calls the function of the script that sees what was read: of a row, or of a document from outside.
  private func tellOfReading(_ object: LuaRowObject, _ context: ObjectContext, _ document: LuaValue?) throws {
    let hooks = context.model.hooks
    switch session.state(DocumentScope.self).origin {
    case .row: try hooks.afterLoad?.call([object.place.value])
    case .rowUnseen: return
    case .outside:
      guard let hook = hooks.afterDecode, let document else { return }
      // What the function reads itself is of rows.
      try Embedding(session).reading(.row) { _ = try hook.call([object.place.value, document]) }
    }
  }

  /// The entity that the table says that it is of, where several may stand.
  private func kind(of context: ObjectContext, _ table: BorrowedValue) throws -> ObjectContext {
    guard context.isShared else { return context }
    return try Embedding(session).kind(of: context, named: table.scoped { table.member(Sharing.field).value })
  }

  private func read(
    _ slot: FieldSlot, from table: BorrowedValue, into object: LuaRowObject, _ entity: Entity
  ) throws {
    try table.scoped {
      let value = table.member(slot.field.name)
      if value.isNil, slot.field.defaultValue != nil || slot.field.fallback == nil { return }
      try at(".\(slot.field.name)") { try replaceField(value, slot.field, of: entity) }
      object.hold(slot.index, value)
    }
  }

  private func keepExtras(of table: BorrowedValue, in object: LuaRowObject, _ tied: ResolvedEntity) {
    let known = Set(tied.slots.map(\.field.name))
    let extras = table.names.filter { !known.contains($0) }
    if extras.isEmpty { return }
    table.scoped {
      let kept = table.newTable(fields: extras.count)
      for name in extras { table.scoped { kept.set(name, to: table.member(name)) } }
      object.holdExtras(kept)
    }
  }

  // MARK: Values

  private func replaceValue(_ value: BorrowedValue, _ field: Field) throws {
    // A field inside a list or a variant has no name, and is no member.
    try replaceField(value, field, of: Entity(name: "", table: "", fields: []))
    if value.isNil { throw CastError(UnfitValue.isNull) }
  }

  /// Makes what JSON has for a field what scripts see; what does not fit reads as the fallback.
  private func replaceField(_ value: BorrowedValue, _ field: Field, of entity: Entity) throws {
    let coding = FieldCoding(session)
    let scratch = CellScratch()
    do {
      if let document = field.document, field.decoder == nil, !coding.isNull(value), !value.isNil {
        return try value.scoped {
          // A copy: what is refused is still there for the fallback.
          let copy = value.copied()
          try inner(".\(field.name)").replace(copy, by: document.kind)
          value.become(copy)
        }
      }
      try coding.set(value, to: try cell(for: field, from: value, keep: scratch.keep), as: field, of: entity)
    } catch let refusal as CastError {
      guard let fallback = field.fallback else { throw refusal }
      try fallback.withCell { try coding.set(value, to: $0, as: field, of: entity) }
    } catch let error as ScriptError where error.kind == .decode {
      throw CastError(error, field, entity)
    }
  }

  /// What a column of the field would hold.
  private func cell(for field: Field, from value: BorrowedValue, keep: (Value) -> Cell) throws -> Cell {
    if value.isNil || FieldCoding(session).isNull(value) { return .null }
    switch field.type.reading {
    case .json, .document: return keep(.text(try JSONWriter.text(of: value.value, null: session.null)))
    case .label:
      guard let plain = Value(plain: value.value) else { throw refusal(.type(field.type.expected), value) }
      // People write the words, the database what stands for them.
      if session.state(DocumentScope.self).origin == .outside, case .value(let stored) = field.stored(value.input) {
        return keep(stored)
      }
      let cell = keep(plain)
      guard field.label(of: cell) != nil else { throw refusal(.type(field.type.expected), value) }
      return cell
    case .asStored where field.storage == .data:
      guard let text = value.bytes, let bytes = Base64.bytes(text) else { throw refusal(.base64, value) }
      return keep(.data(bytes))
    case .asStored, .boolean, .decimal:
      switch field.stored(value.input) {
      case .same: return keep(Value(plain: value.value) ?? .null)
      case .value(let stored): return keep(stored)
      case .refused(let expected): throw refusal(.type(expected), value)
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
