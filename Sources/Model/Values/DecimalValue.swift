import LuaRuntime
import Schema

/// An exact decimal as a value of the language.
package final class DecimalValue {
  package let number: DecimalNumber

  init(_ number: DecimalNumber) {
    self.number = number
  }

  static var methods: HostFunctions {
    [
      "equals": { call in
        let other = call.borrowed(2).decimal
        call.push(try other != nil && other == operand(call, 1))
        return 1
      }
    ]
  }

  static func metamethods(_ session: SessionContext) -> HostFunctions {
    func arithmetic(_ word: String, _ operation: @escaping (DecimalNumber, DecimalNumber) -> DecimalNumber?)
      -> HostFunction
    {
      { [unowned session] call in
        let (left, right) = try (operand(call, 1), operand(call, 2))
        guard let result = operation(left, right) else {
          throw ScriptError(ValueError.decimalTooLong(left: left.description, sign: word, right: right.description))
        }
        FieldCoding(session).push(result, on: call.stack)
        return 1
      }
    }
    return [
      "__add": arithmetic("+") { $0.adding($1) }, "__sub": arithmetic("-") { $0.subtracting($1) },
      "__mul": arithmetic("*") { $0.multiplied(by: $1) },
      "__div": { [unowned session] call in
        let (left, right) = try (operand(call, 1), operand(call, 2))
        if right.coefficient == 0 { throw ScriptError(ValueError.dividedByZero(number: left.description)) }
        guard let result = left.divided(by: right) else {
          throw ScriptError(ValueError.quotientTooLong(left: left.description, right: right.description))
        }
        FieldCoding(session).push(result, on: call.stack)
        return 1
      },
      "__unm": { [unowned session] call in
        let number = try operand(call, 1)
        FieldCoding(session).push(DecimalNumber(-number.coefficient, scale: number.scale), on: call.stack)
        return 1
      },
      "__eq": { call in
        call.push(call.borrowed(1).decimal == call.borrowed(2).decimal)
        return 1
      },
      "__lt": { call in
        call.push(try operand(call, 1) < operand(call, 2))
        return 1
      },
      "__le": { call in
        call.push(try operand(call, 1) <= operand(call, 2))
        return 1
      },
      "__tostring": { call in call.returning(try operand(call, 1).description) },
    ]
  }

  private static func operand(_ call: LuaCall, _ index: Int) throws -> DecimalNumber {
    if let number = call.borrowed(index).decimal { return number }
    let value = call.value(index)
    throw ScriptError(ValueError.noDecimal(found: value.described, float: value.float))
  }
}

extension LuaValue {
  /// A float as decimal text says it; nil for what is none.
  fileprivate var float: String? {
    guard case .number(let number) = self, DecimalNumber("\(number)".utf8) != nil else { return nil }
    return "\(number)"
  }
}

extension BorrowedValue {
  /// The exact number that it is: a decimal, an integer or decimal text.
  package var decimal: DecimalNumber? {
    switch kind {
    case .userdata: object(as: DecimalValue.self)?.number
    case .number: isInteger ? integer.map { DecimalNumber(Int128($0), scale: 0) } : nil
    case .string: bytes.flatMap { DecimalNumber($0) }
    default: nil
    }
  }
}
