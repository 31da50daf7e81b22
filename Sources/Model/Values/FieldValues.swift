import Encodings
import LuaRows
import LuaRuntime
import Schema

extension FieldCoding {
  /// Whether a value is `null`.
  package func isNull(_ value: BorrowedValue) -> Bool {
    value.kind == .userdata && value.object(as: NullValue.self) != nil
  }

  /// What a script's value becomes in the database.
  ///
  /// - Parameter isGiven: whether a script says it now; else it may have come from the column.
  /// - Throws: `CastError`.
  package func storedValue(of field: Field, from value: BorrowedValue, isGiven: Bool = false) throws -> Value {
    if isNull(value) { return .null }
    guard let encoder = field.encoder, !value.isNil else { return try plainValue(of: field, from: value, isGiven) }
    return try value.scoped {
      let encoded = value.copied()
      try encode(encoded, encoder)
      return try plainValue(of: field, from: encoded, isGiven)
    }
  }

  /// What the database sees of a part of a document; a table in JSON is the text of it.
  package func partValue(of field: Field, from value: BorrowedValue) throws -> Value {
    if let part = field.part, part.isWhole { return try wholePart(part, value) }
    if let part = field.part {
      guard part.holds(value) else { return .null }
      if part == .word, value.kind == .number { return try storedValue(of: field, from: value).inWords }
    }
    // A text with a NUL in it is a text all the same, as JSON has it.
    if field.isPartOfJSON, value.kind == .string, let text = value.string { return .text(text) }
    guard field.type == .any, value.isTable else { return try storedValue(of: field, from: value) }
    return .text(try JSONWriter.text(of: value.value, null: session.null))
  }

  /// A part of JSON as its text; equal numbers are alike where they are keys.
  private func wholePart(_ part: PartClass, _ value: BorrowedValue) throws -> Value {
    if isNull(value) { return .null }
    if part == .key, value.kind == .number, let whole = value.number.flatMap({ Int64(exactly: $0) }), !value.isInteger {
      return .text(String(whole))
    }
    // A number among parts of JSON may be infinite, as a field of numbers may.
    if value.kind == .number, let number = value.number, number.isInfinite { return .text(number.jsonText) }
    return .text(try JSONWriter.text(of: value.value, null: session.null))
  }

  private func plainValue(of field: Field, from value: BorrowedValue, _ isGiven: Bool) throws -> Value {
    if isNull(value) { return .null }
    if let document = field.document, !value.isNil {
      let place = Embedding(session).place(of: field)
      return .text(try DocumentWriter.text(document.kind, of: value, place: place, session))
    }
    if field.type.reading == .json, !value.isNil {
      return .text(
        try JSONWriter.text(of: value.value, null: session.null, takesInfinite: field.keepsDocuments))
    }
    let input = value.input(for: field.type)
    switch isGiven ? field.given(input) : field.stored(input) {
    case .same: return owned(input, field)
    case .value(let value): return value
    case .refused(let expected): throw CastError(UnfitValue.notExpected(.type(expected), found: input.described))
    }
  }

