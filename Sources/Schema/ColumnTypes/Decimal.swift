extension ColumnType {
  /// Stored as the integer that it is without its point, so that the database compares, sorts and adds exactly.
  package static let decimal = ColumnType(
    name: "decimal",
    summary: "an exact number (scale = 2 digits behind the point); in the file 10.50 is 1050",
    example: "price = decimal { scale = 2 }", storage: .integer, expected: "a decimal", options: ["scale", "stored"],
    reading: .decimal, words: { cell, field in field.decimal(of: cell)?.description ?? field.roundedDecimal(of: cell) },
    form: { "\($0.scale) digits behind the point" }
  ) { input, field in
    let number: DecimalNumber? =
      switch input {
      case .integer(let value): DecimalNumber(Int128(value), scale: 0)
      case .text(let bytes): DecimalNumber(bytes)
      case .decimal(let value): value
      default: nil
      }
    guard let number else { return .refused(expected: #"a decimal, such as decimal "0.10" or the text "0.10""#) }
    let scaled = field.keepsScale ? number : number.rescaled(to: field.scale) ?? field.withoutDust(number)
    if field.writesDecimalTexts {
      if let scaled { return .value(.text(scaled.description)) }
      return .refused(expected: "a decimal of at most \(field.scale) digits behind the point (38 in all)")
    }
    if field.isStoredAsNumber {
      if let stored = scaled?.storedNumber { return .value(stored) }
      if let scaled, field.isNumeric { return .value(.text(scaled.description)) }
      if field.isNumeric {
        let digits = min(field.nature.digits ?? 38, 38)
        return .refused(expected: "a decimal of at most \(field.scale) digits behind the point (\(digits) in all)")
      }
      return .refused(expected: "a decimal of at most \(field.scale) digits behind the point (15 in all)")
    }
    guard let scaled, let stored = Int64(exactly: scaled.coefficient) else {
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
    case .data where type == .wideDecimal:
      return DecimalNumber(ordered: stored.bytes).map { $0.rescaled(to: scale) ?? $0 }
    // What has digits of its own stands among others as a text.
    case .text where type == .wideDecimal: return DecimalNumber(stored.bytes)
    // What stands beside decimals as an integer is one.
    case .integer where type == .wideDecimal: return nil
    case .integer where isStoredAsNumber: return fitted(DecimalNumber(Int128(stored.integer), scale: 0))
    case .integer: return DecimalNumber(Int128(stored.integer), scale: scale)
    case .real where keepsScale: return DecimalNumber(exactly: stored.real)
    case .real where isStoredAsNumber:
      if let number = DecimalNumber(stored.real, scale: scale) { return number }
      // What is small is written with an exponent.
      return stored.real.magnitude < 1 ? DecimalNumber(exactly: stored.real) : DecimalNumber("\(stored.real)".utf8)
    case .text where isStoredAsNumber: return DecimalNumber(stored.bytes).map(fitted)
    default: return nil
    }
  }

  /// A number with so many digits behind the point as the column says, or its own where it has more.
  package func fitted(_ number: DecimalNumber) -> DecimalNumber {
    keepsScale ? number : number.rescaled(to: scale) ?? number
  }
}

extension Field {
  /// Whether its decimals are binary numbers to the database, of which reckoning leaves dust: 0.1 + 0.2 is
  /// 0.30000000000000004.
  private var mayHoldDust: Bool {
    isLoose && type == .decimal && isStoredAsNumber && !keepsScale && !isNumeric && encoder == nil && scale <= 12
  }

  /// The decimal of the column that a number is but for dust.
  fileprivate func withoutDust(_ number: DecimalNumber) -> DecimalNumber? {
    guard mayHoldDust, let power = DecimalNumber.power(scale) else { return nil }
    let real = number.real
    guard (real * Double(power)).magnitude < 1e15 else { return nil }
    let nearest = DecimalNumber(Int128((real * Double(power)).rounded()), scale: scale)
    let dust = min(max(nearest.real.magnitude, 1) * 1e-14, 1e-3 / Double(power))
    return (nearest.real - real).magnitude <= dust ? nearest : nil
  }

  /// The number with its dust, which an export wrote of a column: it comes back as it was there.
  package func dust(_ input: Input) -> Double? {
    guard mayHoldDust else { return nil }
    let number: DecimalNumber? =
      switch input {
      case .decimal(let value): value
      case .text(let bytes): DecimalNumber(bytes)
      default: nil
      }
    guard let number, number.rescaled(to: scale) == nil, withoutDust(number) != nil,
      DecimalNumber("\(number.real)".utf8) == number
    else { return nil }
    return number.real
  }
}

extension Field {
  /// Whether its column makes a text of all that is put into it, so that a decimal is written as it reads.
  fileprivate var writesDecimalTexts: Bool { holdsDecimalTexts && nature.conversion == .texts }

  /// Whether a cell is what a database made of decimals of which its integers did not hold the result: a real number.
  package func isBeyondDecimals(_ cell: Cell) -> Bool {
    cell.kind == .real && isExpression && type == .decimal && !isStoredAsNumber
  }

  /// About what such a cell stands for, for people.
  fileprivate func roundedDecimal(of cell: Cell) -> String? {
    guard isBeyondDecimals(cell), let power = DecimalNumber.power(scale) else { return nil }
    return "\(cell.real / Double(power))"
  }
}

extension DecimalNumber {
  /// The decimal with so many digits that is nearest to a real number, when that is what the real number stands for.
  ///
  ///     DecimalNumber(0.1, scale: 2)    // 0.10       DecimalNumber(0.105, scale: 2)   // nil
  package init?(_ value: Double, scale: Int) {
    guard scale > 15 || abs(value) < 1e18, let power = Self.power(scale) else { return nil }
    // What so many digits make of it has more of them than a real number tells.
    if scale > 15 || (value * Double(power)).magnitude >= 1e15 {
      guard let number = DecimalNumber(exactly: value)?.rescaled(to: scale) else { return nil }
      self = number
      return
    }
    let nearest = DecimalNumber(Int128((value * Double(power)).rounded()), scale: scale)
    guard nearest.real == value else { return nil }
    self = nearest
  }

  /// The nearest real number.
  package var real: Double { Double(description) ?? 0 }

  /// The integer, or the real number, that a column of numbers has for it; nil where it would read back as another one.
  ///
  ///     DecimalNumber("2.50")?.storedNumber                 // 2.5
  ///     DecimalNumber("9007199254740993.25")?.storedNumber  // nil
  package var storedNumber: Value? {
    if let whole = rescaled(to: 0), let integer = Int64(exactly: whole.coefficient) { return .integer(integer) }
    let real = self.real
    guard let read = DecimalNumber(exactly: real)?.rescaled(to: scale), read == self else { return nil }
    return .real(real)
  }
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

extension Field {
  /// A field of decimals over a column that holds them as the numbers that they are, as columns made elsewhere do:
  /// what is known of its stored values is said of such numbers.
  ///
  /// - Parameter asTexts: the column, where it has texts.
  package func overNumbers(asTexts column: ColumnNature?) -> Field {
    var field = self
    field.isStoredAsNumber = true
    if let column { (field.holdsDecimalTexts, field.nature) = (true, column) }
    func number(_ value: Value) -> Value {
      if field.holdsDecimalTexts, !isStoredAsNumber, case .integer(let coefficient) = value {
        return .text(DecimalNumber(Int128(coefficient), scale: scale).description)
      }
      switch value {
      case .integer(let coefficient):
        let number = DecimalNumber(Int128(coefficient), scale: scale)
        return number.storedNumber ?? (field.isNumeric ? .text(number.description) : .real(number.real))
      // What stands between two stored integers.
      case .real(let between): return .real(between / Double(DecimalNumber.power(scale) ?? 1))
      default: return value
      }
    }
    if case .value(let value)? = defaultValue { field.defaultValue = .value(number(value)) }
    field.fallback = fallback.map(number)
    if encoder == nil { field.tests = tests.map { $0.comparing(with: number, by: field.collation) } }
    return field
  }
}

extension Test {
  /// The same test with other values to compare with.
  fileprivate func comparing(with change: (Value) -> Value, by collation: Collation) -> Test {
    switch self {
    case .kind(let kind, var arguments):
      arguments.values = arguments.values.map(change)
      arguments.collation = collation
      return .kind(kind, arguments)
    case .not(let test): return .not(test.comparing(with: change, by: collation))
    case .and(let tests): return .and(tests.map { $0.comparing(with: change, by: collation) })
    case .or(let tests): return .or(tests.map { $0.comparing(with: change, by: collation) })
    case .function: return self
    }
  }
}
