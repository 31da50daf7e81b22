/// One value as a database stores it, owned.
///
///     Value.text("Zerator").description   // 'Zerator'
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case data([UInt8])

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

extension Value: CustomStringConvertible {
  /// The value as an SQL literal: `NULL`, `3`, `2.5`, `'it''s'`, `x'00ff'`.
  package var description: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return String(value)
    case .real(let value): return value.isInfinite ? (value < 0 ? "-9e999" : "9e999") : String(value)
    case .text(let text):
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .data(let bytes):
      let digits = Array("0123456789abcdef")
      return "x'" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + "'"
    }
  }
}
