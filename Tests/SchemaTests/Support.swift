import Encodings
import Schema

/// The schema's tests; `Test` is also a word of the testing library.
typealias FieldTest = Schema.Test

/// What a script gives, owned, so that a table of tests can hold it.
enum Given: CustomStringConvertible {
  case text(String)
  case bytes([UInt8])
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case other(String)
  case null

  var description: String {
    switch self {
    case .text(let text): quotedExcerpt(text)
    case .bytes(let bytes): "bytes \(bytes)"
    case .integer(let value): "integer \(value)"
    case .real(let value): "real \(value)"
    case .boolean(let value): "\(value)"
    case .other(let kind): kind
    case .null: "null"
    }
  }

  /// What a field stores for it; `nil` when it is refused.
  func stored(in field: Field) -> Outcome {
    switch self {
    case .text(let text): Self.outcome(Array(text.utf8), field)
    case .bytes(let bytes): Self.outcome(bytes, field)
    case .integer(let value): Outcome(field.stored(.integer(value)), same: .integer(value))
    case .real(let value): Outcome(field.stored(.real(value)), same: .real(value))
    case .boolean(let value): Outcome(field.stored(.boolean(value)), same: .null)
    case .other(let kind): Outcome(field.stored(.other(kind)), same: .null)
    case .null: Outcome(field.stored(.null), same: .null)
    }
  }

  private static func outcome(_ bytes: [UInt8], _ field: Field) -> Outcome {
    bytes.withUnsafeBytes { buffer in
      Outcome(field.stored(.text(buffer)), same: .text(String(decoding: buffer, as: UTF8.self)))
    }
  }
}

/// What a field makes of an input.
enum Outcome: Equatable {
  case stored(Value)
  case refused(String)

  init(_ stored: Stored, same: Value) {
    switch stored {
    case .same: self = .stored(same)
    case .value(let value): self = .stored(value)
    case .refused(let expected): self = .refused(expected)
    }
  }
}

/// The words of the error that a call ends with, or "no error".
func words<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> String {
  do throws(Failure) {
    _ = try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}
