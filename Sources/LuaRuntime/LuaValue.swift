/// A value that crossed the border between Lua and Swift.
///
/// Integers and floats stay apart, and strings keep their exact bytes. Tables, functions, userdata
/// and coroutines stay in Lua: their cases hold a reference.
package enum LuaValue {
  case `nil`
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(LuaString)
  case table(LuaTable)
  case function(LuaFunction)
  case userdata(LuaUserdata)
  case thread(LuaReference)
  case pointer(UnsafeMutableRawPointer?)
}

extension LuaValue {
  package static func string(_ text: String) -> LuaValue { .string(LuaString(text)) }

  package var kind: LuaKind {
    switch self {
    case .nil: return .nil
    case .boolean: return .boolean
    case .integer, .number: return .number
    case .string: return .string
    case .table: return .table
    case .function: return .function
    case .userdata: return .userdata
    case .thread: return .thread
    case .pointer: return .lightUserdata
    }
  }

  package var isNil: Bool {
    if case .nil = self { return true }
    return false
  }

  /// Whether Lua takes it for true: everything but `nil` and `false`.
  package var isTruthy: Bool {
    switch self {
    case .nil, .boolean(false): return false
    default: return true
    }
  }

  /// The text of a string that is UTF-8.
  package var text: String? {
    guard case .string(let string) = self else { return nil }
    return string.text
  }

  /// An integer, or a float with an exact integer value.
  package var integer: Int64? {
    switch self {
    case .integer(let value): return value
    case .number(let value):
      // `Int64(exactly:)` would need the mathematical library at link time.
      guard value >= -0x1p63, value < 0x1p63 else { return nil }
      let integer = Int64(value)
      return Double(integer) == value ? integer : nil
    default: return nil
    }
  }

  /// Any number as a float.
  package var number: Double? {
    switch self {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: return nil
    }
  }

  package var table: LuaTable? {
    guard case .table(let table) = self else { return nil }
    return table
  }

  package var function: LuaFunction? {
    guard case .function(let function) = self else { return nil }
    return function
  }

  package var userdata: LuaUserdata? {
    guard case .userdata(let userdata) = self else { return nil }
    return userdata
  }
}

extension LuaValue: Equatable {
  /// Whether two values are the same, as `rawequal` has it, except that integers and floats stay apart.
  package static func == (left: LuaValue, right: LuaValue) -> Bool {
    switch (left, right) {
    case (.nil, .nil): return true
    case (.boolean(let a), .boolean(let b)): return a == b
    case (.integer(let a), .integer(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.string(let a), .string(let b)): return a == b
    case (.table(let a), .table(let b)): return a.isSame(as: b)
    case (.function(let a), .function(let b)): return a.isSame(as: b)
    case (.userdata(let a), .userdata(let b)): return a.isSame(as: b)
    case (.thread(let a), .thread(let b)): return a.isSame(as: b)
    case (.pointer(let a), .pointer(let b)): return a == b
    default: return false
    }
  }
}

extension LuaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(LuaString(value)) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(nilLiteral: ()) { self = .nil }
}
