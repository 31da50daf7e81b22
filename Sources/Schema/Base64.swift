/// Bytes as text and back, after RFC 4648, section 4: how documents hold bytes.
///
///     base64Text([0, 255, 16])   // "AP8Q"
package func base64Text(_ bytes: [UInt8]) -> String {
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let count = min(3, bytes.count - start)
    let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
    for place in 0..<4 {
      result.append(place <= count ? base64Alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: result, as: UTF8.self)
}

/// The bytes of a text in base 64, or nil when it is none.
package func base64Bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
  guard text.count % 4 == 0 else { return nil }
  let digits = text.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
  guard text.count - digits.count <= 2 else { return nil }
  var result: [UInt8] = []
  result.reserveCapacity(digits.count * 3 / 4)
  var bits = 0
  var count = 0
  for digit in digits {
    guard let value = base64Value(digit) else { return nil }
    (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
    guard count >= 8 else { continue }
    count -= 8
    result.append(UInt8(bits >> count & 0xFF))
  }
  // What the last digit has too much must be nothing, so that one text means one value.
  return bits & ((1 << count) - 1) == 0 ? result : nil
}

private let base64Alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

private func base64Value(_ digit: UInt8) -> Int? {
  switch digit {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
  case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
  case UInt8(ascii: "+"): 62
  case UInt8(ascii: "/"): 63
  default: nil
  }
}
