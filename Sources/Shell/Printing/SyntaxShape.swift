/// A pattern of tokens that Lua does not understand, and that says what was meant.
enum SyntaxShape: Sendable {
  /// `where(name = "Zoe")`, `where(name: "Zoe")`: arguments by name.
  case namedArgument
  /// `{ name: "Zoe" }`
  case colonInTable
  /// `if x = 5 then`, with this word.
  case assignment(String)
  /// `function(p) p.age == 20 end`
  case missingReturn
  /// `where "name == "AC/DC" and …"`: a text that ends where one in it was to begin.
  case brokenText
  /// `'it's'`: the same of one in single quotation marks, by an apostrophe.
  case apostrophe
  /// `WHERE age = 20`: a part of a statement where one begins.
  case clause
  /// `Player where age = 20`
  case entityClause
  /// `entity P { … }`: this word, and a name in place of a text.
  case calledWithName(String)
  case braces, noThen, typedVariable, textMember, noBrackets, bareSQL, bareEntity, dottedKey
  /// A method that is called by these signs.
  case call(by: String)

  func fits(_ tokens: [LuaToken]) -> Bool {
    switch self {
    case .namedArgument:
      return tokens.indices.contains { place in
        guard place > 0, tokens[place].isSymbol("("), tokens[place - 1].isName,
          !Self.isDefinition(tokens, place)
        else { return false }
        return Self.isNamed(tokens, place + 1, by: ["=", ":"])
      }
    case .colonInTable:
      return tokens.indices.contains { place in
        (tokens[place].isSymbol("{") || tokens[place].isSymbol(",")) && Self.isNamed(tokens, place + 1, by: [":"])
      }
    case .assignment(let word):
      guard let start = tokens.firstIndex(where: { $0.kind == .name && $0.text == word }) else { return false }
      let condition = tokens[start...].prefix { $0.text != "then" && $0.text != "do" }
      return condition.contains { $0.isSymbol("=") }
    case .brokenText:
      // The letters stand right behind the quotation mark.
      return tokens.indices.contains { place in
        place + 1 < tokens.count && tokens[place].isString && tokens[place + 1].isName
          && tokens[place + 1].start == tokens[place].end + 1
      }
    case .apostrophe: return Self.hasApostrophe(tokens)
    case .clause: return Self.isClause(tokens, at: 0)
    case .entityClause: return tokens.first?.isName == true && Self.isClause(tokens, at: 1)
    case .calledWithName(let word):
      return tokens.count > 2 && tokens[0].text == word && tokens[1].isName && tokens[2].isSymbol("{")
        || tokens.indices.contains { place in
          place + 3 < tokens.count && tokens[place].isSymbol("=") && tokens[place + 1].text == word
            && tokens[place + 2].isName && tokens[place + 3].isSymbol("{")
        }
    case .braces: return Self.hasBraces(tokens)
    case .noThen: return Self.lacksThen(tokens)
    case .typedVariable: return Self.isTypedVariable(tokens)
    case .textMember: return Self.hasTextMember(tokens)
    case .noBrackets: return Self.lacksBrackets(tokens)
    case .bareSQL: return Self.hasBareSQL(tokens)
    case .bareEntity: return Self.namesEntityBare(tokens)
    case .dottedKey: return Self.hasDottedKey(tokens)
    case .call(let sign): return Self.isCall(tokens, by: sign)
    case .missingReturn:
      return tokens.indices.contains { Self.isComparisonAlone(tokens, behindFunction: $0) }
    }
  }

  /// Whether a bracket opens the parameters of a function.
  private static func isDefinition(_ tokens: [LuaToken], _ place: Int) -> Bool {
    tokens[..<place].suffix(4).contains { $0.kind == .name && $0.text == "function" }
  }

  /// Whether a name stands at a place, one of the signs behind it, and then a value.
  private static func isNamed(_ tokens: [LuaToken], _ place: Int, by signs: [String]) -> Bool {
    guard place + 2 < tokens.count, tokens[place].isName, let sign = signs.first(where: tokens[place + 1].isSymbol)
    else { return false }
    // `f(a:b())` is a call.
    let value = tokens[place + 2]
    // `p => p.age` is a function.
    return sign == "=" ? !value.isSymbol(">") : !value.isName && !value.isSymbol(":")
  }

  /// Whether the body of a function begins with a comparison, which no statement does.
  private static func isComparisonAlone(_ tokens: [LuaToken], behindFunction place: Int) -> Bool {
    guard tokens[place].kind == .name, tokens[place].text == "function",
      let end = tokens[place...].firstIndex(where: { $0.isSymbol(")") })
    else { return false }
    let path = tokens[(end + 1)...].prefix { $0.isName || $0.isSymbol(".") }
    guard !path.isEmpty, path.endIndex < tokens.count else { return false }
    return ["==", "~=", "<", ">", "<=", ">="].contains { tokens[path.endIndex].isSymbol($0) }
  }
}
