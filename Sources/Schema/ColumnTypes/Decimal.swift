extension ColumnType {
  /// Stored as the integer that it is without its point, so that the database compares, sorts and adds exactly.
  package static let decimal = ColumnType(
    name: "decimal", summary: "an exact number with so many digits behind the point (scale = 2)",
    example: "price = decimal { scale = 2 }", storage: .integer, expected: "a decimal", options: ["scale"],
    reading: .decimal
  ) { input, field in
    let number: DecimalNumber? =
      switch input {
      case .integer(let value): DecimalNumber(Int128(value), scale: 0)
      case .text(let bytes): DecimalNumber(bytes)
      case .decimal(let value): value
      default: nil
      }
    guard let number else { return .refused(expected: #"a decimal, such as decimal "0.10" or the text "0.10""#) }
    guard let scaled = number.rescaled(to: field.scale), let stored = Int64(exactly: scaled.coefficient) else {
      return .refused(expected: "a decimal of at most \(field.scale) digits behind the point (18 in all)")
    }
    return .value(.integer(stored))
  }
}

extension Field {
  /// The number that a stored integer is.
  package func decimal(of stored: Cell) -> DecimalNumber? {
    guard type.reading == .decimal, stored.kind == .integer else { return nil }
    return DecimalNumber(Int128(stored.integer), scale: scale)
  }
}
