import LuaRuntime
import Model
import Query
import Schema

extension Requester {
  /// The sum or the mean of a decimal field, which the database makes of the integers that it stores, above.
  ///
  /// - Returns: nil for what is a value of the field as any other is.
  package func aggregate(
    _ value: Value, _ aggregate: Select.Aggregate, of field: Field, on stack: LuaStack
  ) -> BorrowedValue? {
    let coding = FieldCoding(session)
    if field.type == .wideDecimal {
      guard aggregate == .sum else { return nil }
      let sum = value.withCell { field.decimal(of: $0) } ?? DecimalNumber(0, scale: field.scale)
      return coding.borrowed(sum, on: stack)
    }
    if field.isStoredAsNumber {
      return aggregate == .sum ? field.decimalSum(value).map { coding.borrowed($0, on: stack) } : nil
    }
    switch (aggregate, value) {
    case (.sum, .integer(let sum)): return coding.borrowed(DecimalNumber(Int128(sum), scale: field.scale), on: stack)
    case (.sum, .null): return coding.borrowed(DecimalNumber(0, scale: field.scale), on: stack)
    // A mean is a float, as that of integers is.
    case (.avg, .real(let mean)):
      return BorrowedValue(.number(mean / Double(DecimalNumber.power(field.scale) ?? 1)), on: stack)
    default: return nil
    }
  }
}

extension Field {
  /// A sum with the field's digits, or with more where it has more; nil for one that is beyond decimals.
  fileprivate func decimalSum(_ value: Value) -> DecimalNumber? {
    switch value {
    case .null: DecimalNumber(0, scale: scale)
    case .integer(let sum): fitted(DecimalNumber(Int128(sum), scale: 0))
    case .text(let text): DecimalNumber(text.utf8).map(fitted)
    case .real(let sum): DecimalNumber(exactly: sum).map(fitted)
    case .data, .brokenText: nil
    }
  }
}
