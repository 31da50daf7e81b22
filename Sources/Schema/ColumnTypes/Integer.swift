extension ColumnType {
  package static let integer = ColumnType(
    name: "integer", summary: "a whole number of 64 bits, or of bits = 16 or 32",
    example: "score = integer { default = 0 }", storage: .integer, expected: "an integer", options: ["bits"],
    unchanged: .integers,
    check: { value, field in
      guard let range = field.integerRange else { return nil }
      return .between(value, .literal(.integer(range.lowerBound)), .literal(.integer(range.upperBound)))
    },
    store: { input, field in
      let value: Int64
      switch input {
      case .integer(let whole): value = whole
      // A float without a fraction is an integer: 4 / 2.
      case .real(let number):
        guard let whole = Int64(exactly: number) else { return .refused(expected: "an integer") }
        value = whole
      default: return .refused(expected: "an integer")
      }
      if let range = field.integerRange, !range.contains(value) {
        return .refused(expected: "an integer of \(field.bits) bits (\(range.lowerBound) to \(range.upperBound))")
      }
      if case .real = input { return .value(.integer(value)) }
      return .same
    })
}

extension Field {
  /// What an integer of less than 64 bits can hold.
  package var integerRange: ClosedRange<Int64>? {
    switch bits {
    case 16: Int64(Int16.min)...Int64(Int16.max)
    case 32: Int64(Int32.min)...Int64(Int32.max)
    default: nil
    }
  }
}
