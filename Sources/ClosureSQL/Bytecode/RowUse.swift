/// Which members a function reads of its first argument, as far as its code says so by itself.
///
///     function(p) local a = p.age return a and a > 20 and p.name ~= "Bob" end   // age, name
///     function(p) return helper(p) end                                          // nil: it could be any
///
/// Nil also where the function does anything else with its argument: it calls a method of it, gives it away, keeps it.
/// (Forward data flow over the registers that may hold the argument, to its fixed point.)
struct RowUse {
  private let prototype: Prototype
  /// By instruction: the registers that may hold the argument before it.
  private var holders: [RegisterSet]
  private var names: Set<String> = []

  static func members(in prototype: Prototype) -> Set<String>? {
    guard prototype.parameterCount > 0, !prototype.isVariadic else { return nil }
    var use = RowUse(prototype)
    return use.follow() ? use.names : nil
  }

  private init(_ prototype: Prototype) {
    self.prototype = prototype
    holders = Array(repeating: RegisterSet(), count: prototype.code.count + 1)
    holders[0].insert(0)
  }

  /// Follows the argument through the code; false where it gets away.
  private mutating func follow() -> Bool {
    var waiting = [0]
    var seen: Set<Int> = []
    while let place = waiting.popLast() {
      seen.insert(place)
      guard let after = step(place) else { return false }
      for next in Liveness.successors(of: place, in: prototype.code) where prototype.code.indices.contains(next) {
        var joined = holders[next]
        joined.formUnion(after)
        guard joined != holders[next] || !seen.contains(next) else { continue }
        holders[next] = joined
        waiting.append(next)
      }
    }
    return true
  }

  /// The registers that may hold the argument after an instruction; nil where that does something else with it.
  private mutating func step(_ place: Int) -> RegisterSet? {
    let (i, before) = (prototype.code[place], holders[place])
    guard let opcode = i.opcode else { return nil }
    let effect = Liveness.effect(of: i)
    var after = before
    after.subtract(effect.written)
    switch opcode {
    case .move, .testSet:
      if opcode == .testSet, before.contains(i.a) { after.insert(i.a) }
      if before.contains(i.b) { after.insert(i.a) }
      return after
    case .test: return after
    case .getField where before.contains(i.b):
      guard prototype.constants.indices.contains(i.c), case .string(let name) = prototype.constants[i.c] else {
        return nil
      }
      names.insert(String(decoding: name, as: UTF8.self))
      return after
    case .eqK where isNil(i.b): return after
    // A function made here could keep any variable, and one that takes variables away closes them.
    case .closure, .tbc, .vararg: return nil
    default: return effect.read.isDisjoint(with: before) ? after : nil
    }
  }

  private func isNil(_ constant: Int) -> Bool {
    prototype.constants.indices.contains(constant) && prototype.constants[constant].isNil
  }
}
