extension ColumnType {
  package static let enumeration = ColumnType(
    name: "enum", summary: "one of a list of words", example: #"rank = enum { "pro", "amateur", default = "amateur" }"#,
    storage: .text, expected: "one of its words", reading: .label,
    check: { value, field in .oneOf(value, field.choices.map(\.stored)) },
    store: { input, field in
      let isLabel: (Field.Choice) -> Bool = { choice in
        switch input {
        case .text(let bytes): choice.label.utf8.elementsEqual(bytes)
        default: false
        }
      }
      guard let choice = field.choices.first(where: isLabel) else {
        return .refused(expected: "one of " + field.choices.map { "'\($0.label)'" }.joined(separator: ", "))
      }
      if case .text(choice.label) = choice.stored { return .same }
      return .value(choice.stored)
    })
}

extension Field {
  /// The storage class of the column; an `enum` takes that of its stored values.
  package var storage: Storage {
    guard type == .enumeration, let first = choices.first?.stored else { return type.storage }
    switch first {
    case .integer: return .integer
    case .real: return .real
    default: return .text
    }
  }
}
