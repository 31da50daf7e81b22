import Encodings
import LuaRows
import LuaRuntime
import Schema

/// Writes documents as JSON text: fields in their order, names in maps ascending, so that equal values give equal texts.
///
/// Dates and UUIDs are text, decimals text with all their digits, bytes base 64, truths and numbers as JSON has them,
/// the words of an enum what is stored for them. NULL is left out, unless the field would take its default then.
///
///     Address { city = "Paris", since = 0 }   →   {"city":"Paris","since":"1970-01-01"}
final class DocumentWriter {
  private let session: SessionContext
  private let stack: LuaStack
  private let place: String
  /// Whether documents say of which version they are.
  private let marksVersions: Bool
  private var text = ""

  /// The text for the document at a place of the stack; tables in it that are no objects yet become such.
  ///
  /// - Throws: `CastError`.
  static func text(
    _ kind: Document.Kind, at index: Int, place: String, marksVersions: Bool = true, _ session: SessionContext,
    _ stack: LuaStack
  ) throws -> String {
    let writer = DocumentWriter(session: session, stack: stack, place: place, marksVersions: marksVersions)
    let top = stack.top
    defer { stack.top = top }
    try writer.write(kind, at: stack.absolute(index))
    return writer.text
  }

  private init(session: SessionContext, stack: LuaStack, place: String, marksVersions: Bool) {
    self.session = session
    self.stack = stack
    self.place = place
    self.marksVersions = marksVersions
  }

  private func write(_ kind: Document.Kind, at index: Int) throws {
    if case .value(let field) = kind {
      let value = try FieldCoding(session).storedValue(of: field, at: index, on: stack)
      if value == .null { throw CastError(UnfitValue.cannotBeNull) }
      return try append(value, field)
    }
    try Embedding(session).entering(index, on: stack) { try writeParts(kind, at: index) }
  }

  private func writeParts(_ kind: Document.Kind, at index: Int) throws {
    switch kind {
    case .value: return
    case .object(let name): try writeObject(name, at: index)
    case .list(let element): try writeList(of: element, at: index)
    case .map(let element): try writeMap(of: element, at: index)
    case .variant(let cases): try writeCase(of: cases, at: index)
    }
  }

  // MARK: Lists, maps, variants

  private func writeList(of element: Document.Kind, at index: Int) throws {
    try settle(.list(element), at: index)
    text += "["
    let slot = element.slot
    var faults = Misfits()
    for place in 0..<stack.rawLength(index) {
      if place > 0 { text += "," }
      _ = stack.rawGet(table: index, place + 1)
      try faults.at("[\(place + 1)]") {
        try writeElement(element, slot, at: stack.top) { stack.rawSet(table: index, place + 1) }
      }
      stack.pop(1)
    }
    text += "]"
    try faults.check()
  }

  private func writeMap(of element: Document.Kind, at index: Int) throws {
    try settle(.map(element), at: index)
    text += "{"
    let slot = element.slot
    var faults = Misfits()
    for (count, name) in names(of: index).sorted().enumerated() {
      if count > 0 { text += "," }
      text.appendJSON(name)
      text += ":"
      _ = stack.rawGet(table: index, name)
      try faults.at(".\(name)") { try writeElement(element, slot, at: stack.top) { stack.rawSet(table: index, name) } }
      stack.pop(1)
    }
    text += "}"
    try faults.check()
  }

  private func writeCase(of cases: [Document.Case], at index: Int) throws {
    guard let name = names(of: index).first, let found = cases.first(where: { $0.name == name }), isSingle(index) else {
      // Says what is wrong with it, or makes one of a word.
      return try writeCopy(.variant(cases), at: index)
    }
    text += "{"
    text.appendJSON(name)
    text += ":"
    _ = stack.rawGet(table: index, name)
    defer { stack.pop(1) }
    var faults = Misfits()
    try faults.at(".\(name)") {
      if let payload = found.payload {
        try writeElement(payload, payload.slot, at: stack.top) { stack.rawSet(table: index, name) }
      } else if stack.kind(-1) == .boolean, stack.boolean(-1) {
        text += "true"
      } else {
        throw CastError(UnfitValue.notExpected(.isTrue, found: stack.input(-1).described))
      }
    }
    text += "}"
    try faults.check()
  }

