import Schema

extension Executor {
  /// The instructions of `for`, whose rounds must be known.
  func loop(_ opcode: Opcode, _ i: Instruction, _ state: inout State) throws -> Step {
    switch opcode {
    case .forPrep: try prepare(i, &state)
    case .forLoop: try repeatLoop(i, &state)
    case .tforPrep:
      guard state[i.a + 3] == .nil else { throw Untranslatable(CodeRefusal.closesVariable) }
      state.advance(1 + i.bx)
    case .tforCall: return try call(state[i.a], [state[i.a + 1], state[i.a + 2]], &state)
    default:
      switch state[i.a + 4] {
      case .row, .gathered:
        state.advance(1 - i.bx)
        return .next
      default: break
      }
      guard case .constant(let control) = state[i.a + 4] else {
        throw Untranslatable(CodeRefusal.turnsOfRow)
      }
      if !control.isNil { state[i.a + 2] = state[i.a + 4] }
      state.advance(control.isNil ? 1 : 1 - i.bx)
    }
    return .next
  }

  private func prepare(_ i: Instruction, _ state: inout State) throws {
    guard case .constant(.integer(let first)) = state[i.a], case .constant(let limit) = state[i.a + 1],
      case .constant(.integer(let step)) = state[i.a + 2], step != 0, let last = Self.limit(limit, step: step)
    else { throw Untranslatable(CodeRefusal.turnsOfRowOrNoInteger) }
    guard step > 0 ? first <= last : first >= last else { return state.advance(2 + i.bx) }
    let distance = step > 0 ? UInt64(bitPattern: last &- first) : UInt64(bitPattern: first &- last)
    state[i.a + 1] = .integer(Int64(bitPattern: distance / step.magnitude))
    state[i.a + 3] = state[i.a]
    state.advance()
  }

  /// The last integer that a limit lets through.
  private static func limit(_ limit: Constant, step: Int64) -> Int64? {
    switch limit {
    case .integer(let value): return value
    case .number(let bits):
      let value = Double(bitPattern: bits)
      guard value > -0x1p62, value < 0x1p62 else { return nil }
      let integer = Int64(value)
      if Double(integer) == value { return integer }
      if step > 0 { return value < 0 ? integer - 1 : integer }
      return value > 0 ? integer + 1 : integer
    default: return nil
    }
  }

  /// What was the limit counts the rounds that are left.
  private func repeatLoop(_ i: Instruction, _ state: inout State) throws {
    guard case .constant(.integer(let index)) = state[i.a], case .constant(.integer(let left)) = state[i.a + 1],
      case .constant(.integer(let step)) = state[i.a + 2]
    else { throw Untranslatable(CodeRefusal.otherCode) }
    guard left != 0 else { return state.advance() }
    state[i.a] = .integer(index &+ step)
    state[i.a + 1] = .integer(left &- 1)
    state[i.a + 3] = state[i.a]
    state.advance(1 - i.bx)
  }

  // MARK: Tables

  /// The instructions that make and fill tables; only what the closure itself made may be filled.
  func table(_ opcode: Opcode, _ i: Instruction, _ state: inout State) throws -> Step {
    switch opcode {
    case .newTable:
      state[i.a] = makeTable()
      // The size of a large one stands behind it.
      state.advance(2)
      return .next
    case .setUpvalue:
      let names = state.frame.code.prototype.upvalues
      let variable = names.indices.contains(i.b) ? names[i.b].name : "?"
      throw Untranslatable(CodeRefusal.assigns(variable: variable))
    case .setTabUp:
      guard case .constant(.string(let name)) = state.frame.constant(i.b) else { break }
      throw Untranslatable(CodeRefusal.assignsGlobal(String(decoding: name, as: UTF8.self)))
    case .setField, .setI, .setTable:
      let value = i.k ? state.frame.constant(i.c) : state[i.c]
      let key: Symbol =
        opcode == .setField
        ? state.frame.constant(i.b) : opcode == .setI ? .integer(Int64(i.b)) : state[i.b]
      try put([(key, value)], into: i.a, &state)
      state.advance()
      return .next
    case .setList: return try setList(i, &state)
    default: break
    }
    throw Untranslatable(CodeRefusal.changesSomething)
  }

  private func setList(_ i: Instruction, _ state: inout State) throws -> Step {
    let count = i.b == 0 ? (state.frame.top ?? i.a + 1) - i.a - 1 : i.b
    var start = i.c
    if i.k {
      state.advance()
      start += (state.frame.instruction?.ax ?? 0) * 256
    }
    state.frame.top = nil
    let entries = (0..<max(count, 0)).map { (Symbol.integer(Int64(start + $0 + 1)), state[i.a + 1 + $0]) }
    try put(entries, into: i.a, &state)
    state.advance()
    return .next
  }

  private func put(_ entries: [(Symbol, Symbol)], into register: Int, _ state: inout State) throws {
    guard case .fresh(var table) = state[register] else { throw Untranslatable(CodeRefusal.changesTable) }
    let holders = state.frames.reduce(0) { count, frame in
      count
        + frame.registers.count {
          guard case .fresh(let other) = $0 else { return false }
          return other.number == table.number
        }
    }
    guard holders == 1 else { throw Untranslatable(CodeRefusal.changesSharedTable) }
    for (key, value) in entries {
      guard case .constant(let key) = key, case .constant(let value) = value, !key.isNil else {
        throw Untranslatable(CodeRefusal.makesTableOfRow)
      }
      table.set(Operations.normal(key), value)
    }
    // It is copied, and every register is looked at.
    try budget.spend(table.entries.count + entries.count + state.weight)
    state[register] = .fresh(table)
  }
}
