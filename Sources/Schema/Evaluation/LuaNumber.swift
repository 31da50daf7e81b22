import Platform

/// The number that Lua reads a text as, where arithmetic asks for one (`l_str2int` and `l_str2d` of its lobject.c).
///
///     LuaNumber(" 0x10 ")   // .integer(16)      LuaNumber("1e2")   // .real(100)      LuaNumber("12abc")   // nil
struct LuaNumber {
  let value: Value

  init?(_ bytes: UnsafeRawBufferPointer) {
    let text = Self.trimmed(bytes)
    // Neither is a number in Lua, and what stands behind a NUL makes the whole none.
    if text.contains(where: { $0 == 0 || $0 | 0x20 == UInt8(ascii: "n") }) { return nil }
    if let integer = Self.integer(text) {
      value = .integer(integer)
    } else if let real = Self.real(text) {
      value = .real(real)
    } else {
      return nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> ArraySlice<UInt8> {
    let rest = Array(bytes).drop(while: isBlank)
    return rest.dropLast(rest.reversed().prefix(while: isBlank).count)
  }

  /// Hexadecimal digits wrap around, others must fit.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text
    guard digits.count > 2, digits.starts(with: [48]), digits.dropFirst().first.map({ $0 | 0x20 }) == 120 else {
      let isPlain = !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
      return isPlain ? Int64(String(decoding: text, as: UTF8.self)) : nil
    }
    var value: UInt64 = 0
    for byte in digits.dropFirst(2) {
      guard let digit = UInt64(String(decoding: [byte], as: UTF8.self), radix: 16) else { return nil }
      value = value &* 16 &+ digit
    }
    return Int64(bitPattern: isNegative ? 0 &- value : value)
  }

  private static func real(_ text: ArraySlice<UInt8>) -> Double? {
    guard !text.isEmpty else { return nil }
    return (text + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters -> Double? in
        guard let start = characters.baseAddress else { return nil }
        var end: UnsafeMutablePointer<CChar>?
        let number = strtod(start, &end)
        return end == UnsafeMutablePointer(mutating: start + text.count) ? number : nil
      }
    }
  }
}

extension Value {
  /// The number that Lua reckons with; NULL where it raises an error.
  var numberOfLua: Value {
    switch self {
    case .null, .integer, .real: isNothing ? .null : self
    case .text, .data, .brokenText: withCell { LuaNumber($0.bytes)?.value ?? .null }
    }
  }
}
