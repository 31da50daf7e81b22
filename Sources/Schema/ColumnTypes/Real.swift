extension ColumnType {
  package static let real = ColumnType(
    name: "real", summary: "a number with a fraction (64 bit floating point)", example: "weight = real {}",
    storage: .real, expected: "a number", unchanged: .reals
  ) { input, _ in
    switch input {
    case .real(let value) where value.isNaN: .refused(expected: "a number")
    // Databases store the zero without a sign.
    case .real(let value): value == 0 && value.sign == .minus ? .value(.real(0)) : .same
    case .integer(let value):
      Int64(exactly: Double(value)) == value
        ? .value(.real(Double(value))) : .refused(expected: "a number that a real holds exactly")
    default: .refused(expected: "a number")
    }
  }
}
