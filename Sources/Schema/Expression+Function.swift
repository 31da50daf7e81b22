extension Expression {
  /// A function of the database, with its meaning in memory.
  ///
  /// Each is a constant: those that several rooms need in `Evaluation+Functions.swift`, one that a single test needs
  /// beside that test. A dialect says the rest, where it has another name or form.
  package struct Function: Sendable {
    package let name: String
    /// Whether it is a function of Moonshell's own connections.
    let needsEngine: Bool
    /// Whether it may give something where an argument is NULL.
    let takesNull: Bool
    /// The part of a day or a moment that it gives.
    package let part: DatePart?
    /// Of which class the value is that it marks as one among parts of JSON, and gives as it is.
    package let partClass: PartClass?
    /// What it gives for arguments of which none is NULL, and which are at least one.
    let evaluate: @Sendable ([Value]) throws -> Value

    init(
      _ name: String, needsEngine: Bool = false, takesNull: Bool = false, part: DatePart? = nil,
      partClass: PartClass? = nil, evaluate: @escaping @Sendable ([Value]) throws -> Value
    ) {
      self.name = name
      self.needsEngine = needsEngine
      self.takesNull = takesNull
      self.part = part
      self.partClass = partClass
      self.evaluate = evaluate
    }

    /// What it gives, as an engine asks it of the arguments of a statement.
    package func callAsFunction(_ arguments: [Value]) throws -> Value {
      if !takesNull, arguments.contains(where: \.isNothing) { return .null }
      return try evaluate(arguments)
    }
  }
}

/// Functions are equal when their names are.
extension Expression.Function: Hashable {
  package static func == (left: Self, right: Self) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A part of a day or a moment that is stored as text: `2024-02-29T10:30:00Z`.
package enum DatePart: String, Hashable, Sendable, CaseIterable {
  case year, month, day, hour, minute, second

  /// Where its digits begin among those of the day, or of the time.
  package var start: Int {
    switch self {
    case .year, .hour: 0
    case .month: 5
    case .day: 8
    case .minute: 3
    case .second: 6
    }
  }

  package var length: Int { self == .year ? 4 : 2 }
  /// Whether it is a part of the time: a day alone begins at midnight.
  package var isOfTime: Bool { self == .hour || self == .minute || self == .second }
}