  private func owned(_ input: Input, _ field: Field) -> Value {
    switch input {
    case .null, .other: .null
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .decimal(let value): .text(value.description)
    case .text(let bytes):
      field.storage == .data ? .data([UInt8](bytes)) : .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Makes a value the one that the field will hold, as scripts see it.
  ///
  /// - Throws: `CastError`; the value is as it was.
  package func normalize(_ value: BorrowedValue, for slot: FieldSlot) throws {
    if isNull(value) { return value.become(.nil) }
    if slot.isEncoded {
      // Encoded once to see that it can be; what scripts gave is what they see.
      _ = try storedValue(of: slot.field, from: value)
      return
    }
    if let document = slot.field.document {
      return try DocumentTaker(session: session, place: Embedding(session).place(of: slot.field))
        .take(value, as: document.kind)
    }
    if slot.reading == .json {
      // Written once to see that JSON can hold it; it is written again when it is saved.
      if !value.isNil {
        _ = try JSONWriter.text(of: value.value, null: session.null, takesInfinite: slot.field.keepsDocuments)
      }
      value.becomeOwn()
      return
    }
    let input = value.isTable ? value.input(for: slot.field.type) : value.input
    if case .null = input { return }
    switch slot.store(input, slot.field) {
    case .same: return
    case .value(let stored) where slot.reading == .decimal:
      if let number = stored.withCell({ slot.field.decimal(of: $0) }) { set(value, to: number) }
    case .value(let stored):
      guard slot.reading == .asStored, slot.stringKind != .data else { return }
      value.become(LuaValue(stored))
    case .refused(let expected): throw CastError(UnfitValue.notExpected(.type(expected), found: input.described))
    }
  }

  /// The cell for a value that a field holds; text is borrowed from the value, and `keep` holds what must be made.
  func cell(of slot: FieldSlot, from value: BorrowedValue, keep: (Value) -> Cell) throws -> Cell {
    switch value.kind {
    case .none, .nil: return .null
    case .number where slot.isPlain:
      if value.isInteger { return Cell(value.integer ?? 0) }
      return Cell(value.number ?? 0)
    case .string where slot.isPlain:
      guard let bytes = value.bytes else { return .null }
      return Cell(slot.holdsEither && !isStorableText(bytes) ? .data : slot.stringKind, borrowing: bytes)
    case .boolean where slot.isTruth: return Cell(Int64(value.boolean ? 1 : 0))
    default: return keep(try storedValue(of: slot.field, from: value))
    }
  }

  /// Makes a value what a stored cell is for scripts.
  ///
  /// - Throws: `ScriptError` of kind `.decode` where the cell holds no value of the field's type.
  package func set(_ value: BorrowedValue, to cell: Cell, as field: Field, of entity: Entity) throws {
    guard let fallback = field.fallback else {
      return cell.isNull ? value.become(.nil) : try setDecoded(value, to: cell, field, entity)
    }
    if !cell.isNull {
      do {
        return try setDecoded(value, to: cell, field, entity)
      } catch let error as ScriptError where error.kind == .decode {}
    }
    try fallback.withCell { try setDecoded(value, to: $0, field, entity) }
  }

  /// The same, as a value to keep.
  package func value(of cell: Cell, as field: Field, of entity: Entity) throws -> LuaValue {
    try session.lua.borrowing(.nil) { value in
      try set(value, to: cell, as: field, of: entity)
      return value.value
    }
  }

  private func setDecoded(_ value: BorrowedValue, to cell: Cell, _ field: Field, _ entity: Entity) throws {
    try setTyped(value, to: cell, field, entity)
    if let decoder = field.decoder { try decode(value, decoder, field, entity) }
  }

  /// Makes a value what the field's type makes of a cell.
  private func setTyped(_ value: BorrowedValue, to cell: Cell, _ field: Field, _ entity: Entity) throws {
    if cell.isNull { return value.become(.nil) }
    switch field.type.reading {
    case .asStored:
      guard entity.isReflected || field.holdsStored(cell) else { throw undecodable(cell, field, entity) }
      set(value, to: cell)
    case .boolean:
      guard let truth = cell.truth else { throw undecodable(cell, field, entity) }
      value.become(.boolean(truth))
    case .label:
      guard let label = field.label(of: cell) else { throw undecodable(cell, field, entity) }
      value.become(label)
    case .decimal:
      if let number = field.decimal(of: cell) { return set(value, to: number) }
      if field.isBeyondDecimals(cell) {
        throw ScriptError(ValueError.beyondDecimals(entity: entity.name, field: field.name))
      }
      if field.type == .wideDecimal, cell.kind == .integer { return set(value, to: cell) }
      // What others stored is what it is, where nobody declared that it is a decimal.
      guard entity.isReflected, field.isStoredAsNumber else { throw undecodable(cell, field, entity) }
      set(value, to: cell)
    case .json:
      guard cell.kind == .text, read(cell.bytes, of: field, into: value) else { throw undecodable(cell, field, entity) }
    case .document:
      guard let document = field.document, cell.kind == .text, read(cell.bytes, of: field, into: value) else {
        throw undecodable(cell, field, entity)
      }
      try setDocument(value, document, field, entity)
    }
  }

  /// Makes a value the document that it is, after it became what JSON text says.
  private func setDocument(_ value: BorrowedValue, _ document: Document, _ field: Field, _ entity: Entity) throws {
    let reader = DocumentReader(session: session, place: Embedding(session).place(of: field))
    do {
      try reader.replace(value, by: document.kind)
    } catch let refusal as CastError {
      let fault = refusal.faults[0]
      throw ScriptError(
        ValueError.documentUnfit(entity: entity.name, field: field.name, path: fault.shortPath, reason: fault.words))
    }
  }

  /// Makes a value what a JSON text says; false, and as it was, when it is none.
  ///
  /// - Parameter field: the one of which it is stored; nil of what Moonshell wrote itself.
  func read(_ json: UnsafeRawBufferPointer, of field: Field? = nil, into value: BorrowedValue) -> Bool {
    // Documents, and in the innermost of them a table as deep as `JSONWriter` writes it.
    value.become(
      json: json, deepest: Document.largestDepth + JSONWriter.largestDepth, null: session.null,
      takesKept: field?.keepsDocuments ?? false)
  }

  /// Makes a value what a cell holds, as it is stored.
  package func set(_ value: BorrowedValue, to cell: Cell) {
    withUnsafePointer(to: cell) { value.become(cell: UnsafeRawPointer($0)) }
  }

  package func set(_ value: BorrowedValue, to number: DecimalNumber) {
    value.become(DecimalValue(number), as: session.types.decimal)
  }

  private func undecodable(_ cell: Cell, _ field: Field, _ entity: Entity) -> ScriptError {
    let type = field.document == nil ? field.type.name : nil
    return ScriptError(
      ValueError.undecodable(entity: entity.name, field: field.name, found: cell.value.excerpt, type: type))
  }
}

extension PartClass {
  /// Whether a part of JSON is of the class.
  fileprivate func holds(_ value: BorrowedValue) -> Bool {
    switch value.kind {
    case .boolean: self == .truth
    case .number: self == .number || isOrdered
    case .string: self == .text || isOrdered
    case .table: self == .table || isOrdered
    default: false
    }
  }
}
