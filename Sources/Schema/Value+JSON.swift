import Encodings

extension Value {
  /// The JSON text of a plain value, as fields of JSON store it; nil for what JSON cannot hold.
  ///
  ///     Value.text("5").json      // "\"5\""       Value.integer(5).json   // "5"
  package var json: String? {
    switch self {
    case .null: return "null"
    case .integer(let number): return String(number)
    case .real(let number): return number.isFinite ? "\(number)" : nil
    case .text(let words):
      var text = ""
      text.appendJSON(words)
      return text
    case .data(let bytes): return String(validating: bytes, as: UTF8.self).flatMap { Value.text($0).json }
    }
  }
}
