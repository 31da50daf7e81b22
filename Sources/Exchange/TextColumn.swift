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
  private let style: ForeignStyle
  /// Whether its texts are to be looked at before its type reads them.
  private let isForeign: Bool
  private let isNumeric: Bool

  init(_ field: Field, _ style: ForeignStyle = ForeignStyle()) {
    self.field = field
    self.style = style
    way = Way(field.type)
    takesEmptyText =
      way == .text || way == .data || way == .any || field.writesTexts || field.choices.contains { $0.label.isEmpty }
    isNumeric = Self.isNumber(field)
    isForeign = isNumeric && style.numbers != nil || field.type.calendar != nil && !style.dates.isEmpty
  }

  /// Whether its texts are numbers.
  private static func isNumber(_ field: Field) -> Bool {
    field.type.reading == .decimal
      || field.type.reading == .asStored && field.type.words == nil
        && (field.storage == .integer || field.storage == .real)
  }

  /// The cell for a text, whose bytes are copied into the buffer.
  ///
  /// - Throws: `CastError`.
  @inline(__always)
  func cell(_ text: Cell, in buffer: RowBuffer) throws -> Cell {
    if text.isNull || text.length == 0 && !takesEmptyText { return .null }
    if isForeign { return try foreign(text.bytes, in: buffer) }
    do {
      return try cell(text.bytes, in: buffer)
    } catch let refusal as CastError {
      // Blanks around it are part of a text only.
      guard !takesEmptyText, let inner = Self.withoutBlanks(text.bytes) else { throw refusal }
      return inner.isEmpty ? .null : try cell(inner, in: buffer)
    }
  }

  /// The text without the blanks around it; nil where there are none.
  private static func withoutBlanks(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var inner = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = inner.last, last == 0x20 || last == 0x09 { inner.removeLast() }
    return inner.count == bytes.count ? nil : UnsafeRawBufferPointer(rebasing: inner)
  }

  /// The cell for a text that is written in another country's way.
  private func foreign(_ bytes: UnsafeRawBufferPointer, in buffer: RowBuffer) throws -> Cell {
    if field.type.calendar != nil {
      guard let moment = style.moment(bytes) else {
        // What is ISO needs no pattern.
        do { return try cell(bytes, in: buffer) } catch is CastError { throw noDay(bytes) }
      }
      let text = moment.hasNoTime ? moment.dateText : moment.text
      return try Array(text.utf8).withUnsafeBytes { try cell($0, in: buffer) }
    }
    guard let number = style.numbers?.plain(bytes) else {
      throw refusal(way == .integer ? .integer : .number, bytes)
    }
    do {
      return try number.withUnsafeBytes { try cell($0, in: buffer) }
    } catch let other as CastError {
      // It is told as the file has it.
      throw way == .integer ? refusal(.integer, bytes) : way == .real ? refusal(.number, bytes) : other
    }
  }

  /// Why a text is no day, where it was said how they are written.
  private func noDay(_ bytes: UnsafeRawBufferPointer) -> CastError {
    if style.dates.contains(where: { $0.hasForm(bytes) }) { return refusal(.dayOfCalendar, bytes) }
    return refusal(.pattern(style.dates.map(\.text)), bytes)
  }

  @inline(__always)
  private func cell(_ bytes: UnsafeRawBufferPointer, in buffer: RowBuffer) throws -> Cell {
    switch way {
    case .text:
      guard isStorableText(bytes) else { throw refusal(.storableText, bytes) }
      return buffer.store(.text, bytes)
    case .integer:
      guard let value = NumberText.integer(bytes) else {
        if let number = otherNumber(bytes) { return Cell(number) }
        return try besideNumbers(bytes, .integer, buffer)
      }
      return field.bits == 64 ? Cell(value) : try typed(.integer(value), bytes, buffer)
    case .real:
      // Digits that no double holds are no infinity.
      guard let value = NumberText.real(bytes), value.isFinite || !bytes.contains(where: Self.isDigit) else {
        return try besideNumbers(bytes, .number, buffer)
      }
      return Cell(value)
    default: return try other(bytes, buffer)
    }
  }

  /// A number in a column of integers that is none, where another program has put such.
  private func otherNumber(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard field.writesReals, let number = NumberText.real(bytes), case .same = field.stored(.real(number)) else {
      return nil
    }
    return number
  }

  /// A text in a column of numbers, where another program has put such.
  private func besideNumbers(
    _ bytes: UnsafeRawBufferPointer, _ expected: ExchangeError.Expected, _ buffer: RowBuffer
  ) throws -> Cell {
    guard field.writesTexts, case .same = field.stored(.text(bytes)) else { throw refusal(expected, bytes) }
    return buffer.store(.text, bytes)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private func other(_ bytes: UnsafeRawBufferPointer, _ buffer: RowBuffer) throws -> Cell {
    switch way {
    case .boolean:
      guard let truth = Self.truth(bytes) else { throw refusal(.truth, bytes) }
      return Cell(Int64(truth ? 1 : 0))
    case .data:
      guard let content = Base64.bytes(bytes) else { throw refusal(.base64, bytes) }
      if field.writesTexts { return try content.withUnsafeBytes { try typed(.text($0), bytes, buffer) } }
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
    let hint =
      isNumeric
      ? numberHint(bytes)
      : field.type.calendar != nil ? dateHint(bytes) : field.type.reading == .boolean ? .truths : nil
    return CastError(ExchangeError.textExpected(expected: expected, text: quotedExcerpt(bytes), hint: hint))
  }

  /// Whether a text would be a number of the field in another country, where nobody said how they are written.
  private func numberHint(_ bytes: UnsafeRawBufferPointer) -> ExchangeError.Hint? {
    if style.numbers != nil { return nil }
    func fits(_ number: UnsafeRawBufferPointer) -> Bool {
      way == .integer ? NumberText.integer(number) != nil : NumberText.real(number) != nil
    }
    return [UInt8(ascii: ","), UInt8(ascii: ".")].first { point in
      // What is written the same in all countries would be no other number.
      NumberStyle(point: point).plain(bytes).map { !$0.elementsEqual(bytes) && $0.withUnsafeBytes(fits) } == true
    }.map { .decimal(String(Character(Unicode.Scalar($0)))) }
  }

  /// Whether a text would be a day in another country, where nobody said how they are written.
  private func dateHint(_ bytes: UnsafeRawBufferPointer) -> ExchangeError.Hint? {
    if !style.dates.isEmpty { return nil }
    let fitting = DatePattern.orders(of: DatePattern.usual.filter { $0.moment(bytes) != nil })
    return fitting.isEmpty ? nil : .dates(fitting.map(\.text))
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
