/// The order of days and moments as a server shows them, in bytes.
///
///     -infinity < 0044-03-15 BC < 2026-11-27 < 12024-01-01 < infinity
///
/// A text that is none of these stands among those of the years that all calendars have, as the bytes say.
package enum MomentOrder {
  /// Bytes that come in the order of time.
  static func key(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    guard let beyond = beyond(text) else { return [UInt8(ascii: "2")] + text }
    return beyond
  }

  /// The same, as a text.
  package static func key(_ text: String) -> String {
    var text = text
    return String(decoding: text.withUTF8 { key(UnsafeRawBufferPointer($0)) }, as: UTF8.self)
  }

  /// That of what is before the year 1, after 9999, or at infinity; nil for all others.
  private static func beyond(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    if text.elementsEqual("-infinity".utf8) { return [UInt8(ascii: "0")] }
    if text.elementsEqual("infinity".utf8) { return [UInt8(ascii: "4")] }
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let rest = text.dropFirst(digits.count)
    guard (4...7).contains(digits.count), rest.first == UInt8(ascii: "-") else { return nil }
    let year = [UInt8](repeating: UInt8(ascii: "0"), count: 7 - digits.count) + digits
    // Before the year 1 the larger number is the earlier year.
    if text.suffix(3).elementsEqual(" BC".utf8) {
      return [UInt8(ascii: "1")] + year.map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 } + rest.dropLast(3)
    }
    return digits.count > 4 ? [UInt8(ascii: "3")] + year + rest : nil
  }
}
