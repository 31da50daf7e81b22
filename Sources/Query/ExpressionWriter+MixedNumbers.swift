import Schema

/// Numbers that are integers in one row and real ones in another, where the database would make real numbers of all:
/// integers beyond 53 bits would be others, and all would be shown as real numbers.
///
///     coalesce(n, x)    // coalesce(("n")::numeric, moonshell_mixed("x")): a real number has digits behind its point
extension ExpressionWriter {
  /// Whether values of which one is chosen are such.
  func areMixedNumbers(_ values: [Expression]) -> Bool {
    if dialect.choosesAmongClasses { return false }
    let classes = values.map { resolver.valueClass(of: $0) }.filter { $0 != .null }
    return classes.allSatisfy(\.isNumber) && (classes.contains(.real) || classes.contains(.mixed))
      && classes.contains { $0 != .real }
  }

  /// A value beside such as one of them.
  mutating func write(mixed value: Expression) throws(QueryError) -> SQL {
    if case .literal(let literal) = value { return mixed(dialect.chosen(literal), resolver.valueClass(of: value)) }
    let sql = try operand(value)
    return mixed(sql, resolver.valueClass(of: value))
  }

  private func mixed(_ number: SQL, _ valueClass: ValueClass) -> SQL {
    switch valueClass {
    case .integer: dialect.mixed(whole: number)
    // What goes beyond 64 bits is a real number.
    case .wide: dialect.mixed("", [dialect.mixed(whole: number)])
    case .real: dialect.mixed("", [number])
    default: number
    }
  }

  /// What arithmetic makes of operands of which one is such; nil for all others.
  func reckoned(_ operation: Expression.Arithmetic, _ first: Classed, _ second: Classed) -> Classed? {
    guard let word = operation.wordOfMixed, first.class == .mixed || second.class == .mixed,
      first.class.isNumber, second.class.isNumber
    else { return nil }
    // Beside a real number all are such.
    if operation == .divide || first.class == .real || second.class == .real {
      return (dialect.reals(word, [real(first), real(second)]), .real)
    }
    return (dialect.mixed(word, [mixed(first.sql, first.class), mixed(second.sql, second.class)]), .mixed)
  }

  private func real(_ number: Classed) -> SQL {
    switch number.class {
    case .real: number.sql
    case .mixed: dialect.real(ofMixed: number.sql)
    default: dialect.real(ofMixed: dialect.mixed(whole: number.sql))
    }
  }

  /// A function of such; nil for all others.
  mutating func write(mixed function: Expression.Function, _ arguments: [Expression]) throws(QueryError) -> SQL? {
    if dialect.choosesAmongClasses { return nil }
    if function == .coalesce, areMixedNumbers(arguments) {
      var written: [SQL] = []
      for argument in arguments { written.append(try write(mixed: argument)) }
      return dialect.call(.coalesce, written)
    }
    guard resolver.isOfMixedNumbers(function, arguments) else { return nil }
    let first = try write(mixed: arguments[0])
    if [.round, .settle].contains(function) { return dialect.mixed("_round", [first, try write(arguments[1])]) }
    let word = function == .modulo ? Expression.Arithmetic.modulo : .floorDivide
    return dialect.mixed(word.wordOfMixed ?? "", [first, try write(mixed: arguments[1])])
  }
}

extension Expression.Arithmetic {
  /// What its function of such numbers is called behind their own name.
  var wordOfMixed: String? {
    switch self {
    case .add: "_add"
    case .subtract: "_subtract"
    case .multiply: "_multiply"
    case .floorDivide: "_floor_divide"
    case .modulo: "_modulo"
    case .divide: "_divide"
    case .concatenate: nil
    }
  }
}
