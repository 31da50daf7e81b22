/// The code of one Lua function, as the compiler made it.
final class Prototype {
  struct Upvalue {
    var name: String
    /// Whether it is a variable of the function around, in this register; else one that that has captured itself.
    var isInStack: Bool
    var place: Int
  }

  var source = ""
  var firstLine = 0
  var parameterCount = 0
  var isVariadic = false
  var registerCount = 0
  var code: [Instruction] = []
  var constants: [Constant] = []
  var upvalues: [Upvalue] = []
  var children: [Prototype] = []
  /// The line of each instruction.
  var lines: [Int] = []
  /// The registers that are still read at each instruction (`Liveness`).
  lazy var liveness = Liveness(self)

  func line(_ place: Int) -> Int { lines.indices.contains(place) ? lines[place] : firstLine }
}

extension Prototype: Hashable {
  static func == (left: Prototype, right: Prototype) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
