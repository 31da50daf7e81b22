/// Values of which each passes a test for certain, so that a caller with many need not ask about each.
///
/// Of the other values nothing is said. A test that has passing values says nothing about NULL.
///
///     Test.kind(.between, [18, 24]).passingValues   // .integers(18...24)
package enum TrivialValues: Hashable, Sendable {
  case integers(ClosedRange<Int64>)
  case reals(ClosedRange<Double>)
  /// Texts of so many bytes that do not begin with a blank, unless the range begins at 0.
  case texts(bytes: ClosedRange<Int64>)
  /// No values of which it is easily said.
  case unknown

  /// The values that pass another test as well.
  package func and(_ other: TrivialValues) -> TrivialValues {
    switch (self, other) {
    case (.integers(let left), .integers(let right)) where left.overlaps(right): .integers(left.clamped(to: right))
    case (.reals(let left), .reals(let right)) where left.overlaps(right): .reals(left.clamped(to: right))
    case (.texts(let left), .texts(let right)) where left.overlaps(right): .texts(bytes: left.clamped(to: right))
    default: .unknown
    }
  }

  /// The same for a field that stores reals: a whole number there is a real.
  package var ofReals: TrivialValues {
    guard case .integers(let range) = self else { return self }
    // An end that is no real itself would be rounded; the largest integer is the end of what has none.
    let high = range.upperBound == .max ? 0x1p63.nextDown : Double(exactly: range.upperBound)
    guard let low = Double(exactly: range.lowerBound), let high, low <= high else { return .unknown }
    return .reals(low...high)
  }
}

extension TrivialValues {
  /// What is at least this value.
  static func from(_ value: Value) -> TrivialValues {
    switch value {
    case .integer(let low): .integers(low ... .max)
    case .real(let low) where !low.isNaN: .reals(low ... .infinity)
    default: .unknown
    }
  }

  /// What is at most this value.
  static func upTo(_ value: Value) -> TrivialValues {
    switch value {
    case .integer(let high): .integers(.min...high)
    case .real(let high) where !high.isNaN: .reals(-.infinity...high)
    default: .unknown
    }
  }
}

extension Test {
  package var passingValues: TrivialValues {
    switch self {
    case .kind(let kind, let arguments): kind.passing(arguments)
    case .and(let tests):
      tests.dropFirst().reduce(tests.first?.passingValues ?? .unknown) { $0.and($1.passingValues) }
    case .not, .or, .function: .unknown
    }
  }
}
