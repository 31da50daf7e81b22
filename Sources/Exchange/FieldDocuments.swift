import Encodings
import Interchange
import Model
import Schema

/// What the values of a field are in documents: what is stored, in the words and kinds that documents have.
extension Field {
  /// The value that stands for a stored cell.
  ///
  /// - Parameters:
  ///   - words: says what people see of values inside of documents, and lets NULL read as the field's fallback; nil
  ///     leaves what is stored.
  ///   - isFlat: whether it goes into a row of text, where a JSON document is its text.
  func document(of cell: Cell, saying words: DocumentWords? = nil, isFlat: Bool = false) -> DocumentValue {
    guard words != nil, let fallback = fallback(for: cell) else { return held(cell, words, isFlat) }
    return fallback.withCell { held($0, words, isFlat) }
  }

  /// The value that stands for a cell, whatever the field reads in its place.
  private func held(_ cell: Cell, _ words: DocumentWords?, _ isFlat: Bool) -> DocumentValue {
    if let words = label(of: cell) { return .text(words) }
    if let document = words?.document(of: cell, self) {
      guard isFlat else { return document }
      if let text = try? document.json() { return .text(text) }
    }
    switch type.reading {
    case _ where cell.isNull: return .null
    case .boolean:
      if let truth = cell.truth { return .boolean(truth) }
    case .json where cell.kind == .text && !isFlat, .document where cell.kind == .text && !isFlat:
      if let value = try? DocumentValue(kept: cell.bytes) { return value }
    case .json:
      if let text = text(ofMember: cell) { return .text(text) }
    default: break
    }
    return type.calendar != nil ? moment(cell) : plain(cell)
  }

  private func moment(_ cell: Cell) -> DocumentValue {
    guard case .text(let text) = cell.value, Moment(text: text) != nil else { return plain(cell) }
    return .date(text)
  }

  private func plain(_ cell: Cell) -> DocumentValue {
    switch cell.value {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let text) where storage == .data: .data([UInt8](text.utf8))
    case .text(let text): .text(text)
    case .data(let bytes): .data(bytes)
    case .brokenText(let bytes) where storage == .data: .data(bytes)
    case .brokenText(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// What is stored for a value of a document.
  ///
  /// - Throws: `CastError`, where the field does not take it.
  func stored(_ document: DocumentValue) throws -> Value {
    if document == .null { return .null }
    switch (type.reading, document) {
    case (.json, _), (.document, _):
      do throws(InterchangeError) { return .text(try document.json()) } catch { throw CastError(words: error.reason) }
    default: break
    }
    switch document {
    // As another program's column has them among bytes.
    case .integer(let value) where keepsNumbers: return .integer(value)
    case .real(let value) where keepsNumbers: return .real(value)
    case .number(let text) where keepsNumbers: return .real(Double(text) ?? .nan)
    case .boolean(let value): return try stored(.boolean(value), document)
    case .integer(let value): return try stored(.integer(value), document)
    case .real(let value): return try stored(.real(value), document)
    case .number(let text):
      // Only a decimal takes a number as it is written; an exponent says that it was none.
      if type.reading == .decimal { return try stored(text: text, document) }
      return try stored(.real(Double(text) ?? .nan), document)
    case .text(let text):
      guard storage == .data else { return try stored(text: text, document) }
      guard let bytes = Base64.bytes(text.utf8) else {
        throw CastError(ExchangeError.base64Expected(value: document.described))
      }
      return try stored(bytes: bytes, document)
    case .date(let text):
      guard type.calendar != nil else {
        throw CastError(ExchangeError.valueExpected(expected: type.expected, value: document.described))
      }
      return try stored(text: text, document)
    case .data(let bytes):
      guard takesBytes else {
        throw CastError(ExchangeError.valueExpected(expected: type.expected, value: document.described))
      }
      return try stored(bytes: bytes, document)
    case .map where takesBytes:
      guard let bytes = BinaryJSON.bytes(of: document) else {
        throw CastError(ExchangeError.valueExpected(expected: type.expected, value: document.described))
      }
      return try stored(bytes: bytes, document)
    case .null, .list, .map:
      throw CastError(ExchangeError.valueExpected(expected: type.expected, value: document.described))
    }
  }

  private func stored(text: String, _ document: DocumentValue) throws -> Value {
    var copy = text
    return try copy.withUTF8 { try stored(.text(UnsafeRawBufferPointer($0)), document) }
  }

  /// Whether its column takes bytes as they are: one of another program may hold them whatever its type says.
  private var takesBytes: Bool { storage == .data || type == .any || isLoose && encoder == nil }

  private var keepsNumbers: Bool { holdsTextsAndBytes && nature.conversion == .none }

  /// Bytes; a text where the column's other bytes are texts, as those of another program may be.
  private func stored(bytes: [UInt8], _ document: DocumentValue) throws -> Value {
    guard writesTexts, storage == .data else { return .data(bytes) }
    return try bytes.withUnsafeBytes { try stored(.text($0), document) }
  }

  private func stored(_ input: Input, _ document: DocumentValue) throws -> Value {
    switch stored(input) {
    case .same: return input.value
    case .value(let value): return value
    case .refused(let expected):
      throw CastError(ExchangeError.valueExpected(expected: expected, value: document.described))
    }
  }
}

extension Input {
  /// The input as it is stored where it is stored as it is.
  fileprivate var value: Value {
    switch self {
    case .null, .other: .null
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .decimal(let value): .text(value.description)
    case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}
