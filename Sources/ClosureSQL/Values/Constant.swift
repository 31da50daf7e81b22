import LuaRuntime

/// A Lua value that is known: written in the function, captured from outside, or made of such.
enum Constant {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  /// A float, by its bits: NaN is one value here.
  case number(bits: UInt64)
  case string([UInt8])
  case table(LuaTable)
  case function(LuaFunction)
  case userdata(LuaUserdata)
  /// A coroutine or a bare pointer.
  case other(LuaValue)
}

extension Constant {
  init(_ value: LuaValue) {
    switch value {
    case .nil: self = .nil
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(bits: value.bitPattern)
    case .string(let string): self = .string(string.bytes)
    case .table(let table): self = .table(table)
    case .function(let function): self = .function(function)
    case .userdata(let userdata): self = .userdata(userdata)
    case .thread, .pointer: self = .other(value)
    }
  }

  static func text(_ text: String) -> Constant { .string(Array(text.utf8)) }

  static func number(_ value: Double) -> Constant { .number(bits: value.bitPattern) }

  var luaValue: LuaValue {
    switch self {
    case .nil: .nil
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let bits): .number(Double(bitPattern: bits))
    case .string(let bytes): .string(LuaString(bytes: bytes))
    case .table(let table): .table(table)
    case .function(let function): .function(function)
    case .userdata(let userdata): .userdata(userdata)
    case .other(let value): value
    }
  }

  /// What it costs to tell it from another: a string is compared by its bytes.
  var weight: Int {
    if case .string(let bytes) = self { 1 + bytes.count / 16 } else { 1 }
  }

  /// Whether it is nil, a boolean, a number or a string: no function of a script runs when it is used.
  var isScalar: Bool {
    switch self {
    case .nil, .boolean, .integer, .number, .string: true
    case .table, .function, .userdata, .other: false
    }
  }

  var isNil: Bool {
    if case .nil = self { return true }
    return false
  }

  var isTruthy: Bool {
    switch self {
    case .nil, .boolean(false): false
    default: true
    }
  }

  /// A number as a float.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let bits): Double(bitPattern: bits)
    default: nil
    }
  }

  /// The name of its type, as Lua's messages have it.
  var typeName: String { luaValue.kind.name }

  /// What tells two values apart that are compared by identity.
  private var address: UnsafeRawPointer? {
    switch self {
    case .table(let reference): reference.pointer
    case .function(let reference): reference.pointer
    case .userdata(let reference): reference.pointer
    case .other(.thread(let reference)): reference.pointer
    case .other(.pointer(let pointer)): pointer.map { UnsafeRawPointer($0) }
    default: nil
    }
  }
}

extension Constant: Hashable {
  /// Whether two are the same value of the same subtype: 1 and 1.0 are not.
  static func == (left: Constant, right: Constant) -> Bool {
    switch (left, right) {
    case (.nil, .nil): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.table, .table), (.function, .function), (.userdata, .userdata), (.other, .other):
      left.address == right.address
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .nil: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let bits): hasher.combine(bits)
    // One byte after the other would take ten times as long.
    case .string(let bytes): bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .table, .function, .userdata, .other: hasher.combine(address)
    }
  }
}
