import Schema

extension Operations {
  private static let words: [Opcode: Expression.Arithmetic] = [
    .add: .add, .sub: .subtract, .mul: .multiply, .div: .divide, .idiv: .floorDivide, .mod: .modulo,
  ]

  private static let missing: [Opcode: String] = [.pow: "^", .shl: "<<", .shr: ">>"]
  private static let ofBits: Set<Opcode> = [.band, .bor, .bxor, .shl, .shr]

  /// `left + right` and the like.
  func arithmetic(_ opcode: Opcode, _ left: Symbol, _ right: Symbol) throws -> Outcome {
    if let outcome = try unknownOperand([left, right]) { return outcome }
    if let outcome = try gathering(opcode, left, right) { return outcome }
    let refusal = Outcome.raise(.reckonsWith(.nil))
    return try left.split(nil: refusal) { left in
      try right.split(nil: refusal) { right in try arithmeticPresent(opcode, left, right) }
    }
  }

  /// What comes of an operation on a value that is not known; an object of any kind may have operators of its own.
  func unknownOperand(_ operands: [Symbol]) throws -> Outcome? {
    for case .constant(let constant) in operands where !constant.isScalar && known(decimal: constant) == nil {
      throw Untranslatable(CodeRefusal.reckonsWithTable)
    }
    for case .unknown(let unknown) in operands {
      if unknown == .value {
        throw Untranslatable(CodeRefusal.reckonsWithUnknown)
      }
      return .unknown(.scalar, .followsUnknown)
    }
    return nil
  }

  private func arithmeticPresent(_ opcode: Opcode, _ left: Symbol, _ right: Symbol) throws -> Outcome {
    if case .constant(let left) = left, case .constant(let right) = right {
      return library.fold(opcode, [left, right])
    }
    if left.isNaN || right.isNaN { return .unknown(.scalar, .notANumber) }
    if [left, right].contains(where: \.isPlainTable), left.isPlain, right.isPlain {
      return .raise(.reckonsWith(.table))
    }
    if let outcome = decimals(opcode, left, right) { return outcome }
    guard let (left, right) = try operands(left, right) else {
      return .raise(.reckonsWith(.other))
    }
    guard left.kind.isNumber, right.kind.isNumber else {
      return .unknown(.scalar, .otherArithmetic)
    }
    if Self.ofBits.contains(opcode) { return bits(opcode, left, right) }
    if opcode == .pow { return power(left, right) }
    guard let word = Self.words[opcode] else { return .unknown(.scalar, missing(opcode)) }
    return subtype(of: left) { left in
      subtype(of: right) { right in
        left.kind == .integer && right.kind == .integer && word != .divide
          ? integers(word, left, right) : reals(word, left, right)
      }
    }
  }

  private func missing(_ opcode: Opcode) -> Unsaid { .noOperator(Self.missing[opcode] ?? "?") }

  private func operands(_ left: Symbol, _ right: Symbol) throws -> (Term, Term)? {
    func term(_ symbol: Symbol) throws -> Term? {
      switch symbol {
      case .term(let term): return term.kind == .boolean ? nil : term
      case .constant(let constant): return Self.term(constant)
      default: throw Untranslatable(CodeRefusal.reckonsWithTable)
      }
    }
    guard let left = try term(left), let right = try term(right) else { return nil }
    return (left, right)
  }

  /// Goes two ways for a number of which only the row knows whether it is an integer.
  func subtype(of term: Term, _ next: (Term) throws -> Outcome) rethrows -> Outcome {
    guard term.kind == .number else { return try next(term) }
    return .fork(
      .kernel(.isInteger, [term.expression]), try next(term.known(as: .integer)), try next(term.known(as: .real)))
  }

  // MARK: Integers

  /// SQLite goes on with a real number where Lua wraps around: such a row is asked.
  private func integers(_ word: Expression.Arithmetic, _ left: Term, _ right: Term) -> Outcome {
    let result = Expression.arithmetic(word, left.expression, right.expression)
    switch word {
    case .floorDivide, .modulo: return divided(word, left, right, result)
    default:
      return .fork(
        .kernel(.isInteger, [result]), .term(.integer, result),
        .unknown(.scalar, .wrapsAround))
    }
  }

  private func divided(
    _ word: Expression.Arithmetic, _ left: Term, _ right: Term, _ result: Expression
  ) -> Outcome {
    let exact = Outcome.term(.integer, result)
    // The smallest integer divided by -1 wraps around in Lua.
    let unsafe = Outcome.unknown(.scalar, .wrapsAround)
    if case .literal(.integer(let divisor)) = right.expression {
      if divisor == 0 { return .raise(.dividesByZero) }
      return divisor == -1 && word == .floorDivide ? unsafe : exact
    }
    let least = Expression.literal(.integer(-1))
    let checked =
      word == .modulo ? exact : Outcome.fork(.comparison(.equal, right.expression, least), unsafe, exact)
    return .fork(
      .comparison(.equal, right.expression, .literal(.integer(0))), .raise(.dividesByZero),
      checked)
  }

