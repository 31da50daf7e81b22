import Encodings
import Platform

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

  /// A number as the text that Lua makes of it; any other value as it is.
  package static let word = Self("word") { $0[0].inWords }

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

extension Value {
  /// A number as the text that Lua makes of it: 1.0 as "1.0", 1e20 as "1e+20".
  package var inWords: Value {
    switch self {
    case .integer(let number): .text(String(number))
    case .real(let number): .text(number.words)
    default: self
    }
  }
}

extension Double {
  /// The number as Lua's `tostring` writes it.
  fileprivate var words: String {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer -> String in
      let length = withVaList([self]) { vsnprintf(buffer.baseAddress, buffer.count, "%.14g", $0) }
      let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(buffer))
      return String(decoding: bytes.prefix(Int(length)), as: UTF8.self)
    }
    // What looks like an integer is told from one.
    return text.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) } ? text + ".0" : text
  }

  /// The number as it is written in JSON, which has no infinite ones: those as what is read as them (`JSONReader`).
  package var jsonText: String { isFinite ? "\(self)" : self < 0 ? "-9e999" : "9e999" }

  /// The same, without a fraction where it has none.
  var jsonKey: String { Int64(exactly: self).map(String.init) ?? jsonText }
}
