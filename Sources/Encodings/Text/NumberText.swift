/// Reads numbers from their text.
///
///     NumberText.integer("-12")     // -12        NumberText.integer("12.0")    // nil
///     NumberText.real("1e3")        // 1000       NumberText.real("inf")        // inf
package enum NumberText {
  /// An integer of 64 bits: digits with a sign, nothing else.
  package static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var place = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { place = 1 }
    guard place < bytes.count else { return nil }
    if bytes.count - place > 18 { return Int64(String(decoding: bytes, as: UTF8.self)) }
    var value: Int64 = 0
    while place < bytes.count {
      let digit = bytes[place] &- 48
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      place += 1
    }
    return isNegative ? -value : value
  }

  /// A real in decimal, or an infinity.
  ///
  /// Up to 15 digits with up to 22 places are one division or multiplication of exact doubles, and so correctly
  /// rounded (Clinger, "How to Read Floating Point Numbers Accurately", 1990); the rest is left to the library.
  package static func real(_ bytes: UnsafeRawBufferPointer) -> Double? {
    var place = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { place = 1 }
    var digits: Int64 = 0
    var count = 0
    var behindPoint: Int?
    while place < bytes.count {
      let digit = bytes[place] &- 48
      if digit < 10 {
        digits = digits &* 10 &+ Int64(digit)
        count += 1
        if let places = behindPoint { behindPoint = places + 1 }
      } else if bytes[place] == UInt8(ascii: "."), behindPoint == nil {
        behindPoint = 0
      } else {
        return slowReal(bytes)
      }
      place += 1
    }
    guard count > 0, count < 16 else { return slowReal(bytes) }
    let value = Double(digits) / powers[behindPoint ?? 0]
    return isNegative ? -value : value
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  private static func slowReal(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard let last = bytes.last, last != UInt8(ascii: "x"),
      bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !bytes.contains(where: { $0 == 0x78 || $0 == 0x58 })
    else { return nil }
    let value = Double(String(decoding: bytes, as: UTF8.self))
    return value?.isNaN == true ? nil : value
  }
}
