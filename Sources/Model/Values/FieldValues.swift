import Encodings
import LuaRuntime
import Schema

extension FieldCoding {
  /// Whether the value at a place of the stack is `null`.
  package func isNull(_ index: Int, on stack: LuaStack) -> Bool {
    stack.kind(index) == .userdata && stack.object(index, as: NullValue.self) != nil
  }

  /// What a script's value becomes in the database.
  ///
  /// - Throws: `CastError`.
  package func storedValue(of field: Field, at index: Int, on stack: LuaStack) throws -> Value {
    if isNull(index, on: stack) { return .null }
    if let encoder = field.encoder, !stack.isNil(index) {
      try encode(stack.value(index), encoder, on: stack)
      defer { stack.pop(1) }
      return try plainValue(of: field, at: -1, on: stack)
    }
    return try plainValue(of: field, at: index, on: stack)
  }

  private func plainValue(of field: Field, at index: Int, on stack: LuaStack) throws -> Value {
    if isNull(index, on: stack) { return .null }
    if let document = field.document, !stack.isNil(index) {
      return .text(
        try DocumentWriter.text(document.kind, at: index, place: Embedding(session).place(of: field), session, stack))
    }
    if field.type.reading == .json, !stack.isNil(index) {
      return .text(try JSONWriter.text(of: stack.value(index), null: session.null))
    }
    let input = stack.input(index, for: field.type)
    switch field.stored(input) {
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

  /// Replaces the value at the top of the stack by the one that the field will hold, as scripts see it.
  ///
  /// - Throws: `CastError`; the stack is as it was.
  package func normalizeTop(for slot: FieldSlot, on stack: LuaStack) throws {
    if stack.kind(-1) == .userdata, isNull(-1, on: stack) {
      stack.pop(1)
      return stack.pushNil()
    }
    if slot.isEncoded {
      // Encoded once to see that it can be; what scripts gave is what they see.
      _ = try storedValue(of: slot.field, at: -1, on: stack)
      return
    }
    if let document = slot.field.document {
      return try DocumentTaker(session: session, stack: stack, place: Embedding(session).place(of: slot.field))
        .replaceTop(document.kind)
    }
    if slot.reading == .json {
      // Written once to see that JSON can hold it; it is written again when it is saved.
      if !stack.isNil(-1) { _ = try JSONWriter.text(of: stack.value(-1), null: session.null) }
      return
    }
    let input = stack.kind(-1) == .table ? stack.input(-1, for: slot.field.type) : stack.input(-1)
    if case .null = input { return }
    switch slot.store(input, slot.field) {
    case .same: return
    case .value(let stored) where slot.reading == .decimal:
      guard let number = stored.withCell({ slot.field.decimal(of: $0) }) else { return }
      stack.pop(1)
      push(number, on: stack)
    case .value(let value):
      guard slot.reading == .asStored, slot.stringKind != .data else { return }
      stack.pop(1)
      stack.push(LuaValue(value))
    case .refused(let expected): throw CastError(UnfitValue.notExpected(.type(expected), found: input.described))
    }
  }

  /// The cell for a value that a field holds; text is borrowed from the stack, where `keep` holds what must be made.
  func cell(of slot: FieldSlot, at index: Int, on stack: LuaStack, keep: (Value) -> Cell) throws -> Cell {
    switch stack.kind(index) {
    case .none, .nil: return .null
    case .number where slot.isPlain:
      if stack.isInteger(index) { return Cell(stack.integer(index) ?? 0) }
      return Cell(stack.number(index) ?? 0)
    case .string where slot.isPlain:
      guard let bytes = stack.bytes(index) else { return .null }
      return Cell(slot.stringKind, borrowing: bytes)
    case .boolean where slot.isTruth: return Cell(Int64(stack.boolean(index) ? 1 : 0))
    default: return keep(try storedValue(of: slot.field, at: index, on: stack))
    }
  }

  /// Pushes what a stored cell is for scripts.
  ///
  /// - Throws: `ScriptError` of kind `.decode` where the cell holds no value of the field's type.
  package func push(_ cell: Cell, as field: Field, of entity: Entity, on stack: LuaStack) throws {
    if field.fallback == nil {
      return cell.isNull ? stack.pushNil() : try pushDecoded(cell, field, entity, on: stack)
    }
    let place = stack.top
    if !cell.isNull {
      do {
        return try pushDecoded(cell, field, entity, on: stack)
      } catch let error as ScriptError where error.kind == .decode {
        stack.top = place
      }
    }
    try (field.fallback ?? .null).withCell { try pushDecoded($0, field, entity, on: stack) }
  }

  private func pushDecoded(_ cell: Cell, _ field: Field, _ entity: Entity, on stack: LuaStack) throws {
    try pushTyped(cell, field, entity, on: stack)
    if let decoder = field.decoder { try decode(decoder, field, entity, on: stack) }
  }

  /// Pushes what the field's type makes of a cell.
  private func pushTyped(_ cell: Cell, _ field: Field, _ entity: Entity, on stack: LuaStack) throws {
    if cell.isNull { return stack.pushNil() }
    switch field.type.reading {
    case .asStored:
      guard entity.isReflected || isReadable(cell, field) else { throw undecodable(cell, field, entity) }
      push(cell, on: stack)
    case .boolean:
      guard cell.kind == .integer, cell.integer == 0 || cell.integer == 1 else {
        throw undecodable(cell, field, entity)
      }
      stack.push(cell.integer == 1)
    case .label:
      guard let label = field.label(of: cell) else { throw undecodable(cell, field, entity) }
      stack.push(label)
    case .decimal:
      guard let number = field.decimal(of: cell) else {
        // What others stored is what it is.
        if field.isStoredAsNumber { return push(cell, on: stack) }
        throw undecodable(cell, field, entity)
      }
      push(number, on: stack)
    case .json:
      guard cell.kind == .text, JSONReader.push(cell.bytes, null: session.null, on: stack) else {
        throw undecodable(cell, field, entity)
      }
    case .document:
      guard let document = field.document, cell.kind == .text,
        JSONReader.push(cell.bytes, null: session.null, on: stack)
      else {
        throw undecodable(cell, field, entity)
      }
      try pushDocument(document, field, entity, on: stack)
    }
  }

  /// Replaces what JSON text says, on top of the stack, by the document that it is.
  private func pushDocument(_ document: Document, _ field: Field, _ entity: Entity, on stack: LuaStack) throws {
    let reader = DocumentReader(session: session, stack: stack, place: Embedding(session).place(of: field))
    do {
      try reader.replaceTop(document.kind)
    } catch let refusal as CastError {
      let fault = refusal.faults[0]
      throw ScriptError(
        ValueError.documentUnfit(entity: entity.name, field: field.name, path: fault.shortPath, reason: fault.words))
    }
  }

  /// Whether a cell holds what its type stores.
  private func isReadable(_ cell: Cell, _ field: Field) -> Bool {
    switch (field.storage, cell.kind) {
    case (.any, _), (.integer, .integer), (.real, .real), (.real, .integer), (.data, .data): return true
    case (.text, .text):
      guard field.isVerifiedWhenRead else { return true }
      if case .refused = field.type.store(.text(cell.bytes), field) { return field.readsMoment(cell) }
      return true
    default: return false
    }
  }

  package func push(_ cell: Cell, on stack: LuaStack) {
    withUnsafePointer(to: cell) { stack.push(cell: UnsafeRawPointer($0)) }
  }

  private func undecodable(_ cell: Cell, _ field: Field, _ entity: Entity) -> ScriptError {
    let type = field.document == nil ? field.type.name : nil
    return ScriptError(
      ValueError.undecodable(entity: entity.name, field: field.name, found: cell.value.excerpt, type: type))
  }
}
