import LuaRuntime
import Schema

extension Executor {
  /// Does the next instruction.
  func step(_ state: inout State) throws -> Step {
    guard let i = state.frame.instruction, let opcode = i.opcode else {
      throw Untranslatable(CodeRefusal.otherCode)
    }
    switch opcode {
    case .move: return set(&state, i.a, state[i.b])
    case .loadI: return set(&state, i.a, .integer(i.sBx))
    case .loadF: return set(&state, i.a, .constant(.number(Double(i.sBx))))
    case .loadK: return set(&state, i.a, state.frame.constant(i.bx))
    case .loadKX:
      state.advance()
      return set(&state, i.a, state.frame.constant(state.frame.instruction?.ax ?? -1))
    case .loadFalse: return set(&state, i.a, .false)
    case .loadFalseSkip:
      state.advance()
      return set(&state, i.a, .false)
    case .loadTrue: return set(&state, i.a, .true)
    case .loadNil:
      for register in i.a...(i.a + i.b) { state[register] = .nil }
      return set(&state, i.a, .nil)
    case .getUpvalue: return set(&state, i.a, try upvalue(i.b, state))
    case .getTabUp: return result(i.a, try operations.index(upvalue(i.b, state), state.frame.constant(i.c), rows))
    case .getTable: return result(i.a, try operations.index(state[i.b], state[i.c], rows))
    case .getI: return result(i.a, try operations.index(state[i.b], .integer(Int64(i.c)), rows))
    case .getField: return result(i.a, try operations.index(state[i.b], state.frame.constant(i.c), rows))
    case .selfOf: return try method(i, state)
    case .setUpvalue, .setTabUp, .setTable, .setI, .setField, .newTable, .setList:
      return try table(opcode, i, &state)
    case .jmp:
      state.advance(1 + i.sJ)
      return .next
    case .eq, .lt, .le, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test, .testSet:
      return try conditional(opcode, i, &state)
    case .call, .tailCall: return try call(i, &state)
    case .returnOp:
      let end = i.b == 0 ? state.frame.top ?? i.a : i.a + i.b - 1
      return .returned((i.a..<max(end, i.a)).map { state[$0] })
    case .return0: return .returned([])
    case .return1: return .returned([state[i.a]])
    case .forLoop, .forPrep, .tforPrep, .tforCall, .tforLoop: return try loop(opcode, i, &state)
    case .close, .mmbin, .mmbinI, .mmbinK, .extraArg:
      state.advance()
      return .next
    case .closure: return try make(i, &state)
    case .vararg, .varargPrep: throw Untranslatable(CodeRefusal.anyArguments)
    case .tbc: throw Untranslatable(CodeRefusal.closesVariable)
    default: return try compute(opcode, i, state)
    }
  }

  private func set(_ state: inout State, _ register: Int, _ value: Symbol) -> Step {
    state[register] = value
    state.advance()
    return .next
  }

  /// The value of an operation goes into a register; `length` instructions were one.
  private func result(_ register: Int, length: Int = 1, _ outcome: Outcome) -> Step {
    .fork(outcome) { state, value in
      state[register] = value
      state.advance(length)
    }
  }

  private func upvalue(_ place: Int, _ state: State) throws -> Symbol {
    guard let value = state.frame.code.upvalue(place), value != .unset else {
      throw Untranslatable(CodeRefusal.otherCode)
    }
    return value
  }

  /// A function that is made here: what it captures must stay as it is.
  private func make(_ i: Instruction, _ state: inout State) throws -> Step {
    let code = state.frame.code
    guard code.prototype.children.indices.contains(i.bx) else { throw Untranslatable(CodeRefusal.otherCode) }
    let child = code.prototype.children[i.bx]
    let captured = try child.upvalues.map { variable -> Symbol in
      guard variable.isInStack else { return try upvalue(variable.place, state) }
      guard variable.place != i.a, !code.prototype.assigns(variable.place, after: state.frame.place) else {
        throw Untranslatable(CodeRefusal.makesFunction)
      }
      return state[variable.place]
    }
    let made = Code(child, capturing: captured)
    try budget.spend(made.weight + child.code.count)
    return set(&state, i.a, .made(made))
  }

