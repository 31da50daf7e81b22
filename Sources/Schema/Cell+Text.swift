import Platform

extension Cell {
  /// Calls `body` with the bytes of text or data, or with a number as the database writes it: `2.5`, `1.0e+20`.
  ///
  /// Columns of tables that were made elsewhere hold numbers where a test expects text.
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch kind {
    case .null, .text, .data: return body(bytes)
    case .integer: return Self.withBytes(of: String(integer), body)
    case .real: return Self.withBytes(of: Self.words(real), body)
    }
  }

  /// The part that the database's own text functions see: of text what stands before NUL, of bytes all.
  func countedBytes(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard kind == .text, let start = bytes.baseAddress, let end = memchr(start, 0, bytes.count) else { return bytes }
    return UnsafeRawBufferPointer(rebasing: bytes[..<(UnsafeRawPointer(end) - start)])
  }

  private static func withBytes<Result>(of text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var copy = text
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Fifteen digits, and always a point.
  private static func words(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-Inf" : "Inf" }
    if value == 0 { return "0.0" }
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer -> String in
      let length = withVaList([value]) { vsnprintf(buffer.baseAddress, buffer.count, "%.15g", $0) }
      let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(buffer))
      return String(decoding: bytes.prefix(Int(length)), as: UTF8.self)
    }
    if text.contains(".") { return text }
    guard let exponent = text.firstIndex(of: "e") else { return text + ".0" }
    return text[..<exponent] + ".0" + text[exponent...]
  }
}
