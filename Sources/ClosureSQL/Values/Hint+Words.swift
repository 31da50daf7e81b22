extension Hint {
  var words: String {
    switch self {
    case .neverDecimal(let field, .text):
      "\(field) is a decimal, which is never == a text: write decimal before the text"
    case .neverDecimal(let field, let number):
      "\(field) is a decimal, which is never == a number: write decimal \"\(number)\""
    }
  }
}
