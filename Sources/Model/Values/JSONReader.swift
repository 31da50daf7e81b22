import LuaRuntime
import Schema

/// Reads JSON text (RFC 8259) onto a Lua stack: arrays and objects become tables, null in them becomes `null`.
///
///     {"a":[1,2.5]}   →   { a = { 1, 2.5 } }
struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private let stack: LuaStack
  private let null: LuaValue
  private var index = 0
  private var depth = 0
  /// Documents, and in the innermost of them a table as deep as `JSONWriter` writes it.
  private static let largestDepth = Document.largestDepth + JSONWriter.largestDepth

  /// Pushes the value and returns true, or pushes nothing and returns false when the text is no JSON.
  static func push(_ bytes: UnsafeRawBufferPointer, null: LuaValue, on stack: LuaStack) -> Bool {
    let top = stack.top
    var reader = JSONReader(bytes: bytes, stack: stack, null: null)
    reader.skipBlanks()
    guard reader.value(isTop: true) else {
      stack.top = top
      return false
    }
    reader.skipBlanks()
    if reader.index == bytes.count { return true }
    stack.top = top
    return false
  }

  private init(bytes: UnsafeRawBufferPointer, stack: LuaStack, null: LuaValue) {
    self.bytes = bytes
    self.stack = stack
    self.null = null
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    let wanted = UnsafeRawBufferPointer(start: word.utf8Start, count: count)
    guard bytes[index..<index + count].elementsEqual(wanted) else { return false }
    index += count
    return true
  }

  private mutating func value(isTop: Bool = false) -> Bool {
    guard depth < Self.largestDepth, stack.ensure(4) else { return false }
    switch next {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"):
      stack.push(true)
      return take("true")
    case UInt8(ascii: "f"):
      stack.push(false)
      return take("false")
    case UInt8(ascii: "n"):
      if isTop { stack.pushNil() } else { stack.push(null) }
      return take("null")
    default: return number()
    }
  }

  private mutating func array() -> Bool {
    index += 1
    depth += 1
    defer { depth -= 1 }
    stack.newTable(array: 4, fields: 0)
    skipBlanks()
    if take(UInt8(ascii: "]")) { return true }
    var count = 0
    repeat {
      skipBlanks()
      guard value() else { return false }
      count += 1
      stack.rawSet(table: -2, count)
      skipBlanks()
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  private mutating func object() -> Bool {
    index += 1
    depth += 1
    defer { depth -= 1 }
    stack.newTable(array: 0, fields: 4)
    skipBlanks()
    if take(UInt8(ascii: "}")) { return true }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\""), string() else { return false }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { return false }
      skipBlanks()
      guard value() else { return false }
      stack.rawSetTop(table: -3)
      skipBlanks()
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}"))
  }

  private mutating func number() -> Bool {
    let start = index
    var isInteger = true
    while let byte = next {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
      case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isInteger = false
      default:
        return finishNumber(start, isInteger)
      }
      index += 1
    }
    return finishNumber(start, isInteger)
  }

  private func finishNumber(_ start: Int, _ isInteger: Bool) -> Bool {
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let integer = Int64(text) {
      stack.push(integer)
      return true
    }
    guard let number = Double(text), text.last?.isNumber == true else { return false }
    stack.push(number)
    return true
  }

  private mutating func string() -> Bool {
    index += 1
    var content: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        content.withUnsafeBytes { stack.push($0) }
        return true
      case UInt8(ascii: "\\"):
        guard escape(into: &content) else { return false }
      case 0..<0x20: return false
      default: content.append(byte)
      }
    }
    return false
  }

  private mutating func escape(into content: inout [UInt8]) -> Bool {
    guard let byte = next else { return false }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "u"):
      guard let scalar = unicodeEscape() else { return false }
      content += Array(String(Character(scalar)).utf8)
    default: return false
    }
    return true
  }

  /// Four hexadecimal digits, or eight as a pair of surrogates.
  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let high = hexadecimal() else { return nil }
    guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
    guard take("\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    defer { index += 4 }
    return UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
  }
}
