import Schema

/// Where a page ended, as a text that may leave the program: letters, digits and dots.
///
///     PageCursor(size: 20, order: …, values: [.integer(3), .text("é")]).text   // "20.9af….i3.tc3a9"
package struct PageCursor: Hashable, Sendable {
  package var size: Int
  /// The order that it belongs to (`Keyset.fingerprint`).
  package var order: UInt64
  package var values: [Value]

  package init(size: Int, order: UInt64, values: [Value]) {
    self.size = size
    self.order = order
    self.values = values
  }

  /// Nil for a text that is no cursor.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 2, let size = Int(parts[0]), size > 0, let order = UInt64(parts[1], radix: 16) else {
      return nil
    }
    var values: [Value] = []
    for part in parts.dropFirst(2) {
      guard let value = Self.value(part) else { return nil }
      values.append(value)
    }
    self.init(size: size, order: order, values: values)
  }

  package var text: String {
    ([String(size), String(order, radix: 16)] + values.map(Self.text)).joined(separator: ".")
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .null: "n"
    case .integer(let value): "i\(value)"
    // Its bits, so that not even the last digit changes.
    case .real(let value): "r" + String(value.bitPattern, radix: 16)
    case .text(let text): "t" + hexadecimal(Array(text.utf8))
    case .data(let bytes): "d" + hexadecimal(bytes)
    case .brokenText(let bytes): "b" + hexadecimal(bytes)
    }
  }

  private static func value(_ text: Substring) -> Value? {
    let rest = text.dropFirst()
    switch text.first {
    case "n": return rest.isEmpty ? .null : nil
    case "i": return Int64(rest).map { .integer($0) }
    case "r": return UInt64(rest, radix: 16).map { .real(Double(bitPattern: $0)) }
    case "t": return bytes(rest).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    case "d": return bytes(rest).map { .data($0) }
    case "b": return bytes(rest).map { .brokenText($0) }
    default: return nil
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(String(decoding: [$0], as: UTF8.self), radix: 16) }
    guard digits.count % 2 == 0 else { return nil }
    var result: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }
}
