extension ColumnType {
  /// Stored as the integer that it is without its point, so that the database compares, sorts and adds exactly.
  package static let decimal = ColumnType(
    name: "decimal",
    summary: "an exact number (scale = 2 digits behind the point); in the file 10.50 is 1050",
    example: "price = decimal { scale = 2 }", storage: .integer, expected: "a decimal", options: ["scale", "stored"],
    reading: .decimal, words: { cell, field in field.decimal(of: cell)?.description },
    form: { "\($0.scale) digits behind the point" }
  ) { input, field in
    let number: DecimalNumber? =
      switch input {
      case .integer(let value): DecimalNumber(Int128(value), scale: 0)
      case .text(let bytes): DecimalNumber(bytes)
      case .decimal(let value): value
      case .real(let value) where field.isStoredAsNumber: DecimalNumber(value, scale: field.scale)
      default: nil
      }
    guard let number else { return .refused(expected: #"a decimal, such as decimal "0.10" or the text "0.10""#) }
    if field.isStoredAsNumber, let scaled = number.rescaled(to: field.scale) { return .value(.real(scaled.real)) }
    guard let scaled = number.rescaled(to: field.scale), let stored = Int64(exactly: scaled.coefficient) else {
      return .refused(expected: "a decimal of at most \(field.scale) digits behind the point (18 in all)")
    }
    return .value(.integer(stored))
  }
}

extension Field {
  /// The number that a stored one is; a scale of its own where it has more digits than the column says.
  package func decimal(of stored: Cell) -> DecimalNumber? {
    guard type.reading == .decimal else { return nil }
    switch stored.kind {
    case .integer where isStoredAsNumber: return DecimalNumber(Int128(stored.integer), scale: 0).rescaled(to: scale)
    case .integer: return DecimalNumber(Int128(stored.integer), scale: scale)
    case .real where isStoredAsNumber:
      return DecimalNumber(stored.real, scale: scale) ?? DecimalNumber("\(stored.real)".utf8)
    case .text where isStoredAsNumber: return DecimalNumber(stored.bytes)
    default: return nil
    }
  }
}

extension DecimalNumber {
  /// The decimal with so many digits that is nearest to a real number, when that is what the real number stands for.
  ///
  ///     DecimalNumber(0.1, scale: 2)    // 0.10       DecimalNumber(0.105, scale: 2)   // nil
  package init?(_ value: Double, scale: Int) {
    guard let power = Self.power(scale), abs(value) < 1e18, (value * Double(power)).magnitude < 1e36 else { return nil }
    let nearest = DecimalNumber(Int128((value * Double(power)).rounded()), scale: scale)
    guard nearest.real == value else { return nil }
    self = nearest
  }

  /// The nearest real number.
  package var real: Double { Double(description) ?? 0 }
}

extension Value {
  /// The number that a decimal is, where nothing says how many digits are stored: an integer, or the nearest real one.
  package init(_ number: DecimalNumber) {
    if let power = DecimalNumber.power(number.scale) {
      let (whole, rest) = number.coefficient.quotientAndRemainder(dividingBy: power)
      if rest == 0, let integer = Int64(exactly: whole) {
        self = .integer(integer)
        return
      }
    }
    self = .real(number.real)
  }
}
