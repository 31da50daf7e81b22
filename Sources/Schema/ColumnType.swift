import Encodings

/// The description of a kind of field: what it takes from a script and how that is stored.
///
/// Each type is one file in `ColumnTypes/` and one line in `all`.
///
///     ColumnType.integer.store(.real(2.5), in: field)   // refused: "an integer"
package struct ColumnType: Sendable {
  /// The word of the language: `integer`.
  package let name: String
  package let summary: String
  /// A field of this type as a script writes it.
  package let example: String
  package let storage: Storage
  /// What a script gives it, in words: "an integer".
  package let expected: String
  /// The options that only this type has, beside `FieldOption.common`.
  package let options: [String]
  /// Values that a type takes as they are, or as the same number.
  package enum Unchanged: Sendable {
    /// `store` must be asked.
    case unknown
    case booleans
    /// Integers in the field's range.
    case integers
    /// Reals, and the integers that a real holds exactly.
    case reals
    /// Valid UTF-8 without NUL.
    case texts
    /// The labels of the field's choices.
    case labels
    /// Days of the calendar as `YYYY-MM-DD`.
    case dates
  }

  /// A day or a moment, which a script may also give as a table such as `os.date "*t"` makes.
  package enum Calendar: Sendable {
    case day, moment
  }

  /// What a person sees of a stored value in tables, messages and exports, where that is not the value itself.
  ///
  /// Nil of what is no value of the field; `store` takes the same words.
  package typealias Wording = @Sendable (Cell, Field) -> String?

  /// How a stored value reads in a script.
  package let reading: Reading
  /// What `store` takes as it is, so that a caller with many values need not ask about each.
  package let unchanged: Unchanged
  package let calendar: Calendar?
  package let words: Wording?
  /// What code that others read must know of a stored value: "ISO 8601: 2026-01-31".
  package let form: @Sendable (Field) -> String?
  /// Turns what a script gave into what is stored; never called with `.null`.
  package let store: @Sendable (Input, Field) -> Stored
  /// A rule that the database enforces as well, on top of the storage class.
  package let check: @Sendable (Expression, Field) -> Expression?

  package init(
    name: String, summary: String, example: String, storage: Storage, expected: String, options: [String] = [],
    reading: Reading = .asStored, unchanged: Unchanged = .unknown, calendar: Calendar? = nil, words: Wording? = nil,
    form: @escaping @Sendable (Field) -> String? = { _ in nil },
    check: @escaping @Sendable (Expression, Field) -> Expression? = { _, _ in nil },
    store: @escaping @Sendable (Input, Field) -> Stored
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.storage = storage
    self.expected = expected
    self.options = options
    self.reading = reading
    self.unchanged = unchanged
    self.calendar = calendar
    self.words = words
    self.form = form
    self.check = check
    self.store = store
  }

  /// Every type of field, in the order in which help lists them.
  package static let all: [ColumnType] = [
    text, integer, real, decimal, boolean, date, datetime, duration, data, uuid, url, json, enumeration, embedded,
    listOf, mapOf, variant, any,
  ]

  /// Whether the storage class of a column says that it is of this type.
  package var isToldByStorage: Bool { [ColumnType.text, .integer, .real, .data, .any].contains(self) }

  package static func named(_ name: String) -> ColumnType? {
    all.first { $0.name == name }
  }
}

/// What a script gives for a field: a plain value of the language.
package enum Input {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case decimal(DecimalNumber)
  /// Text or bytes, borrowed.
  case text(UnsafeRawBufferPointer)
  /// A table or another value that only the layer above can read, by its kind: "a table".
  case other(String)
}

/// What becomes of an input.
package enum Stored {
  /// It is stored as it is.
  case same
  /// This is stored in its place.
  case value(Value)
  /// It does not fit; what would fit, in words: "an integer".
  case refused(expected: String)
}

/// How a stored value reads in a script.
package enum Reading: UInt8, Sendable {
  case asStored, boolean, json, label, decimal, document
}

/// Types are equal when their names are.
extension ColumnType: Hashable {
  package static func == (left: ColumnType, right: ColumnType) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Input {
  /// The input as a person would name it in an error: `text 'abc'`, `the boolean true`.
  package var described: String {
    switch self {
    case .null: return "nothing"
    case .boolean(let value): return "the boolean \(value)"
    case .integer(let value): return "the integer \(value)"
    case .real(let value): return value.isNaN ? "nan" : "the number \(value)"
    case .decimal(let value): return "the decimal \(value)"
    case .text(let bytes): return "the text " + quotedExcerpt(bytes)
    case .other(let kind): return kind
    }
  }
}
