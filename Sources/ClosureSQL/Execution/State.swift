import LuaRuntime

/// A function of Lua that is being read: its code, and what it has captured.
final class Code: Hashable {
  let prototype: Prototype
  private let function: LuaFunction?
  /// What a function has captured that the one which is read makes itself; none of it changes.
  private let captured: [Symbol]

  init(_ prototype: Prototype, _ function: LuaFunction) {
    self.prototype = prototype
    self.function = function
    captured = []
  }

  init(_ prototype: Prototype, capturing captured: [Symbol]) {
    self.prototype = prototype
    function = nil
    self.captured = captured
  }

  func upvalue(_ place: Int) -> Symbol? {
    if let function { return function.upvalue(place).map { .constant(Constant($0)) } }
    return captured.indices.contains(place) ? captured[place] : nil
  }

  /// What it costs to tell it from another.
  var weight: Int { captured.reduce(1) { $0 + $1.weight } }

  static func == (left: Code, right: Code) -> Bool {
    if left === right { return true }
    return left.function == nil && right.function == nil && left.prototype === right.prototype
      && left.captured == right.captured
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(prototype)) }
}

/// A call under way.
struct Frame: Hashable {
  let code: Code
  var registers: [Symbol]
  var place = 0
  /// Where the values end whose number only the call before knows.
  var top: Int?

  init(_ code: Code, arguments: [Symbol]) {
    self.code = code
    registers = Array(repeating: .unset, count: code.prototype.registerCount + 1)
    for index in 0..<code.prototype.parameterCount {
      registers[index] = arguments.indices.contains(index) ? arguments[index] : .nil
    }
  }

  var instruction: Instruction? {
    code.prototype.code.indices.contains(place) ? code.prototype.code[place] : nil
  }

  var line: Int { code.prototype.line(place) }

  subscript(register: Int) -> Symbol {
    get { registers.indices.contains(register) ? registers[register] : .unset }
    set {
      while register >= registers.count { registers.append(.unset) }
      registers[register] = newValue
    }
  }

  func constant(_ index: Int) -> Symbol {
    code.prototype.constants.indices.contains(index) ? .constant(code.prototype.constants[index]) : .unset
  }

  /// Forgets what will not be read.
  mutating func forgetDead() {
    for register in registers.indices where !code.prototype.liveness.isLive(register, at: place) {
      if top != nil, register >= 0 { continue }
      registers[register] = .unset
    }
  }
}

/// How far the reading of a closure has come on one way through it.
struct State: Hashable {
  var frames: [Frame]
  /// Set where the closure will be asked, whatever follows: only that nothing else happens is still to be seen.
  var asking = Asking()

  var isAsking: Bool { asking.reason != nil }

  /// What it costs to copy it and to tell it from another, in the units of a `ReadingBudget`.
  var weight: Int {
    frames.reduce(0) { sum, frame in
      frame.registers.reduce(sum + frame.registers.count / 4) { $0 + $1.weight }
    }
  }

  /// Why a closure will be asked; ways that differ in that alone go on as one.
  struct Asking: Hashable {
    /// Its place among those that were found.
    var reason: Int?

    static func == (left: Asking, right: Asking) -> Bool { (left.reason == nil) == (right.reason == nil) }
    func hash(into hasher: inout Hasher) { hasher.combine(reason == nil) }
  }

  var frame: Frame {
    get { frames[frames.count - 1] }
    set { frames[frames.count - 1] = newValue }
  }

  subscript(register: Int) -> Symbol {
    get { frame[register] }
    set { frames[frames.count - 1][register] = newValue }
  }

  mutating func advance(_ count: Int = 1) { frames[frames.count - 1].place += count }
}
