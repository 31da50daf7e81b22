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
  private let place: String
  /// Whether documents say of which version they are.
  private let marksVersions: Bool
  private var text = ""

  /// The text for a document; tables in it that are no objects yet become such.
  ///
  /// - Throws: `CastError`.
  static func text(
    _ kind: Document.Kind, of value: BorrowedValue, place: String, marksVersions: Bool = true,
    _ session: SessionContext
  ) throws -> String {
    let writer = DocumentWriter(session: session, place: place, marksVersions: marksVersions)
    try value.scoped { try writer.write(kind, value) }
    return writer.text
  }

  private init(session: SessionContext, place: String, marksVersions: Bool) {
    self.session = session
    self.place = place
    self.marksVersions = marksVersions
  }

  private func write(_ kind: Document.Kind, _ value: BorrowedValue) throws {
    if case .value(let field) = kind {
      let stored = try FieldCoding(session).storedValue(of: field, from: value)
      if stored == .null { throw CastError(UnfitValue.cannotBeNull) }
      return try append(stored, field)
    }
    try Embedding(session).entering(value) { try writeParts(kind, value) }
  }

  private func writeParts(_ kind: Document.Kind, _ value: BorrowedValue) throws {
    switch kind {
    case .value: return
    case .object(let name): try writeObject(name, value)
    case .list(let element): try writeList(of: element, value)
    case .map(let element): try writeMap(of: element, value)
    case .variant(let cases): try writeCase(of: cases, value)
    }
  }

  private var taker: DocumentTaker { DocumentTaker(session: session, place: place) }

  // MARK: Lists, maps, variants

  private func writeList(of element: Document.Kind, _ list: BorrowedValue) throws {
    try settle(.list(element), list)
    text += "["
    let slot = element.slot
    var faults = Misfits()
    try list.forEachElement { position, value in
      if position > 1 { text += "," }
      try faults.at("[\(position)]") { try writeElement(element, slot, value) { list.set(position, to: $0) } }
    }
    text += "]"
    try faults.check()
  }

  private func writeMap(of element: Document.Kind, _ map: BorrowedValue) throws {
    try settle(.map(element), map)
    text += "{"
    let slot = element.slot
    var faults = Misfits()
    for (count, name) in map.names.enumerated() {
      begin(name, isFirst: count == 0)
      try map.scoped {
        try faults.at(".\(name)") { try writeElement(element, slot, map.member(name)) { map.set(name, to: $0) } }
      }
    }
    text += "}"
    try faults.check()
  }

  private func writeCase(of cases: [Document.Case], _ value: BorrowedValue) throws {
    guard let name = value.names.first, let found = cases.first(where: { $0.name == name }), value.memberCount == 1
    else {
      // Says what is wrong with it, or makes one of a word.
      return try writeCopy(.variant(cases), value)
    }
    text += "{"
    begin(name, isFirst: true)
    var faults = Misfits()
    try faults.at(".\(name)") {
      try value.scoped {
        let content = value.member(name)
        if let payload = found.payload {
          try writeElement(payload, payload.slot, content) { value.set(name, to: $0) }
        } else if content.isTrue {
          text += "true"
        } else {
          throw CastError(UnfitValue.notExpected(.isTrue, found: content.input.described))
        }
      }
    }
    text += "}"
    try faults.check()
  }

  /// Writes a name and the colon behind it.
  private func begin(_ name: String, isFirst: Bool) {
    if !isFirst { text += "," }
    text.appendJSON(name)
    text += ":"
  }

  /// Writes an element; what is not yet as scripts will see it is handed to `replace` as that.
  private func writeElement(
    _ kind: Document.Kind, _ slot: FieldSlot?, _ value: BorrowedValue, replace: (BorrowedValue) -> Void
  ) throws {
    if FieldCoding(session).isNull(value) { throw CastError(UnfitValue.cannotBeNull) }
    try value.scoped {
      if case .object(let name) = kind, !isPart(value, of: name) {
        let document = try taker.document(kind, of: value)
        try write(kind, document)
        return replace(document)
      }
      try write(kind, value)
      guard let slot, slot.field.document == nil, !slot.isEncoded else { return }
      let normal = value.copied()
      try FieldCoding(session).normalize(normal, for: slot)
      if !normal.isSame(as: value) { replace(normal) }
    }
  }

  /// Refuses what is no table of the right shape, in the words of who takes it.
  private func settle(_ kind: Document.Kind, _ value: BorrowedValue) throws {
    guard value.isTable else {
      _ = try taker.document(kind, of: value)
      return
    }
    if case .list = kind { try taker.checkPlaces(of: value) } else { try taker.checkNames(of: value) }
  }

  // MARK: Objects

  /// Whether a value is an object that was checked when it became a part of another.
  private func isPart(_ value: BorrowedValue, of name: String) -> Bool {
    guard let object = value.rowObject, object.state == .embedded,
      let context = object.context(as: ObjectContext.self)
    else { return false }
    return context.isKind(of: name) && context.model === session.entities.model(context.name)
  }

  private func writeCopy(_ kind: Document.Kind, _ value: BorrowedValue) throws {
    // The place on the way is the same value's, where it has one: a number has none.
    let scope = session.state(DocumentScope.self)
    if value.address != nil { scope.open.removeLast() }
    defer { if let address = value.address { scope.open.append(address) } }
    try value.scoped { try write(kind, try taker.document(kind, of: value)) }
  }

  private func writeObject(_ name: String, _ value: BorrowedValue) throws {
    guard isPart(value, of: name), let object = value.rowObject, let context = object.context(as: ObjectContext.self)
    else { return try writeCopy(.object(name), value) }
    text += "{"
    var isFirst = true
    var faults = Misfits()
    for (slot, field) in context.model.entity.fields.enumerated() where object.holds(slot) {
      try value.scoped {
        let member = object.borrowed(slot)
        if member.isNil, field.defaultValue == nil { return }
        begin(field.name, isFirst: isFirst)
        isFirst = false
        try faults.at(".\(field.name)") {
          try append(try FieldCoding(session).storedValue(of: field, from: member), field)
        }
      }
    }
    try faults.check()
    isFirst = try writeExtras(of: object, isFirst: isFirst)
    if marksVersions, let version = context.model.hooks.version, version > 1 {
      begin(DocumentVersion.name, isFirst: isFirst)
      text += "\(version)"
    }
    text += "}"
  }

  /// What the document had beside the fields of its entity stays.
  private func writeExtras(of object: LuaRowObject, isFirst: Bool) throws -> Bool {
    try object.place.scoped {
      let extras = object.extras()
      var isFirst = isFirst
      for name in extras.names {
        begin(name, isFirst: isFirst)
        isFirst = false
        text += try extras.scoped { try JSONWriter.text(of: extras.member(name).value, null: session.null) }
      }
      return isFirst
    }
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
    case .brokenText(let bytes): text.appendJSON(String(decoding: bytes, as: UTF8.self))
    }
  }
}
