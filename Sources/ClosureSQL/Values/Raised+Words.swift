extension Raised {
  var words: String {
    switch self {
    case .error: "it raises an error"
    case .said(let message): "it raises an error: \(message)"
    case .ofRow(let relation, let words): "in a row of '\(relation)', \(words)"
    case .assertion: "a failing assertion is an error"
    case .calls(let name, let type): "calling \(name), which is \(type), is an error"
    case .callsNoFunction(let name): "calling \(name), which is no function, is an error"
    case .reckonsWith(.nil): "arithmetic on nil is an error: write (x or 0) + y"
    case .reckonsWith(.other): "arithmetic on something else than numbers is an error"
    case .reckonsWith(let operand): "arithmetic on \(operand.words) is an error"
    case .dividesByZero: "dividing an integer by zero is an error"
    case .inPlaceOfNumber(let operand): "\(operand.words) in place of a number is an error"
    case .inPlaceOfText(let operand): "\(operand.words) in place of a text is an error"
    case .compares(.nil): "comparing nil is an error: write x and x > 1"
    case .compares(.decimal):
      "comparing a decimal with something else is an error: write decimal \"1.5\" in place of 1.5"
    case .compares(let operand): "comparing \(operand.words) is an error"
    case .comparesTypes: "comparing values of different types is an error"
    case .indexes(let value): "indexing \(value) is an error"
    case .lengthOf(let value): "the length of \(value) is an error"
    case .joins(.nil): "joining nil to a text is an error: write (x or \"\") .. y"
    case .joins(let operand): "joining \(operand.words) to a text is an error"
    case .formWithoutValues: "a form without its values is an error"
    case .withoutValue: "a call without a value is an error"
    case .testWithoutValues: "a test without what it takes is an error"
    case .noneOfField(let field): "a value that is none of field '\(field)' is an error"
    case .otherDocument(let field): "field '\(field)' may hold another document"
    case .noJSON: "what is no JSON is an error"
    case .zeroByte: "a text may hold a NUL"
    }
  }
}

extension Raised.Operand {
  fileprivate var words: String {
    switch self {
    case .nil: "nil"
    case .boolean: "a boolean"
    case .table: "a table"
    case .decimal: "a decimal"
    case .other: "something else"
    }
  }
}
