/// One value as a database stores it, owned.
///
/// Texts are equal when their bytes are, as in the database: a composed letter is not a decomposed one.
///
///     Value.text("Zerator").description   // 'Zerator'
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case data([UInt8])
  /// A text whose bytes are no UTF-8: other programs store such.
  case brokenText([UInt8])

  /// The text that bytes are, whatever they are.
  package static func text(bytes: some Collection<UInt8>) -> Value {
    String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .brokenText(Array(bytes))
  }

  /// Whether it is a text, good or broken.
  package var isText: Bool {
    switch self {
    case .text, .brokenText: true
    default: false
    }
  }

  /// Calls `body` with a cell that borrows this value's text or bytes for the call.
  package func withCell<Result, Failure: Error>(
    _ body: (Cell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .null: return try body(.null)
    case .integer(let value): return try body(Cell(value))
    case .real(let value): return try body(Cell(value))
    case .text(let text):
      var outcome: Swift.Result<Result, Failure>?
      var copy = text
      copy.withUTF8 { bytes in outcome = Self.capture(.text, UnsafeRawBufferPointer(bytes), body) }
      return try Self.unwrap(outcome, body)
    case .data(let bytes):
      var outcome: Swift.Result<Result, Failure>?
      bytes.withUnsafeBytes { outcome = Self.capture(.data, $0, body) }
      return try Self.unwrap(outcome, body)
    case .brokenText(let bytes):
      var outcome: Swift.Result<Result, Failure>?
      bytes.withUnsafeBytes { outcome = Self.capture(.text, $0, body) }
      return try Self.unwrap(outcome, body)
    }
  }

  private static func capture<Result, Failure: Error>(
    _ kind: Cell.Kind, _ bytes: UnsafeRawBufferPointer, _ body: (Cell) throws(Failure) -> Result
  ) -> Swift.Result<Result, Failure> {
    do throws(Failure) {
      return .success(try body(Cell(kind, borrowing: bytes)))
    } catch {
      return .failure(error)
    }
  }

  private static func unwrap<Result, Failure: Error>(
    _ outcome: Swift.Result<Result, Failure>?, _ body: (Cell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let outcome else { return try body(.null) }
    return try outcome.get()
  }
}

extension Value {
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)):
      left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)), (.brokenText(let left), .brokenText(let right)): left == right
    default: false
    }
  }

  /// Equal texts have equal hashes: `String` hashes a text and its other compositions alike.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let text): hasher.combine(text)
    case .data(let bytes), .brokenText(let bytes): hasher.combine(bytes)
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as an SQL literal: `NULL`, `3`, `2.5`, `'it''s'`, `x'00ff'`.
  package var description: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .real(let value): return Self.literal(value)
    case .text(let text): return Self.literal(text)
    case .data(let bytes): return "x'" + Self.hexadecimal(bytes) + "'"
    case .brokenText(let bytes): return "CAST(x'" + Self.hexadecimal(bytes) + "' AS TEXT)"
    }
  }

  /// What is no number is NULL, as it is when it is bound.
  private static func literal(_ value: Double) -> String {
    if value.isNaN { return "NULL" }
    return value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : String(value)
  }

  /// By scalars: a quote and a combining mark behind it are one `Character`, which is no quote.
  private static func literal(_ text: String) -> String {
    // A statement ends at NUL.
    if text.utf8.contains(0) { return "CAST(x'" + hexadecimal(Array(text.utf8)) + "' AS TEXT)" }
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { result.unicodeScalars.append(scalar) }
      result.unicodeScalars.append(scalar)
    }
    result.unicodeScalars.append("'")
    return result
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
