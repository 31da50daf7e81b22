/// Which registers of a function may still be read, for each of its instructions.
///
/// Two ways through a function that meet with the same live registers go on alike; the rest is left-overs.
/// (Backward data flow over the instructions, to its fixed point.)
struct Liveness {
  /// By instruction: the registers that are read there or later before they are written.
  private var live: [RegisterSet] = []

  init(_ prototype: Prototype) {
    let code = prototype.code
    live = Array(repeating: RegisterSet(), count: code.count + 1)
    var changed = true
    while changed {
      changed = false
      for place in code.indices.reversed() {
        var after = RegisterSet()
        for next in Self.successors(of: place, in: code) where next < live.count { after.formUnion(live[next]) }
        let effect = Self.effect(of: code[place])
        after.subtract(effect.written)
        after.formUnion(effect.read)
        after.formUnion(prototype.captured(at: place))
        if after != live[place] {
          live[place] = after
          changed = true
        }
      }
    }
  }

  func isLive(_ register: Int, at place: Int) -> Bool {
    place < live.count && live[place].contains(register)
  }

  static func successors(of place: Int, in code: [Instruction]) -> [Int] {
    let instruction = code[place]
    switch instruction.opcode {
    case .jmp: return [place + 1 + instruction.sJ]
    case .eq, .lt, .le, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test, .testSet: return [place + 1, place + 2]
    case .loadFalseSkip: return [place + 2]
    case .returnOp, .return0, .return1: return []
    case .forLoop: return [place + 1, place + 1 - instruction.bx]
    case .forPrep: return [place + 1, place + 2 + instruction.bx]
    case .tforPrep: return [place + 1 + instruction.bx]
    case .tforLoop: return [place + 1, place + 1 - instruction.bx]
    default: return [place + 1]
    }
  }

  static func effect(of i: Instruction) -> (read: RegisterSet, written: RegisterSet) {
    var (read, written) = (RegisterSet(), RegisterSet())
    switch i.opcode {
    case .loadI, .loadF, .loadK, .loadKX, .loadFalse, .loadFalseSkip, .loadTrue, .getUpvalue, .getTabUp, .newTable,
      .closure:
      written.insert(i.a)
    case .loadNil: written.insert(i.a...(i.a + i.b))
    case .move, .getI, .getField, .unm, .bnot, .not, .len, .addI, .addK, .subK, .mulK, .modK, .powK, .divK, .idivK,
      .bandK, .borK, .bxorK, .shrI, .shlI:
      read.insert(i.b)
      written.insert(i.a)
    case .getTable, .add, .sub, .mul, .mod, .pow, .div, .idiv, .band, .bor, .bxor, .shl, .shr:
      read.insert(i.b)
      read.insert(i.c)
      written.insert(i.a)
    case .selfOf:
      read.insert(i.b)
      if !i.k { read.insert(i.c) }
      written.insert(i.a...(i.a + 1))
    case .setUpvalue, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test, .return1: read.insert(i.a)
    case .setTabUp: read.insert(i.c)
    case .setField, .setI:
      read.insert(i.a)
      read.insert(i.c)
    case .setTable:
      read.insert(i.a)
      read.insert(i.b)
      read.insert(i.c)
    case .concat:
      read.insert(i.a...(i.a + max(i.b, 1) - 1))
      written.insert(i.a)
    case .eq, .lt, .le:
      read.insert(i.a)
      read.insert(i.b)
    case .testSet: read.insert(i.b)
    case .call, .tailCall, .returnOp: read.insert(i.b == 0 ? i.a...255 : i.a...max(i.a, i.a + i.b - 1))
    case .setList: read.insert(i.b == 0 ? i.a...255 : i.a...(i.a + i.b))
    case .forPrep, .forLoop, .tforPrep, .tforCall: read.insert(i.a...(i.a + 3))
    case .tforLoop: read.insert(i.a...(i.a + 4))
    default: break
    }
    return (read, written)
  }
}

extension Prototype {
  /// The registers that a function captures which is made here.
  fileprivate func captured(at place: Int) -> RegisterSet {
    var result = RegisterSet()
    guard code[place].opcode == .closure, children.indices.contains(code[place].bx) else { return result }
    for upvalue in children[code[place].bx].upvalues where upvalue.isInStack { result.insert(upvalue.place) }
    return result
  }

  /// The variables below a register that live on from round to round of the loop whose iterator is called here, and that
  /// its body may give other values.
  func variables(below register: Int, changedInLoopAt place: Int) -> [Int] {
    guard code.indices.contains(place + 1), code[place + 1].opcode == .tforLoop else { return [] }
    var written = RegisterSet()
    for inner in max(0, place + 2 - code[place + 1].bx)..<place {
      written.formUnion(Liveness.effect(of: code[inner]).written)
    }
    return (0..<register).filter { written.contains($0) && liveness.isLive($0, at: place) }
  }

  /// Whether a variable that was captured here may be given another value later, before it goes out of sight.
  func assigns(_ register: Int, after place: Int) -> Bool {
    var (waiting, seen) = (Liveness.successors(of: place, in: code), Set<Int>())
    while let next = waiting.popLast() {
      guard code.indices.contains(next), seen.insert(next).inserted else { continue }
      if code[next].opcode == .close, code[next].a <= register { continue }
      if Liveness.effect(of: code[next]).written.contains(register) { return true }
      waiting += Liveness.successors(of: next, in: code)
    }
    return false
  }
}

/// A set of the 256 registers that a function can have.
struct RegisterSet: Equatable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  static func == (left: RegisterSet, right: RegisterSet) -> Bool { left.words == right.words }

  private subscript(word: Int) -> UInt64 {
    get {
      switch word {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    }
    set {
      switch word {
      case 0: words.0 = newValue
      case 1: words.1 = newValue
      case 2: words.2 = newValue
      default: words.3 = newValue
      }
    }
  }

  func contains(_ register: Int) -> Bool { self[register >> 6] >> UInt64(register & 63) & 1 != 0 }

  mutating func insert(_ register: Int) { self[register >> 6] |= 1 << UInt64(register & 63) }

  mutating func insert(_ registers: ClosedRange<Int>) {
    for register in registers where register < 256 { insert(register) }
  }

  func isDisjoint(with other: RegisterSet) -> Bool { (0..<4).allSatisfy { self[$0] & other[$0] == 0 } }

  mutating func formUnion(_ other: RegisterSet) { for word in 0..<4 { self[word] |= other[word] } }

  mutating func subtract(_ other: RegisterSet) { for word in 0..<4 { self[word] &= ~other[word] } }
}
