import Encodings
import Interchange
import Model
import Schema
import Store

/// How the text of a column becomes what a field stores.
///
///     id,active,photo
///     1,true,AP8Q            integer 1, 1 for true, three bytes
///
/// Where empty text is no value of the field it is NULL: many programs quote everything. (A class, because it is asked
/// for every value, and to copy a field costs more than to read one.)
final class TextColumn {
  private enum Way {
    case text, integer, real, boolean, data, json, any
    /// The field's type reads it.
    case typed
    /// The same, of an integer where the text is one.
    case counted

    init(_ type: ColumnType) {
      switch (type.reading, type.storage) {
      case (.json, _), (.document, _): self = .json
      case (.boolean, _): self = .boolean
      case (.decimal, _), (.label, _): self = .typed
      case (.asStored, .integer): self = type.words == nil ? .integer : .counted
      case (.asStored, .real): self = .real
      case (.asStored, .text): self = type.unchanged == .texts ? .text : .typed
      case (.asStored, .data): self = .data
      case (.asStored, .any): self = .any
      }
    }
  }

  let field: Field
  private let way: Way
  private let takesEmptyText: Bool

  init(_ field: Field) {
    self.field = field
    way = Way(field.type)
    takesEmptyText = way == .text || way == .data || way == .any || field.choices.contains { $0.label.isEmpty }
  }

  /// The cell for a text, whose bytes are copied into the buffer.
  ///
  /// - Throws: `CastError`.
  @inline(__always)
  func cell(_ text: Cell, in buffer: RowBuffer) throws -> Cell {
    if text.isNull || text.length == 0 && !takesEmptyText { return .null }
    let bytes = text.bytes
    switch way {
    case .text:
      guard isStorableText(bytes) else { throw refusal(.storableText, bytes) }
      return buffer.store(.text, bytes)
    case .integer:
      guard let value = NumberText.integer(bytes) else { throw refusal(.integer, bytes) }
      return field.bits == 64 ? Cell(value) : try typed(.integer(value), bytes, buffer)
    case .real:
      guard let value = NumberText.real(bytes) else { throw refusal(.number, bytes) }
      return Cell(value)
    default: return try other(bytes, buffer)
    }
  }

  private func other(_ bytes: UnsafeRawBufferPointer, _ buffer: RowBuffer) throws -> Cell {
    switch way {
    case .boolean:
      guard let truth = Self.truth(bytes) else { throw refusal(.truth, bytes) }
      return Cell(Int64(truth ? 1 : 0))
    case .data:
      guard let content = Base64.bytes(bytes) else { throw refusal(.base64, bytes) }
      return buffer.store(.data(content))
    case .json:
      guard let document = try? DocumentValue(json: bytes) else { throw refusal(.json, bytes) }
      return buffer.store(try field.stored(document))
    case .any:
      if let value = NumberText.integer(bytes), Self.isPlain(bytes) { return Cell(value) }
      if let value = NumberText.real(bytes), Self.isPlain(bytes) { return Cell(value) }
      return try typed(.text(bytes), bytes, buffer)
    case .counted:
      if let value = NumberText.integer(bytes) { return try typed(.integer(value), bytes, buffer) }
      return try typed(.text(bytes), bytes, buffer)
    default: return try typed(.text(bytes), bytes, buffer)
    }
  }

  private func typed(_ input: Input, _ bytes: UnsafeRawBufferPointer, _ buffer: RowBuffer) throws -> Cell {
    switch field.stored(input) {
    case .same:
      if case .integer(let value) = input { return Cell(value) }
      return buffer.store(.text, bytes)
    case .value(let value): return buffer.store(value)
    case .refused(let expected): throw refusal(.other(expected), bytes)
    }
  }

  private func refusal(_ expected: ExchangeError.Expected, _ bytes: UnsafeRawBufferPointer) -> CastError {
    CastError(ExchangeError.textExpected(expected: expected, text: quotedExcerpt(bytes)))
  }

  private static func truth(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    switch String(decoding: bytes.prefix(6), as: UTF8.self).lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Whether digits are a number, and no word of digits such as 007.
  private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard let first = digits.first, (48...57).contains(first) else { return false }
    return first != 48 || digits.count == 1 || digits[digits.startIndex + 1] == UInt8(ascii: ".")
  }
}
