extension DocumentValue {
  /// JSON text as it is written alike for equal values: without blanks, names in the order of their bytes, whole
  /// numbers without a point, escapes where they must be; nil of what is no JSON.
  ///
  ///     canonicalJSON(of: #"{ "b": 1.0, "\u0061": 2 }"#)   // {"a":2,"b":1}
  package static func canonicalJSON(of text: UnsafeRawBufferPointer) -> String? {
    guard let document = try? DocumentValue(kept: text) else { return nil }
    return try? document.canonical.json()
  }

  private var canonical: DocumentValue {
    switch self {
    case .number(let words): Double(words).map(Self.canonical(number:)) ?? self
    case .real(let number): Self.canonical(number: number)
    case .list(let elements): .list(elements.map(\.canonical))
    case .map(let members):
      .map(
        members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
          .map { Member($0.name, $0.value.canonical) })
    case .null, .boolean, .integer, .text, .data, .date: self
    }
  }

  private static func canonical(number: Double) -> DocumentValue {
    Int64(exactly: number).map { .integer($0) } ?? .real(number)
  }
}
