import Encodings

extension PredicateSlip {
  var message: String {
    switch self {
    case .endless(let word): "this \(word) has no end"
    case .notUTF8(let word): "this \(word) is not valid UTF-8"
    case .noEscape: "there is no such escape"
    case .openEscape: "an escape of a character is written \\u{…}"
    case .noCharacter: "there is no such character"
    case .noNumber: "this is no number"
    case .meaningless(let sign, let advice): "\(quotedExcerpt(sign)) means nothing here.\(advice?.words ?? "")"
    case .expectedOperator: "an operator was expected here"
    case .expectedOperatorBetween(let first, let second):
      "an operator was expected here; a name with a blank is written [\"\(first) \(second)\"]"
    case .assignment: "an operator was expected here: equal is '=='"
    case .foreign(let isOperand, let advice):
      "\(isOperand ? "a field, a parameter or a value" : "an operator") was expected here; \(advice)"
    case .expectedSign(let sign): "'\(sign)' was expected here"
    case .expectedTest: "the name of a test was expected here"
    case .expectedOperand: "a field, a parameter or a value was expected here"
    case .expectedName: "a name was expected behind the dot"
    case .expectedQuotedName: "a name in quotes was expected here"
    case .placeInList:
      "a name in quotes was expected here; for a place in a list ask a function, where(function(p) … end)"
    case .tooDeep(let limit): "this is nested more than \(limit) deep"
    case .tooManyOperators(let limit): "more than \(limit) operators follow each other"
    case .tooManyConditions(let limit): "more than \(limit) conditions follow each other"
    }
  }

  /// The same where the text is at its end.
  var messageAtEnd: String { "\(message), but the text ends" }
}

extension PredicateSlip.Advice {
  fileprivate var words: String {
    switch self {
    case .unequal: " Unequal is '~=', and 'not' negates"
    case .and: " Say 'and'"
    case .or: " Say 'or'"
    case .count:
      " Rows are counted by count(games) > 0, letters by length(name) == 5; # is for functions: #p.games > 0"
    }
  }
}
