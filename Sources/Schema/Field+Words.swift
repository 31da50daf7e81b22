import Encodings

extension Field {
  /// A stored value as a message says it: as scripts see it, where the field's type makes something else of it.
  ///
  ///     price.words(stored: .integer(150))   // 1.50
  ///     rank.words(stored: .integer(1))      // 'one'
  package func words(stored value: Value) -> String {
    if value == .null { return value.excerpt }
    if let words = value.withCell({ label(of: $0) }) { return type.reading == .label ? quotedExcerpt(words) : words }
    switch (type.reading, value) {
    case (.boolean, .integer(0)): return "false"
    case (.boolean, .integer(1)): return "true"
    default: return value.excerpt
    }
  }
}

extension Entity {
  /// The values of a key as a message says them.
  package func words(key: [Value]) -> String {
    zip(keySlots, key).map { fields[$0].words(stored: $1) }.joined(separator: ", ")
  }
}