  /// Writes an element; what is not yet as scripts will see it becomes so in its table, too.
  private func writeElement(_ kind: Document.Kind, _ slot: FieldSlot?, at index: Int, replace: () -> Void) throws {
    if FieldCoding(session).isNull(index, on: stack) { throw CastError(UnfitValue.cannotBeNull) }
    let top = stack.top
    defer { stack.top = top }
    if case .object(let name) = kind, !isPart(index, of: name) {
      try DocumentTaker(session: session, stack: stack, place: place).push(kind, from: index)
      try write(kind, at: stack.top)
      return replace()
    }
    try write(kind, at: index)
    guard let slot, slot.field.document == nil, !slot.isEncoded else { return }
    stack.copy(index)
    try FieldCoding(session).normalizeTop(for: slot, on: stack)
    if !stack.rawEqual(-1, index) { replace() }
  }

  /// Refuses what is no table of the right shape, in the words of who takes it.
  private func settle(_ kind: Document.Kind, at index: Int) throws {
    if stack.kind(index) == .table {
      if case .list = kind { return try DocumentTaker.checkPlaces(of: index, stack, session) }
      return try DocumentTaker.checkNames(of: index, stack)
    }
    try DocumentTaker(session: session, stack: stack, place: place).push(kind, from: index)
  }

  private func isSingle(_ index: Int) -> Bool {
    stack.pushNil()
    guard stack.next(index) else { return false }
    stack.pop(1)
    guard stack.next(index) else { return true }
    stack.pop(2)
    return false
  }

  private func names(of index: Int) -> [String] {
    guard stack.kind(index) == .table else { return [] }
    var names: [String] = []
    stack.pushNil()
    while stack.next(index) {
      stack.pop(1)
      if stack.kind(-1) == .string, let name = stack.string(-1) { names.append(name) }
    }
    return names
  }

  // MARK: Objects

  /// Whether a value is an object that was checked when it became a part of another.
  private func isPart(_ index: Int, of name: String) -> Bool {
    guard let object = stack.rowObject(index), object.state == .embedded,
      let context = object.context(as: ObjectContext.self)
    else { return false }
    return context.isKind(of: name) && context.model === session.entities.model(context.name)
  }

  private func writeCopy(_ kind: Document.Kind, at index: Int) throws {
    let top = stack.top
    // The place on the way is the same value's.
    session.state(DocumentScope.self).open.removeLast()
    defer { if let address = stack.rawPointer(index) { session.state(DocumentScope.self).open.append(address) } }
    try DocumentTaker(session: session, stack: stack, place: place).push(kind, from: index)
    try write(kind, at: stack.top)
    stack.top = top
  }

  private func writeObject(_ name: String, at index: Int) throws {
    guard isPart(index, of: name), let object = stack.rowObject(index),
      let context = object.context(as: ObjectContext.self)
    else { return try writeCopy(.object(name), at: index) }
    text += "{"
    var isFirst = true
    var faults = Misfits()
    for (slot, field) in context.model.entity.fields.enumerated() where object.holds(slot) {
      object.push(slot)
      defer { stack.pop(1) }
      if stack.isNil(-1), field.defaultValue == nil { continue }
      if !isFirst { text += "," }
      isFirst = false
      text.appendJSON(field.name)
      text += ":"
      try faults.at(".\(field.name)") {
        try append(try FieldCoding(session).storedValue(of: field, at: -1, on: stack), field)
      }
    }
    try faults.check()
    isFirst = try writeExtras(of: object, isFirst: isFirst)
    if marksVersions, let version = context.model.hooks.version, version > 1 {
      text += (isFirst ? "" : ",") + "\"\(DocumentVersion.name)\":\(version)"
    }
    text += "}"
  }

  /// What the document had beside the fields of its entity stays.
  private func writeExtras(of object: LuaRowObject, isFirst: Bool) throws -> Bool {
    object.pushExtras()
    defer { stack.pop(1) }
    guard case .table(let table) = stack.value(-1) else { return isFirst }
    var isFirst = isFirst
    for name in names(of: stack.top).sorted() {
      if !isFirst { text += "," }
      isFirst = false
      text.appendJSON(name)
      text += ":"
      text += try JSONWriter.text(of: table[name], null: session.null)
    }
    return isFirst
  }

  // MARK: Values

  /// Writes what is stored for a value as JSON has it.
  private func append(_ value: Value, _ field: Field) throws {
    if field.isDocument, case .text(let json) = value { return text += json }
    if let decimal = value.withCell({ field.decimal(of: $0) }) { return text.appendJSON(decimal.description) }
    switch value {
    case .null: text += "null"
    case .integer(let number):
      text += field.type.reading == .boolean ? (number == 0 ? "false" : "true") : String(number)
    case .real(let number):
      guard number.isFinite else { throw CastError(UnfitValue.jsonNumber(number: number)) }
      text += "\(number)"
    case .text(let words): text.appendJSON(words)
    case .data(let bytes): text.appendJSON(Base64.text(bytes))
    }
  }
}