  private func bits(_ opcode: Opcode, _ left: Term, _ right: Term) -> Outcome {
    guard left.kind == .integer, right.kind == .integer else { return .unknown(.scalar, .bitsOfFloats) }
    let operands = [left.expression, right.expression]
    switch opcode {
    case .band: return .term(.integer, .kernel(.bitAnd, operands))
    case .bor: return .term(.integer, .kernel(.bitOr, operands))
    case .bxor:
      // What only one of them has is what they have together without what both have.
      return .term(.integer, .arithmetic(.subtract, .kernel(.bitOr, operands), .kernel(.bitAnd, operands)))
    default:
      let kernel = opcode == .shl ? Kernel.shiftLeft : .shiftRight
      guard dialect.canDo(kernel) else { return .unknown(.scalar, missing(opcode)) }
      return .term(.integer, .kernel(kernel, operands))
    }
  }

  /// What is NaN in Lua is NULL in SQL: such a row is asked.
  private func power(_ left: Term, _ right: Term) -> Outcome {
    guard dialect.canDo(.power) else { return .unknown(.scalar, missing(.pow)) }
    let result = Expression.kernel(.power, [left.expression, right.expression])
    return .fork(
      .isNull(result), .unknown(.scalar, .notANumber), .term(.real, result))
  }

  // MARK: Real numbers

  /// Where Lua has NaN (and, for a divisor of zero, infinity) SQL has NULL: such a row is asked.
  private func reals(_ word: Expression.Arithmetic, _ left: Term, _ right: Term) -> Outcome {
    let result = Expression.arithmetic(word, left.expression, right.expression)
    if neverNaN(word, left, right) { return .term(.real, result) }
    return .fork(
      .isNull(result), .unknown(.scalar, .notFinite),
      // An integer that is no longer one would be taken for another.
      .term(.real, result))
  }

  private func neverNaN(_ word: Expression.Arithmetic, _ left: Term, _ right: Term) -> Bool {
    switch word {
    case .add, .subtract: return isFinite(left) || isFinite(right)
    case .multiply: return isFinite(left, nonZero: true) || isFinite(right, nonZero: true)
    case .divide: return isFinite(right, nonZero: true)
    default: return false
    }
  }

  /// Whether it is a known finite number, or an integer of the row.
  private func isFinite(_ term: Term, nonZero: Bool = false) -> Bool {
    switch term.expression {
    case .literal(.integer(let value)): !nonZero || value != 0
    case .literal(.real(let value)): value.isFinite && (!nonZero || value != 0)
    default: term.kind == .integer && !nonZero
    }
  }

  // MARK: One operand

  /// The opposite of a real number: what is taken from 0.0 would make 0.0 of 0.0, of which Lua makes -0.0.
  static func opposite(ofReal value: Expression) -> Expression {
    .arithmetic(.multiply, value, .literal(.real(-1)))
  }

  /// What `-operand`, `~operand` and `#operand` are.
  func unary(_ opcode: Opcode, _ operand: Symbol) throws -> Outcome {
    if opcode == .len { return try length(operand) }
    if let outcome = try unknownOperand([operand]) { return outcome }
    return try operand.split(nil: .raise(.reckonsWith(.nil))) { operand in
      switch operand {
      case .constant(let constant): return library.fold(opcode, [constant])
      case .term(let term) where term.kind.isNumber && opcode == .unm:
        return subtype(of: term) { term in
          if term.kind == .real { return .term(.real, Self.opposite(ofReal: term.expression)) }
          let result = Expression.arithmetic(.subtract, .literal(.integer(0)), term.expression)
          return .fork(
            .kernel(.isInteger, [result]), .term(.integer, result),
            .unknown(.scalar, .wrapsAround))
        }
      case .term(let term) where term.kind == .integer && opcode == .bnot:
        return .term(.integer, .arithmetic(.subtract, .literal(.integer(-1)), term.expression))
      case .term(let term):
        if opcode == .unm, let outcome = opposite(ofDecimal: term) { return outcome }
        if term.kind == .boolean { return .raise(.reckonsWith(.boolean)) }
        let isOfBits = opcode == .bnot && term.kind.isNumber
        return .unknown(
          .scalar, isOfBits ? .bitsOfFloats : .otherArithmetic)
      case .document(let part) where part.isTable: return .raise(.reckonsWith(.table))
      default: throw Untranslatable(CodeRefusal.reckonsWithTable)
      }
    }
  }
}
