import Encodings

/// Plain values among parts of JSON: which they are, and how they are written there.
///
///     coalesce(j.n, price)    // coalesce(numberPart(price)) as JSON: '{"n":true}' gives true, and a price of 1.5 gives 1.5
extension Expression.Function {
  /// A number that stands where parts of JSON do.
  package static let numberPart = Self("numberPart", partClass: .number) { $0[0] }
  /// A text that stands there.
  package static let textPart = Self("textPart", partClass: .text) { $0[0] }
  /// A truth that stands there.
  package static let truthPart = Self("truthPart", partClass: .truth) { $0[0] }

  /// A number as JSON text.
  package static let numberJSON = Self("numberJSON", needsEngine: true) { values in
    switch values[0].number {
    case .integer(let number): .text(String(number))
    case .real(let number): .text(number.jsonText)
    default: .null
    }
  }
  /// The same, equal numbers written alike: 1.0 is written as 1.
  package static let numberKey = Self("numberKey", needsEngine: true) { values in
    switch values[0].number {
    case .integer(let number): .text(String(number))
    case .real(let number): .text(number.jsonKey)
    default: .null
    }
  }
  /// A text as JSON text.
  package static let textJSON = Self("textJSON", needsEngine: true) { values in
    values[0].json.map { .text($0) } ?? .null
  }
}

extension Double {
  /// The number as it is written in JSON, which has no infinite ones: those as what is read as them (`JSONReader`).
  package var jsonText: String { isFinite ? "\(self)" : self < 0 ? "-9e999" : "9e999" }

  /// The same, without a fraction where it has none.
  var jsonKey: String { Int64(exactly: self).map(String.init) ?? jsonText }
}
