import Encodings
import Platform

extension ColumnType {
  package static let enumeration = ColumnType(
    name: "enum", summary: "one of a list of words", example: #"rank = enum { "pro", "amateur", default = "amateur" }"#,
    storage: .text, expected: "one of its words", reading: .label, unchanged: .labels,
    words: { cell, field in
      field.choices.first { choice in choice.stored.withCell { compareCells($0, cell) == .equal } }?.label
    },
    check: { value, field in .oneOf(value, field.choices.map(\.stored)) },
    store: { input, field in
      guard case .text(let bytes) = input, let choice = field.choice(labelled: bytes) else {
        return .refused(expected: "one of " + listed(field.choices.map { quotedExcerpt($0.label) }))
      }
      return choice.stored == .text(choice.label) ? .same : .value(choice.stored)
    })
}

extension Field {
  /// Whether people see other words than what is stored.
  package var hasWords: Bool { type.words != nil }

  /// Whether they are not the text that is stored.
  package var hasOtherWords: Bool {
    hasWords && (choices.isEmpty || choices.contains { $0.stored != .text($0.label) })
  }

  /// Whether its numbers are of a unit, in which their sum is one as well.
  package var hasUnit: Bool { hasWords && type.reading != .label }

  fileprivate func choice(labelled bytes: UnsafeRawBufferPointer) -> Choice? {
    for place in choices.indices where choices[place].label.utf8.count == bytes.count {
      let label = choices[place].label.utf8
      let isSame = label.withContiguousStorageIfAvailable { label in
        guard let known = label.baseAddress, let given = bytes.baseAddress else { return true }
        return memcmp(known, given, label.count) == 0
      }
      if isSame ?? label.elementsEqual(bytes) { return choices[place] }
    }
    return nil
  }

  /// The storage class of the column; an `enum` takes that of its stored values.
  package var storage: Storage {
    if isStoredAsNumber { return .any }
    guard type == .enumeration, let first = choices.first?.stored else { return type.storage }
    switch first {
    case .integer: return .integer
    case .real: return .real
    default: return .text
    }
  }
}
