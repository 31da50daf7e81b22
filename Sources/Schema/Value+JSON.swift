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
    case .brokenText: return nil
    }
  }

  /// The same where it is compared with a part of JSON, which has no bytes: a text with a NUL in it is taken for such.
  package var ofJSON: Value {
    guard case .data(let bytes) = self, let text = String(validating: bytes, as: UTF8.self) else { return self }
    return .text(text)
  }

  /// What stands at a path of names in a document of JSON text, as a database reads it; NULL where nothing does.
  ///
  ///     Value.text("{\"a\":{\"b\":true}}").member(at: ["a", "b"])   // .integer(1)
  package func member(at names: [String], part: PartClass? = nil) -> Value {
    guard case .text(let text) = self, var document = try? DocumentValue(kept: text.utf8) else { return .null }
    for name in names {
      guard case .map(let members) = document, let next = members[name] else { return .null }
      document = next
    }
    if let part, part.isWhole { return document == .null ? .null : (try? document.json()).map { .text($0) } ?? .null }
    if let part, !part.holds(document) { return .null }
    let value = document.plain
    return part == .word ? value.inWords : value
  }
}

extension DocumentValue {
  /// What a database reads of it as a plain value.
  fileprivate var plain: Value {
    switch self {
    case .null, .data: return .null
    case .boolean(let truth): return .integer(truth ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .number(let words): return Double(words).map { .real($0) } ?? .null
    case .text(let words), .date(let words): return .text(words)
    case .list, .map: return (try? json()).map { .text($0) } ?? .null
    }
  }
}

extension PartClass {
  /// Whether a part of a document is of the class.
  fileprivate func holds(_ document: DocumentValue) -> Bool {
    switch document {
    case .boolean: self == .truth
    case .integer, .real, .number: self == .number || isOrdered
    case .text, .date: self == .text || isOrdered
    case .list, .map: self == .table || isOrdered
    case .null, .data: false
    }
  }
}