  private func method(_ i: Instruction, _ state: State) throws -> Step {
    let object = state[i.b]
    let key = i.k ? state.frame.constant(i.c) : state[i.c]
    return .fork(try operations.index(object, key, rows)) { state, method in
      state[i.a + 1] = object
      state[i.a] = method
      state.advance()
    }
  }

  // MARK: Operators

  private static let withConstant: [Opcode: Opcode] = [
    .addK: .add, .subK: .sub, .mulK: .mul, .modK: .mod, .powK: .pow, .divK: .div, .idivK: .idiv, .bandK: .band,
    .borK: .bor, .bxorK: .bxor,
  ]

  /// Arithmetic is followed by an instruction for metamethods, which is skipped.
  private func compute(_ opcode: Opcode, _ i: Instruction, _ state: State) throws -> Step {
    switch opcode {
    case .addI: return result(i.a, length: 2, try operations.arithmetic(.add, state[i.b], .integer(i.sC)))
    case .shrI: return result(i.a, length: 2, try operations.arithmetic(.shr, state[i.b], .integer(i.sC)))
    case .shlI: return result(i.a, length: 2, try operations.arithmetic(.shl, .integer(i.sC), state[i.b]))
    case .unm, .bnot, .len: return result(i.a, try operations.unary(opcode, state[i.b]))
    case .not:
      return result(i.a, try operations.truth(state[i.b], then: .boolean(false), else: .boolean(true)))
    case .concat:
      return result(i.a, try operations.concatenate((i.a..<i.a + i.b).map { state[$0] }))
    default:
      if let plain = Self.withConstant[opcode] {
        return result(i.a, length: 2, try operations.arithmetic(plain, state[i.b], state.frame.constant(i.c)))
      }
      return result(i.a, length: 2, try operations.arithmetic(opcode, state[i.b], state[i.c]))
    }
  }

  // MARK: Conditions

  private func conditional(_ opcode: Opcode, _ i: Instruction, _ state: inout State) throws -> Step {
    let outcome = try condition(opcode, i, state)
    return .fork(outcome) { [unowned self] state, value in
      // The instruction behind it is the jump to take where the condition is as wanted.
      if case .unknown = value {
        var other = state
        enter(&other, i, opcode, !i.k)
        try explorePaths([other])
        return enter(&state, i, opcode, i.k)
      }
      enter(&state, i, opcode, value == .true)
    }
  }

  private func enter(_ state: inout State, _ i: Instruction, _ opcode: Opcode, _ truth: Bool) {
    if opcode == .testSet, truth == i.k { state[i.a] = state[i.b].known(truth) }
    state.advance(truth == i.k ? 1 : 2)
  }

  private func condition(_ opcode: Opcode, _ i: Instruction, _ state: State) throws -> Outcome {
    let left = state[i.a]
    let number = Symbol.constant(i.c != 0 ? .number(Double(i.sB)) : .integer(i.sB))
    switch opcode {
    case .eq: return try operations.equal(left, state[i.b])
    case .lt: return try operations.less(left, state[i.b])
    case .le: return try operations.less(left, state[i.b], orEqual: true)
    case .eqK: return try operations.equal(left, state.frame.constant(i.b))
    case .eqI: return try operations.equal(left, .integer(i.sB))
    case .ltI: return try operations.less(left, number)
    case .leI: return try operations.less(left, number, orEqual: true)
    case .gtI: return try operations.less(number, left)
    case .geI: return try operations.less(number, left, orEqual: true)
    default:
      let tested = opcode == .testSet ? state[i.b] : left
      return try operations.truth(tested, then: .boolean(true), else: .boolean(false))
    }
  }
}
