import Encodings
import LuaRuntime
import Schema

extension Value {
  /// A value of Lua that a database can bind as it is: nil, boolean (as 0 or 1), number, string.
  ///
  /// A string that is no UTF-8 becomes bytes.
  package init?(plain value: LuaValue) {
    switch value {
    case .nil: self = .null
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .real(number)
    case .string(let string): self = string.text.map { .text($0) } ?? .data(string.bytes)
    case .userdata(let userdata):
      guard let decimal = userdata.object(as: DecimalValue.self) else { return nil }
      self = .text(decimal.number.description)
    default: return nil
    }
  }
}

extension LuaValue {
  /// A decimal as the number that it is, which compares with numbers as no text does; nil for any other value.
  package var decimalNumber: Value? { userdata?.object(as: DecimalValue.self).map { Value($0.number) } }

  /// A stored value as Lua reads it.
  package init(_ value: Value) {
    switch value {
    case .null: self = .nil
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .number(number)
    case .text(let text): self = .string(LuaString(text))
    case .data(let bytes), .brokenText(let bytes): self = .string(LuaString(bytes: bytes))
    }
  }

  /// What a value is, for messages: `a table`, `the text 'x'`.
  package var described: String {
    switch self {
    case .nil: "nil"
    case .boolean(let value): "the boolean \(value)"
    case .integer(let value): "the integer \(value)"
    case .number(let value): value.isNaN ? "nan" : "the number \(value)"
    case .string(let value): "the text \(quotedExcerpt(value.lossyText))"
    case .table: "a table"
    case .function: "a function"
    case .userdata(let userdata): withArticle(userdata.typeName)
    case .thread: "a coroutine"
    case .pointer: "a pointer"
    }
  }
}

extension BorrowedValue {
  /// The value as the schema takes it; text is borrowed.
  var input: Input {
    switch kind {
    case .none, .nil: .null
    case .boolean: .boolean(boolean)
    case .number: isInteger ? .integer(integer ?? 0) : .real(number ?? 0)
    case .string: bytes.map { .text($0) } ?? .null
    case .table: .other("a table")
    case .function: .other("a function")
    case .userdata where object(as: DecimalValue.self) != nil:
      object(as: DecimalValue.self).map { .decimal($0.number) } ?? .null
    case .userdata, .lightUserdata: .other(withArticle(value.typeName ?? "userdata"))
    case .thread: .other("a coroutine")
    }
  }
}

extension LuaValue {
  var typeName: String? {
    if case .userdata(let userdata) = self { return userdata.typeName }
    return nil
  }
}
