/// Why a predicate cannot be read: where its signs end too early, or another was expected.
///
/// The words are in `PredicateSlip+Words.swift`.
enum PredicateSlip: Hashable {
  case endless(String)
  case notUTF8(String)
  case noEscape
  case openEscape
  case noCharacter
  case noNumber
  case meaningless(sign: String, advice: Advice?)
  case expectedOperator
  /// `Unit Price > 3`
  case expectedOperatorBetween(String, String)
  case assignment
  /// What SQL says, and how it is said here: `name LIKE 'A%'`.
  case foreign(isOperand: Bool, advice: String)
  case expectedSign(String)
  case expectedTest
  case expectedOperand
  case expectedName
  case expectedQuotedName
  /// `tags[1]`
  case placeInList
  case tooDeep(limit: Int)
  case tooManyOperators(limit: Int)
  case tooManyConditions(limit: Int)

  /// What a sign of another language is called here.
  enum Advice: UInt8, Hashable {
    case unequal = 0x21
    case and = 0x26
    case count = 0x23
    case or = 0x7C
  }
}

extension PredicateError {
  init(_ slip: PredicateSlip, _ text: [UInt8], _ range: Range<Int>) { self.init(slip.message, text, range) }
}
