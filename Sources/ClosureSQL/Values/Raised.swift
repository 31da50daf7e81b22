/// What is an error of Lua for some row: the function is asked about it, and raises its own.
///
/// The words are in `Raised+Words.swift`.
enum Raised: Hashable {
  /// What stands where Lua takes something else.
  enum Operand: Hashable, CaseIterable {
    case `nil`, boolean, table, decimal, other
  }

  case error
  /// What Lua itself says when it is tried.
  case said(String)
  /// In a function of a relation's rows, which is asked about one of them: the closure is, too.
  case ofRow(of: String, String)
  case assertion
  case calls(String, type: String)
  case callsNoFunction(String)
  case reckonsWith(Operand)
  case dividesByZero
  case inPlaceOfNumber(Operand)
  case inPlaceOfText(Operand)
  case compares(Operand)
  case comparesTypes
  /// Of what a member is read: `nil`, `a number`.
  case indexes(String)
  case lengthOf(String)
  case joins(Operand)
  case formWithoutValues
  case withoutValue
  case testWithoutValues
  case noneOfField(String)
  case otherDocument(field: String)
  case noJSON
  case zeroByte
}
