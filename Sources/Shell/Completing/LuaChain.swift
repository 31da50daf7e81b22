import Encodings

/// An expression that names a value step by step: `Player:where { … }:first().team`.
///
///     // root: Player    steps: where called as a method, first called as a method, member team
struct LuaChain: Equatable {
  enum Root: Equatable {
    case name(String)
    case string
    case other
  }

  enum Step: Equatable {
    case member(String)
    /// A method that is called.
    case method(String)
    /// A call of the value itself.
    case call
    case index
  }

  var root: Root
  var steps: [Step]

  /// The chain that ends before the token `end`, or nil where there is none.
  init?(_ tokens: [LuaToken], endingBefore end: Int) {
    var place = end - 1
    var steps: [Step] = []
    while place >= 0 {
      let token = tokens[place]
      if token.isName {
        let mark = place > 0 ? tokens[place - 1] : nil
        guard mark?.isSymbol(".") == true else {
          self.init(root: .name(token.text), steps: steps.reversed())
          return
        }
        steps.append(.member(token.text))
        place -= 2
        continue
      }
      guard let start = Self.startOfArguments(tokens, endingAt: place) else { return nil }
      let isCall = start > 0 && Self.endsPrefix(tokens[start - 1])
      if token.isSymbol("]") {
        guard isCall else { return nil }
        steps.append(.index)
        place = start - 1
      } else if !isCall {
        // A string, also in parentheses: `("x"):upper()`.
        let isString = token.isString || start == place - 2 && tokens[start + 1].isString
        self.init(root: isString ? .string : .other, steps: steps.reversed())
        return
      } else if start > 1, tokens[start - 1].isName, tokens[start - 2].isSymbol(":") {
        steps.append(.method(tokens[start - 1].text))
        place = start - 3
      } else {
        steps.append(.call)
        place = start - 1
      }
    }
    return nil
  }

  private init(root: Root, steps: [Step]) {
    self.root = root
    self.steps = steps
  }

  /// The function or method that the bracket or string at a place is an argument of: what stands before it.
  static func callee(_ tokens: [LuaToken], of place: Int) -> LuaChain? {
    guard place > 0, endsPrefix(tokens[place - 1]) else { return nil }
    if place > 1, tokens[place - 1].isName, tokens[place - 2].isSymbol(":") {
      guard var chain = LuaChain(tokens, endingBefore: place - 2) else { return nil }
      chain.steps.append(.method(tokens[place - 1].text))
      return chain
    }
    return LuaChain(tokens, endingBefore: place)
  }

  /// The place of the bracket that is open at a place, or nil.
  static func openBracket(_ tokens: [LuaToken], before end: Int) -> Int? {
    var depth = 0
    for place in stride(from: end - 1, through: 0, by: -1) where tokens[place].kind == .symbol {
      switch tokens[place].text {
      case ")", "}", "]": depth += 1
      case "(", "{", "[":
        if depth == 0 { return place }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// The first token of a call's arguments, an index or a string whose last token is at a place.
  private static func startOfArguments(_ tokens: [LuaToken], endingAt place: Int) -> Int? {
    if tokens[place].isString { return place }
    guard tokens[place].kind == .symbol, ")]}".contains(tokens[place].text) else { return nil }
    return openBracket(tokens, before: place)
  }

  /// Whether what follows a token may be its arguments.
  private static func endsPrefix(_ token: LuaToken) -> Bool {
    token.isName || token.isString || [")", "]", "}"].contains { token.isSymbol($0) }
  }
}
