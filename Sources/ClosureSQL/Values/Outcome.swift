import Schema

/// What comes of an operation, depending on the row.
indirect enum Outcome {
  case value(Symbol)
  /// The closure raises an error here: what is one.
  case raise(Raised)
  /// It goes on with a value that SQL does not say, because of this.
  case unknown(Unknown, Unsaid)
  /// One thing where the condition holds, another where it does not.
  ///
  /// The condition is never NULL where it is reached.
  case fork(Expression, Outcome, Outcome)

  static var `nil`: Outcome { .value(.nil) }
  static func boolean(_ value: Bool) -> Outcome { .value(value ? .true : .false) }
  static func term(_ kind: Term.Kind, _ expression: Expression) -> Outcome {
    .value(.term(Term(kind: kind, expression: expression)))
  }

  /// Whether a condition holds, as a boolean of Lua.
  static func truth(_ condition: Expression) -> Outcome { .fork(condition, .boolean(true), .boolean(false)) }

  /// The same truth, told by these values where it is told by none, and making one of them may raise an error.
  func making(_ values: [Symbol]) -> Outcome {
    guard case .value(.constant(.boolean(let truth))) = self else { return self }
    for case .term(let term) in values where term.mayRaise {
      return .fork(term.isNull, .boolean(!truth), .boolean(truth))
    }
    return self
  }

  /// What `next` makes of the value.
  func then(_ next: (Symbol) throws -> Outcome) rethrows -> Outcome {
    switch self {
    case .value(let symbol): try next(symbol)
    case .raise: self
    // What is made of it may be of any kind, but is as plain.
    case .unknown(let unknown, let reason): .unknown(unknown == .value ? .value : .scalar, reason)
    case .fork(let condition, let yes, let no): .fork(condition, try yes.then(next), try no.then(next))
    }
  }
}

/// Why a closure must run for each row.
struct Untranslatable: Error {
  var reason: String
  /// The line of the script; filled in by the executor.
  var line: Int?

  /// Whether it is about a value that only Lua knows.
  var isAboutUnknown: Bool

  init(_ reason: String, line: Int? = nil, isAboutUnknown: Bool = false) {
    self.reason = reason
    self.line = line
    self.isAboutUnknown = isAboutUnknown
  }
}

extension Symbol {
  /// Goes two ways where the value may be nil.
  func split(nil absent: @autoclosure () throws -> Outcome, _ present: (Symbol) throws -> Outcome) rethrows -> Outcome {
    switch self {
    case .constant(.nil): return try absent()
    case .term(let term) where term.isNullable:
      return .fork(term.isNull, try absent(), try present(.term(term.present)))
    case .row(var row):
      guard let key = row.key else { return try present(self) }
      row.key = nil
      return .fork(.isNull(key), try absent(), try present(.row(row)))
    default: return try present(self)
    }
  }

  /// The same value, where it is known whether Lua takes it for true: a row is nil then, or there.
  func known(_ truth: Bool) -> Symbol {
    guard case .row(var row) = self else { return self }
    row.key = nil
    return truth ? .row(row) : .nil
  }

  /// The name of its type, as Lua's messages have it.
  var typeName: String {
    switch self {
    case .constant(let constant): constant.typeName
    case .term(let term): term.typeName
    case .row, .related: "object"
    case .fresh, .rows: "table"
    case .gathered: "number"
    case .document(let part): part.isTable ? "table" : "userdata"
    case .relatedMethod, .walk, .numberedWalk, .made: "function"
    case .unknown, .list, .unset: "value"
    }
  }
}
