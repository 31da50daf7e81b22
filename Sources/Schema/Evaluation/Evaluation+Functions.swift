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
  package static let length = Self("length") { .integer(Int64($0[0].countedScalars.count)) }
  /// The 1-based place, in bytes, of the second text in the first; 0 when it is not there.
  package static let position = Self("position") { .integer(place(of: $0[1].allBytes, in: $0[0].allBytes)) }
  /// The first n scalars of a text.
  package static let prefix = Self("prefix") { values in values[0].part { $0.prefix(values[1].count) } }
  /// The last n scalars of a text.
  package static let suffix = Self("suffix") { values in values[0].part { $0.suffix(values[1].count) } }
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

  /// Its scalars, each as its bytes, as far as the database's functions see them: text ends at NUL; bytes stand alone.
  fileprivate var countedScalars: [[UInt8]] {
    if case .data(let bytes) = self { return bytes.map { [$0] } }
    return withCell { cell in
      cell.withText { bytes in
        var scalars: [[UInt8]] = []
        let bytes = cell.countedBytes(bytes)
        for (place, byte) in bytes.enumerated() {
          if bytes.continuesScalar(at: place) {
            scalars[scalars.count - 1].append(byte)
          } else {
            scalars.append([byte])
          }
        }
        return scalars
      }
    }
  }

  /// A part of its scalars; no part of no bytes is anything.
  fileprivate func part(_ choose: ([[UInt8]]) -> ArraySlice<[UInt8]>) -> Value {
    let bytes = Array(choose(countedScalars).joined())
    guard case .data(let all) = self else { return .text(bytes: bytes) }
    return all.isEmpty ? .null : .data(bytes)
  }

  fileprivate var count: Int {
    if case .integer(let count) = self { return Int(clamping: max(count, 0)) }
    return 0
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a byte belongs to the character before it, as the database counts: behind a byte that begins a longer one,
  /// all that only go on with one do, in broken text, too; elsewhere each stands alone.
  func continuesScalar(at place: Int) -> Bool {
    guard self[place] & 0xC0 == 0x80 else { return false }
    var start = place
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return self[start] >= 0xC0
  }
}
