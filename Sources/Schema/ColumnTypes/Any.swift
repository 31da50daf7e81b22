extension ColumnType {
  /// The type of a column of an existing table whose declared type says too little.
  package static let any = ColumnType(
    name: "any", summary: "a number, text or bytes, each as it is", example: "total = any {}",
    storage: .any, expected: "a number or text"
  ) { input, field in
    switch input {
    case .integer: .same
    case .real(let value): value.isNaN ? .refused(expected: "a number") : .same
    case .text(let bytes) where field.nature.conversion == .numbers && looksNumeric(bytes):
      // The column would make another value of it.
      .refused(expected: "a number, or text that is none: the column makes a number of this")
    case .text(let bytes): isStorableText(bytes) ? .same : .value(.data([UInt8](bytes)))
    case .boolean(let value): .value(.integer(value ? 1 : 0))
    case .null, .other, .decimal: .refused(expected: "a number or text")
    }
  }
}
