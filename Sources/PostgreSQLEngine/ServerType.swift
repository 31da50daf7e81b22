import CPostgreSQL

/// A type of the server's by its number, as `pg_type` has it; the numbers of these are the same everywhere.
struct ServerType: Hashable {
  let number: UInt32

  static let unknown = ServerType(number: 0)
  static let bool = ServerType(number: 16)
  static let bytea = ServerType(number: 17)
  static let int8 = ServerType(number: 20)
  static let int2 = ServerType(number: 21)
  static let int4 = ServerType(number: 23)
  static let text = ServerType(number: 25)
  static let varchar = ServerType(number: 1043)
  static let json = ServerType(number: 114)
  static let jsonb = ServerType(number: 3802)
  static let oid = ServerType(number: 26)
  static let float4 = ServerType(number: 700)
  static let float8 = ServerType(number: 701)
  static let timestamp = ServerType(number: 1114)
  static let timestamptz = ServerType(number: 1184)
  static let numeric = ServerType(number: 1700)

  var isJSON: Bool { self == .json || self == .jsonb }
  var isNumber: Bool { [.int8, .int4, .int2, .float8, .float4, .numeric, .oid].contains(self) }

  static let bpchar = ServerType(number: 1042)

  /// How its values are read in a binary answer; nil for a type that is read as the server shows it.
  ///
  /// A `real` is: what is shown has fewer digits than its four bytes make of it.
  var binaryReading: UInt8? {
    switch self {
    case .int8, .int4, .int2: UInt8(CPQ_BINARY_INTEGER)
    case .float8: UInt8(CPQ_BINARY_REAL)
    case .bool: UInt8(CPQ_BINARY_TRUTH)
    case .bytea: UInt8(CPQ_BINARY_BYTES)
    case .bpchar: UInt8(CPQ_PADDED)
    case .text, .varchar: UInt8(CPQ_TEXT)
    case .json: UInt8(CPQ_JSON)
    default: nil
    }
  }

  /// How its texts are read (`cpq_read`).
  ///
  /// - Parameters:
  ///   - isSum: whether it may be the sum of integers.
  ///   - isExact: whether each digit of a decimal counts.
  ///   - modifier: what the server says of the type beside its number; less than 0 where that is nothing.
  func reading(isSum: Bool, isExact: Bool, modifier: Int32) -> UInt8 {
    switch self {
    case .int8, .int4, .int2, .oid: UInt8(CPQ_INTEGER)
    case .float8, .float4: UInt8(CPQ_REAL)
    case .numeric where isExact: UInt8(CPQ_DECIMAL)
    case .numeric: UInt8(isSum && modifier < 0 ? CPQ_SUM : CPQ_NUMERIC)
    case .bool: UInt8(CPQ_TRUTH)
    case .bytea: UInt8(CPQ_BYTES)
    case .bpchar: UInt8(CPQ_PADDED)
    case .json, .jsonb: UInt8(CPQ_JSON)
    // The digits of a second are part of it.
    case .timestamp, .timestamptz: UInt8(CPQ_TIME) + UInt8((0...6).contains(modifier) ? modifier : 6)
    default: UInt8(CPQ_TEXT)
    }
  }
}
