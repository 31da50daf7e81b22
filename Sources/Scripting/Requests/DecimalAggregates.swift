import LuaRuntime
import Query
import Schema

extension Session {
  /// Pushes the sum or the mean of a decimal field, which the database makes of the integers that it stores.
  ///
  /// - Returns: false for what is a value of the field as any other is.
  func pushAggregate(
    _ value: Value, _ aggregate: Select.Aggregate, of field: Field, on stack: LuaStack
  ) throws -> Bool {
    switch (aggregate, value) {
    case (.sum, .integer(let sum)): push(DecimalNumber(Int128(sum), scale: field.scale), on: stack)
    case (.sum, .null): push(DecimalNumber(0, scale: field.scale), on: stack)
    // A mean is a float, as that of integers is.
    case (.avg, .real(let mean)): stack.push(mean / Double(DecimalNumber.power(field.scale) ?? 1))
    default: return false
    }
    return true
  }
}
