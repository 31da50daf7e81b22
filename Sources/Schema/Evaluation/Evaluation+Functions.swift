import Patterns
import Platform

/// The functions of expressions, as the database's own and those of its engine answer.
extension Evaluation {
  /// What a function gives; NULL where an argument is NULL.
  func call(_ function: Expression.Function, _ arguments: [Value]) throws -> Value {
    guard let value = arguments.first, !arguments.contains(where: \.isNothing) else { return .null }
    switch function {
    case .length: return .integer(Int64(value.countedScalars.count))
    case .position: return .integer(position(of: arguments[1].allBytes, in: value.allBytes))
    case .prefix: return value.part { $0.prefix(arguments[1].count) }
    case .suffix: return value.part { $0.suffix(arguments[1].count) }
    case .lowercase: return .text(value.text { $0.map { (65...90).contains($0) ? $0 | 0x20 : $0 } })
    case .trim: return .text(value.text(trimmed))
    case .foldCase:
      if case .data = value { return value }
      return .text(value.text { $0.withUnsafeBytes(foldedCase) })
    case .search: return .integer(try isFound(arguments[1], in: value) ? 1 : 0)
    case .caseKey:
      guard case .text = value else { return value }
      return .text(value.text { $0.withUnsafeBytes(SortText.caseKey) })
    case .digitKey:
      guard case .text = value else { return value }
      return .data(value.allBytes.withUnsafeBytes(SortText.digitKey))
    }
  }

  /// The 1-based place of bytes in others; 0 when they are not there.
  private func position(of part: [UInt8], in bytes: [UInt8]) -> Int64 {
    guard part.count <= bytes.count else { return 0 }
    for start in 0...(bytes.count - part.count) where bytes[start..<(start + part.count)].elementsEqual(part) {
      return Int64(start + 1)
    }
    return 0
  }

  private func trimmed(_ bytes: [UInt8]) -> [UInt8] {
    func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  private func isFound(_ source: Value, in value: Value) throws -> Bool {
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

extension Value {
  /// Its bytes, those of a number as text.
  fileprivate var allBytes: [UInt8] { withCell { cell in cell.withText { Array($0) } } }

  /// A text that is made of its bytes.
  fileprivate func text(_ make: ([UInt8]) -> [UInt8]) -> String { String(decoding: make(allBytes), as: UTF8.self) }

  /// Its scalars, each as its bytes, as far as the database's functions see them: text ends at NUL; bytes stand alone.
  fileprivate var countedScalars: [[UInt8]] {
    if case .data(let bytes) = self { return bytes.map { [$0] } }
    return withCell { cell in
      cell.withText { bytes in
        var scalars: [[UInt8]] = []
        for byte in cell.countedBytes(bytes) {
          if byte & 0xC0 == 0x80, !scalars.isEmpty {
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
    guard case .data(let all) = self else { return .text(String(decoding: bytes, as: UTF8.self)) }
    return all.isEmpty ? .null : .data(bytes)
  }

  fileprivate var count: Int {
    if case .integer(let count) = self { return Int(clamping: max(count, 0)) }
    return 0
  }
}
