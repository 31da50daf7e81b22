/// A statement at the top of a chunk, as far as a block must know it.
struct LuaStatement: Equatable {
  enum Kind {
    /// An expression that is no statement of Lua: `Player`, `1 + 1`.
    case expression
    case call
    case other
  }

  var kind: Kind
  /// The bytes of the text that it takes.
  var range: Range<Int>
}

extension LuaStatement {
  /// Whether a text is nothing but a `require`: for what the module does, not for what it gives.
  static func isRequire(_ text: String) -> Bool {
    let tokens = LuaTokens(text).tokens
    guard tokens.first?.text == "require", tokens.first?.isName == true else { return false }
    let bare = tokens.count == 2 && tokens[1].isString
    return bare || tokens.count == 4 && tokens[1].isSymbol("(") && tokens[2].isString && tokens[3].isSymbol(")")
  }
}

/// Finds where the statements at the top of a chunk begin and end, bare expressions among them.
///
///     x = Player:count() print(x)⏎Player        // other, call, expression
///
/// It is no compiler: what it takes for Lua, Lua still has to accept.
struct LuaStatements {
  private let text: [UInt8]
  private let tokens: [LuaToken]
  private var place = 0

  init(_ text: String) {
    self.text = Array(text.utf8)
    tokens = LuaTokens(text).tokens
  }

  /// All statements; nil when the text is no chunk in this sense.
  mutating func read() -> [LuaStatement]? {
    var result: [LuaStatement] = []
    while place < tokens.count {
      if take(";") { continue }
      let first = place
      guard let kind = readStatement(), place > first else { return nil }
      // A bare expression has its lines for itself: two words on one line are rather SQL.
      if kind == .expression, !beginsLine(first) || !endsLine(place - 1) { return nil }
      result.append(LuaStatement(kind: kind, range: start(of: first)..<end(of: place - 1)))
    }
    return result
  }

  // MARK: Statements

  private mutating func readStatement() -> LuaStatement.Kind? {
    switch word {
    case "local": readLocal()
    case "function", "if", "do", "while", "for", "repeat": skipBlock() ? .other : nil
    case "return": readReturn()
    case "break": skip(1)
    case "goto": skip(2)
    default: isSymbol("::") ? skip(3) : readExpressionStatement()
    }
  }

  private mutating func readLocal() -> LuaStatement.Kind? {
    place += 1
    if word == "function" { return skipBlock() ? .other : nil }
    repeat {
      guard isName else { return nil }
      place += 1
      if take("<") { place += 2 }  // An attribute, and what ends it.
    } while take(",")
    return !take("=") || readList() ? .other : nil
  }

  private mutating func readReturn() -> LuaStatement.Kind? {
    place += 1
    return place == tokens.count || isSymbol(";") || readList() ? .other : nil
  }

  private mutating func skip(_ count: Int) -> LuaStatement.Kind? {
    place += count
    return place <= tokens.count ? .other : nil
  }

  private mutating func readExpressionStatement() -> LuaStatement.Kind? {
    guard var shape = readExpression() else { return nil }
    while take(",") {
      guard let next = readExpression() else { return nil }
      shape = shape == .variable && next == .variable ? .variable : .value
    }
    if shape == .variable, take("=") { return readList() ? .other : nil }
    return shape == .call ? .call : .expression
  }

  /// Everything up to the `end`, or the `until` with its condition, that ends a block.
  private mutating func skipBlock() -> Bool {
    var depth = 0
    while place < tokens.count {
      switch word {
      case "function", "if", "do", "repeat": depth += 1
      case "end", "until": depth -= 1
      default: break
      }
      let isUntil = word == "until"
      place += 1
      if depth == 0, isUntil || previousWord == "end" { return isUntil ? readExpression() != nil : true }
    }
    return false
  }

  // MARK: Expressions

  private enum Shape { case variable, call, value }

  private mutating func readList() -> Bool {
    repeat {
      guard readExpression() != nil else { return false }
    } while take(",")
    return true
  }

