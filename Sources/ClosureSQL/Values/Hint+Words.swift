extension Hint {
  var words: String {
    switch self {
    case .neverDecimal(let field, .text):
      "\(field) is a decimal, which is never == a text: write decimal before the text"
    case .neverDecimal(let field, let number):
      "\(field) is a decimal, which is never == a number: write decimal \"\(number)\""
    case .zeroIsTrue(let field):
      "\(field) holds numbers, and 0 is true in Lua: compare it, as in \(field) == 1"
    case .neverTruth(let field, let truth):
      "\(field) holds numbers, which are never == \(truth): write \(field) == \(truth ? 1 : 0)"
    }
  }
}
