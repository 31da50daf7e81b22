/// Tests of a column of bytes that another program made: it may hold texts beside bytes, and a string of a script means
/// both, as it does to Lua.
///
///     value = is.equal("dark")    // value IN ('dark', x'6461726b')
///     value = is.less("m")        // value < 'm', or bytes less than those of 'm'
extension TestKind {
  /// Nil where nothing that it is called with is a text.
  func ofTextsAndBytes(_ arguments: TestArguments, _ field: Field) throws -> Test? {
    guard arguments.requests.isEmpty, arguments.values.contains(where: \.isText), operands != .counts else {
      return nil
    }
    var texts = arguments
    texts.collation = field.nature.collation
    // Bytes have no letters.
    if subject == .letters || arguments.ignoresCase { return .kind(self, texts) }
    var ofBytes = field
    ofBytes.writesTexts = false
    let bytes = try fitted(arguments, to: ofBytes, encoder: nil)
    switch self {
    case .equal, .oneOf: return .kind(.oneOf, texts.and(bytes))
    case .notEqual, .noneOf: return .kind(.noneOf, texts.and(bytes))
    case .less, .atMost, .greater, .atLeast: return ordered(texts, bytes)
    case .between, .notBetween:
      let low = arguments.options.contains(.lowerOpen) ? TestKind.greater : .atLeast
      let high = arguments.options.contains(.upperOpen) ? TestKind.less : .atMost
      let inside = Test.and([low.ordered(texts.only(0), bytes.only(0)), high.ordered(texts.only(1), bytes.only(1))])
      return self == .between ? inside : .not(inside)
    case .noPrefix, .noSuffix, .notContaining: return .and([.kind(self, texts), .kind(self, bytes)])
    default: return .or([.kind(self, texts), .kind(self, bytes)])
    }
  }

  /// A comparison of texts with the text, and of bytes with the bytes; numbers stand before all of them.
  private func ordered(_ texts: TestArguments, _ bytes: TestArguments) -> Test {
    guard texts.values[0].isText else { return .kind(self, bytes) }
    let areBytes = Test.kind(.atLeast, [.data([])])
    if self == .less || self == .atMost { return .or([.kind(self, texts), .and([areBytes, .kind(self, bytes)])]) }
    return .or([.and([.kind(self, texts), .kind(.less, [.data([])])]), .kind(self, bytes)])
  }
}

extension TestArguments {
  fileprivate func only(_ place: Int) -> TestArguments {
    var result = self
    result.values = [values[place]]
    return result
  }

  /// The same with more values, each once.
  fileprivate func and(_ others: TestArguments) -> TestArguments {
    var result = self
    result.values += others.values.filter { !values.contains($0) }
    return result
  }
}

extension Field {
  /// Whether it holds bytes, and may hold texts beside them.
  package var holdsTextsAndBytes: Bool { isLoose && type == .data && encoder == nil }

  /// Whether it holds integers, and may hold other numbers beside them.
  package var mayHoldReals: Bool {
    isLoose && !isGenerated && encoder == nil && type == .integer && integerRange == nil
  }

  /// Whether it holds numbers, and may hold texts beside them that are none.
  package var mayHoldTextsAmongNumbers: Bool {
    isLoose && !isGenerated && encoder == nil
      && (type == .integer || type == .real || type == .decimal && isStoredAsNumber)
  }
}

extension Expression.Comparison {
  /// The test that asks the same.
  package var test: TestKind {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .atMost: .atMost
    case .greater: .greater
    case .atLeast: .atLeast
    }
  }
}
