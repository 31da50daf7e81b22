/// A document that Lua has edited, beside the one that it read.
extension DocumentValue {
  /// The same, where what Lua cannot tell apart is as it was: an object without members, which is an empty table there as
  /// a list is, and a number of more digits than a double has.
  ///
  ///     {"a":[],"b":1,"n":1.2345678901234567e+19}   // keeping what {"a":{},"n":12345678901234567890} has
  ///     {"a":{},"b":1,"n":12345678901234567890}
  package func keeping(_ old: DocumentValue) -> DocumentValue {
    switch (self, old) {
    case (.list(let elements), .map) where elements.isEmpty: return .map([])
    case (.list(let elements), .list(let others)):
      return .list(elements.enumerated().map { $0 < others.count ? $1.keeping(others[$0]) : $1 })
    case (.map(let members), .map(let others)):
      let known = Dictionary(others.map { ($0.name, $0.value) }) { _, last in last }
      return .map(
        members.map { member in Member(member.name, known[member.name].map(member.value.keeping) ?? member.value) })
    case (_, .number(let words)): return double.map { $0 == Double(words) } == true ? old : self
    default: return self
    }
  }

  /// What Lua reads of a number that is no integer of 64 bits.
  private var double: Double? {
    switch self {
    case .number(let words): Double(words)
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}
