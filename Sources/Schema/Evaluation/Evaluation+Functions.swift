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
  package static let position = Self("position") { .integer(place(of: $0[1].allBytes, in: $0[0].allBytes)) }
  /// The first n scalars of a text.
  package static let prefix = Self("prefix") { values in values[0].part(values[1].count, atEnd: false) }
  /// The last n scalars of a text.
  package static let suffix = Self("suffix") { values in values[0].part(values[1].count, atEnd: true) }
  /// The text in lower case.
  package static let lowercase = Self("lowercase") { values in
    .text(values[0].text { $0.map { (65...90).contains($0) ? $0 | 0x20 : $0 } })
  }
  /// The text in upper case, ASCII letters only.
  package static let uppercase = Self("uppercase") { values in
    .text(values[0].text { $0.map { (97...122).contains($0) ? $0 & 0xDF : $0 } })
  }
  /// The text without blanks at both ends.
  package static let trim = Self("trim") { .text($0[0].text(trimmed)) }
  /// The text in folded case (`foldedCase`), by which texts compare without it; bytes stay as they are.
  package static let foldCase = Self("foldCase", needsEngine: true) { values in
    if case .data = values[0] { return values[0] }
    return .text(values[0].text { $0.withUnsafeBytes(foldedCase) })
  }
  /// Whether the second text, a regular expression of PCRE2 (`Patterns`), is found in the first.
  package static let search = Self("search", needsEngine: true) { .integer(try isFound($0[1], in: $0[0]) ? 1 : 0) }
  /// What a text sorts by when letter case does not count (`SortText`); other values stay.
  package static let caseKey = Self("caseKey", needsEngine: true) { values in
    guard case .text = values[0] else { return values[0] }
    return .text(values[0].text { $0.withUnsafeBytes(SortText.caseKey) })
  }
  /// What a text sorts by when its runs of digits are numbers (`SortText`), as bytes; other values stay.
  package static let digitKey = Self("digitKey", needsEngine: true) { values in
    guard case .text = values[0] else { return values[0] }
    return .data(values[0].allBytes.withUnsafeBytes(SortText.digitKey))
  }

  /// The 1-based place of bytes in others; 0 when they are not there.
  private static func place(of part: [UInt8], in bytes: [UInt8]) -> Int64 {
    guard part.count <= bytes.count else { return 0 }
    for start in 0...(bytes.count - part.count) where bytes[start..<(start + part.count)].elementsEqual(part) {
      return Int64(start + 1)
    }
    return 0
  }

  private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  private static func isFound(_ source: Value, in value: Value) throws -> Bool {
    let source = source.text { $0 }
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
  fileprivate func text(_ make: ([UInt8]) -> [UInt8]) -> String { String(decoding: make(allBytes), as: UTF8.self) }

  /// Its scalars, as far as the database's functions see them: text ends at NUL; each byte of data is one.
  fileprivate var scalarCount: Int64 {
    withCounted { bytes, isData in Int64(isData ? bytes.count : Self.starts(in: bytes)) }
  }

  /// A part of so many scalars; no part of no bytes is anything.
  fileprivate func part(_ count: Int, atEnd: Bool) -> Value {
    withCounted { bytes, isData in
      let part = isData ? Self.part(bytes, min(count, bytes.count), atEnd) : Self.scalars(bytes, count, atEnd)
      guard isData else { return .text(String(decoding: part, as: UTF8.self)) }
      return bytes.isEmpty ? .null : .data(Array(part))
    }
  }

  private func withCounted<Result>(_ body: (UnsafeRawBufferPointer, _ isData: Bool) -> Result) -> Result {
    withCell { cell in
      if cell.kind == .data { return body(cell.bytes, true) }
      return cell.withText { body(cell.countedBytes($0), false) }
    }
  }

  /// Whether a byte goes on with the scalar of those before it.
  private static func isContinued(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// How many scalars there are; bytes in front that go on with none are one.
  private static func starts(in bytes: UnsafeRawBufferPointer) -> Int {
    bytes.reduce(0) { isContinued($1) ? $0 : $0 + 1 } + (bytes.first.map(isContinued) == true ? 1 : 0)
  }

  private static func part(_ bytes: UnsafeRawBufferPointer, _ count: Int, _ atEnd: Bool) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: atEnd ? bytes[(bytes.count - count)...] : bytes[..<count])
  }

  /// The bytes of so many scalars at one end.
  private static func scalars(_ bytes: UnsafeRawBufferPointer, _ count: Int, _ atEnd: Bool) -> UnsafeRawBufferPointer {
    var left = count
    if atEnd {
      var place = bytes.count
      while place > 0, left > 0 {
        place -= 1
        if !isContinued(bytes[place]) || place == 0 { left -= 1 }
      }
      return part(bytes, bytes.count - place, true)
    }
    var place = 0
    while place < bytes.count {
      if place == 0 || !isContinued(bytes[place]) {
        if left == 0 { break }
        left -= 1
      }
      place += 1
    }
    return part(bytes, place, false)
  }

  fileprivate var count: Int {
    if case .integer(let count) = self { return Int(clamping: max(count, 0)) }
    return 0
  }
}
