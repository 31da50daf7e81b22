extension ArgumentsError {
  package var kind: ScriptError.Kind { .argument }

  package var message: String {
    switch self {
    case .tooMany(let name, let maximum, let found, let advice):
      let number = maximum == 0 ? "nothing" : maximum == 1 ? "one argument" : "at most \(maximum) arguments"
      return "\(name) takes \(number): \(found) is one too many. \(advice.words)"
    }
  }
}

extension ArgumentsError.Advice {
  fileprivate var words: String {
    switch self {
    case .write(let example): "Write \(example)"
    case .conditionBefore(let method): "A condition comes before it: where { … }:\(method)()"
    case .said(let words): words
    }
  }
}