  private static let prefixes: Set<String> = ["-", "#", "~", "not"]
  private static let operators: Set<String> = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", ">", "<=", ">=", "&", "|", "~", "<<", ">>", "and", "or",
  ]

  private mutating func readExpression() -> Shape? {
    var shape: Shape?
    while true {
      var isPrefixed = false
      while let text = operatorText, Self.prefixes.contains(text) {
        place += 1
        isPrefixed = true
      }
      guard let operand = readOperand() else { return nil }
      shape = shape == nil && !isPrefixed ? operand : .value
      guard let text = operatorText, Self.operators.contains(text) else { return shape }
      place += 1
      shape = .value
    }
  }

  private mutating func readOperand() -> Shape? {
    guard place < tokens.count else { return nil }
    let token = tokens[place]
    if token.isString || token.kind == .number { return takeValue() }
    switch token.text {
    case "nil", "true", "false", "...": return takeValue()
    case "function": return skipBlock() ? .value : nil
    case "{": return skipBrackets() ? .value : nil
    case "(": return skipBrackets() ? readSuffixes(of: .value) : nil
    default:
      guard token.isName else { return nil }
      place += 1
      return readSuffixes(of: .variable)
    }
  }

  private mutating func takeValue() -> Shape {
    place += 1
    return .value
  }

  private mutating func readSuffixes(of first: Shape) -> Shape? {
    var shape = first
    while place < tokens.count {
      let token = tokens[place]
      if token.isString {
        place += 1
        shape = .call
      } else if token.isSymbol("(") || token.isSymbol("{") {
        guard skipBrackets() else { return nil }
        shape = .call
      } else if token.isSymbol("[") {
        guard skipBrackets() else { return nil }
        shape = .variable
      } else if token.isSymbol(".") || token.isSymbol(":") {
        place += 1
        guard isName else { return nil }
        place += 1
        shape = .variable
      } else {
        break
      }
    }
    return shape
  }

  private mutating func skipBrackets() -> Bool {
    var depth = 0
    while place < tokens.count {
      let token = tokens[place]
      place += 1
      guard token.kind == .symbol else { continue }
      if ["(", "{", "["].contains(token.text) { depth += 1 }
      if [")", "}", "]"].contains(token.text) { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }

  // MARK: Tokens

  private var word: String? { place < tokens.count && tokens[place].kind == .name ? tokens[place].text : nil }
  private var previousWord: String? { tokens[place - 1].kind == .name ? tokens[place - 1].text : nil }
  private var isName: Bool { place < tokens.count && tokens[place].isName }
  private func isSymbol(_ symbol: String) -> Bool { place < tokens.count && tokens[place].isSymbol(symbol) }

  private var operatorText: String? {
    place < tokens.count && (tokens[place].kind == .symbol || tokens[place].kind == .name) ? tokens[place].text : nil
  }

  private mutating func take(_ symbol: String) -> Bool {
    guard isSymbol(symbol) else { return false }
    place += 1
    return true
  }

  // MARK: Places

  /// The length of the mark that a string begins and ends with.
  private func mark(of token: LuaToken) -> Int {
    guard token.isString, token.start > 0 else { return 0 }
    if text[token.start - 1] != UInt8(ascii: "[") { return 1 }
    let level = text[..<(token.start - 1)].reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return level + 2
  }

  private func start(of index: Int) -> Int { tokens[index].start - mark(of: tokens[index]) }

  private func end(of index: Int) -> Int { min(tokens[index].end + mark(of: tokens[index]), text.count) }

  private func beginsLine(_ index: Int) -> Bool {
    index == 0 || tokens[index - 1].isSymbol(";")
      || text[end(of: index - 1)..<start(of: index)].contains(UInt8(ascii: "\n"))
  }

  private func endsLine(_ index: Int) -> Bool {
    index == tokens.count - 1 || tokens[index + 1].isSymbol(";")
      || text[end(of: index)..<start(of: index + 1)].contains(UInt8(ascii: "\n"))
  }
}
