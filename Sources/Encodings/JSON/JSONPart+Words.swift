extension JSONPart {
  /// As it stands behind "expected".
  package var words: String {
    switch self {
    case .value: "a value"
    case .end: "the end"
    case .lineEnd: "the end of the line"
    case .digit: "a digit"
    case .escape: "an escape"
    case .escapeLetter: "an escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u)"
    case .fourHexadecimalDigits: "four hexadecimal digits"
    case .name: "a name in quotes"
    case .colon: "':'"
    case .commaOrBracket: "',' or ']'"
    case .commaOrBrace: "',' or '}'"
    case .word(let word): "the word '\(word)'"
    }
  }
}
