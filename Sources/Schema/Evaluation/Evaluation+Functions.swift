import Encodings
import Platform
import RegularExpressions

extension Evaluation {
  /// What a function gives; NULL where an argument is NULL.
  func call(_ function: Expression.Function, _ arguments: [Value]) throws -> Value {
    arguments.isEmpty ? .null : try function(arguments)
  }
}

/// The functions of expressions, as the database's own and those of its engine answer.
extension Expression.Function {
  /// The number of Unicode scalars of a text.
  package static let length = Self("length") { .integer($0[0].scalarCount) }
  /// The 1-based place, in bytes, of the second text in the first; 0 when it is not there.
  package static let position = Self("position") { values in
    values[1].withCell { part in
      values[0].withCell { text in .integer(part.withText { part in text.withText { place(of: part, in: $0) } }) }
    }
  }
  /// The first n scalars of a text.
  package static let prefix = Self("prefix") { values in values[0].part(values[1].count, atEnd: false) }
  /// The last n scalars of a text.
  package static let suffix = Self("suffix") { values in values[0].part(values[1].count, atEnd: true) }
  /// The text in lower case.
  package static let lowercase = Self("lowercase") { values in
    values[0].text { $0.map { (65...90).contains($0) ? $0 | 0x20 : $0 } }
  }
  /// The text in upper case, ASCII letters only.
  package static let uppercase = Self("uppercase") { values in
    values[0].text { $0.map { (97...122).contains($0) ? $0 & 0xDF : $0 } }
  }
  /// The text without blanks at both ends.
  package static let trim = Self("trim") { $0[0].text(trimmed) }
  /// The text in folded case (`foldedCase`), by which texts compare without it; bytes stay as they are.
  package static let foldCase = Self("foldCase", needsEngine: true) { values in
    if case .data = values[0] { return values[0] }
    return values[0].text { $0.withUnsafeBytes(foldedCase) }
  }
  /// Whether the second text, a regular expression of PCRE2 (`Patterns`), is found in the first.
  package static let search = Self("search", needsEngine: true) { .integer(try isFound($0[1], in: $0[0]) ? 1 : 0) }
  /// What a text sorts by when letter case does not count (`SortText`); other values stay.
  package static let caseKey = Self("caseKey", needsEngine: true) { values in
    values[0].isText ? values[0].text { $0.withUnsafeBytes(SortText.caseKey) } : values[0]
  }
  /// What a text sorts by when its runs of digits are numbers (`SortText`), as bytes; other values stay.
  package static let digitKey = Self("digitKey", needsEngine: true) { values in
    values[0].isText ? .data(values[0].allBytes.withUnsafeBytes(SortText.digitKey)) : values[0]
  }

  /// The 1-based place of bytes in others, 1 for no bytes; 0 when they are not there.
  static func place(of part: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int64 {
    if part.isEmpty { return 1 }
    return bytes.offset(of: part).map { Int64($0 + 1) } ?? 0
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  private static func isFound(_ source: Value, in value: Value) throws -> Bool {
    let source = String(decoding: source.allBytes, as: UTF8.self)
    let pattern: Pattern
    do {
      pattern = try Pattern.cached(source)
    } catch {
      throw SchemaError.pattern(source, reason: error.reason, offset: error.offset)
    }
    switch value.allBytes.withUnsafeBytes({ pattern.search($0) }) {
    case .found: return true
    case .notFound: return false
    case .tooLong: throw SchemaError.searchTooLong(pattern: source)
    }
  }
}

/// The functions that operators become where a database has no such operator.
extension Expression.Function {
  /// The quotient of two numbers as a real number; NULL for a divisor of zero.
  package static let divide = Self("divide") { Expression.Arithmetic.divide.result($0[0], $0[1]) }
  /// The quotient rounded down; NULL for a divisor of zero.
  package static let floorDivide = Self("floorDivide", needsEngine: true) {
    Expression.Arithmetic.floorDivide.result($0[0], $0[1])
  }
  /// What the rounded-down quotient leaves; NULL for a divisor of zero.
  package static let modulo = Self("modulo", needsEngine: true) {
    Expression.Arithmetic.modulo.result($0[0], $0[1])
  }
}

extension Value {
  /// Its bytes, those of a number as text.
  fileprivate var allBytes: [UInt8] { withCell { cell in cell.withText { Array($0) } } }

  /// A text that is made of its bytes.
  fileprivate func text(_ make: ([UInt8]) -> [UInt8]) -> Value { .text(bytes: make(allBytes)) }

  /// Its scalars, as far as the database's functions see them: text ends at NUL; each byte of data is one.
  fileprivate var scalarCount: Int64 {
    withCounted { bytes, isData in Int64(isData ? bytes.count : bytes.scalarCount) }
  }

  /// A part of so many scalars; no part of no bytes is anything.
  fileprivate func part(_ count: Int, atEnd: Bool) -> Value {
    withCounted { bytes, isData in
      let all = isData ? bytes.count : bytes.scalarCount
      let first = atEnd ? max(all - count, 0) : min(count, all)
      let border = isData ? first : bytes.place(ofScalar: first)
      let part = UnsafeRawBufferPointer(rebasing: atEnd ? bytes[border...] : bytes[..<border])
      guard isData else { return .text(bytes: part) }
      return bytes.isEmpty ? .null : .data(Array(part))
    }
  }

  private func withCounted<Result>(_ body: (UnsafeRawBufferPointer, _ isData: Bool) -> Result) -> Result {
    withCell { cell in
      if cell.kind == .data { return body(cell.bytes, true) }
      return cell.withText { body(cell.countedBytes($0), false) }
    }
  }

  fileprivate var count: Int {
    if case .integer(let count) = self { return Int(clamping: max(count, 0)) }
    return 0
  }
}

extension UnsafeRawBufferPointer {
  /// The number of characters, as the database counts: behind a byte that begins a longer one, all bytes that only go on
  /// with one belong to it, in broken text, too; elsewhere each stands alone.
  var scalarCount: Int {
    var (count, isInside) = (0, false)
    for byte in self where Self.begins(byte, &isInside) { count += 1 }
    return count
  }

  /// Where a character begins, by its number from 0; the end of the bytes for the number of all.
  func place(ofScalar number: Int) -> Int {
    var (count, isInside) = (0, false)
    for (place, byte) in enumerated() where Self.begins(byte, &isInside) {
      if count == number { return place }
      count += 1
    }
    return self.count
  }

  /// Whether a byte begins a character, given whether the one before is of a longer one.
  private static func begins(_ byte: UInt8, _ isInside: inout Bool) -> Bool {
    if byte & 0xC0 == 0x80 { return !isInside }
    isInside = byte >= 0xC0
    return true
  }
}
