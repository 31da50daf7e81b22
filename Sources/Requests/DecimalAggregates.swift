import LuaRuntime
import Model
import Query
import Schema

extension Requester {
  /// Pushes the sum or the mean of a decimal field, which the database makes of the integers that it stores.
  ///
  /// - Returns: false for what is a value of the field as any other is.
  package func pushAggregate(
    _ value: Value, _ aggregate: Select.Aggregate, of field: Field, on stack: LuaStack
  ) throws -> Bool {
    if field.isStoredAsNumber {
      guard aggregate == .sum else { return false }
      // Real numbers add up to almost the sum.
      FieldCoding(session).push(field.nearestDecimal(value), on: stack)
      return true
    }
    switch (aggregate, value) {
    case (.sum, .integer(let sum)): FieldCoding(session).push(DecimalNumber(Int128(sum), scale: field.scale), on: stack)
    case (.sum, .null): FieldCoding(session).push(DecimalNumber(0, scale: field.scale), on: stack)
    // A mean is a float, as that of integers is.
    case (.avg, .real(let mean)): stack.push(mean / Double(DecimalNumber.power(field.scale) ?? 1))
    default: return false
    }
    return true
  }
}

extension Field {
  /// The decimal with the field's digits that is nearest to a sum.
  fileprivate func nearestDecimal(_ value: Value) -> DecimalNumber {
    switch value {
    case .integer(let sum):
      return DecimalNumber(Int128(sum), scale: 0).rescaled(to: scale) ?? DecimalNumber(0, scale: scale)
    case .real(let sum):
      let power = Double(DecimalNumber.power(scale) ?? 1)
      // A number beyond all digits has no decimal form.
      let whole = (sum * power).rounded()
      return DecimalNumber(whole.magnitude < 1e38 ? Int128(whole) : 0, scale: scale)
    default: return DecimalNumber(0, scale: scale)
    }
  }
}
