import Encodings

/// What stands at the end of a Lua text: the beginning of what is to be completed, and where it is.
struct LuaPlace: Equatable {
  enum Kind: Equatable {
    /// Nothing can be said.
    case nowhere
    /// A name by itself.
    case name
    /// A key of a table that is the argument of this.
    case key(of: LuaChain)
    /// Text in a string that is such a key: `["team.name`.
    case stringKey(of: LuaChain)
    /// What stands behind `.` or `:`; nil where the value before it cannot be named.
    case member(LuaChain?, isMethod: Bool)
    /// Text in a string that is an argument of this, with the number of arguments before it.
    case string(of: LuaChain?, argument: Int)
  }

  var kind: Kind
  /// What is there already.
  var typed: String
  /// The byte offset of `typed`.
  var start: Int

  init(_ text: String) {
    let lexed = LuaTokens(text)
    let tokens = lexed.tokens
    let length = text.utf8.count
    (kind, typed, start) = (.nowhere, "", length)
    guard !lexed.endsInComment else { return }
    if let last = tokens.last, last.kind == .string(isOpen: true) {
      (kind, typed, start) = (Self.kind(ofStringAt: tokens.count - 1, tokens), last.text, last.start)
      return
    }
    var before = tokens.count
    if let last = tokens.last, last.end == length {
      if last.kind == .number || last.isString { return }
      if last.kind == .name {
        (typed, start) = (last.text, last.start)
        before -= 1
      }
    }
    kind = Self.kind(tokens, before)
  }

  private static func kind(_ tokens: [LuaToken], _ end: Int) -> Kind {
    if end > 0, tokens[end - 1].isSymbol(".") || tokens[end - 1].isSymbol(":") {
      return .member(LuaChain(tokens, endingBefore: end - 1), isMethod: tokens[end - 1].isSymbol(":"))
    }
    guard end > 0, startsItem(tokens[end - 1]),
      let bracket = LuaChain.openBracket(tokens, before: end), tokens[bracket].isSymbol("{"),
      let callee = Self.order(tokens, before: bracket) ?? Self.call(tokens, of: bracket).callee
    else { return .name }
    return .key(of: callee)
  }

  private static func kind(ofStringAt place: Int, _ tokens: [LuaToken]) -> Kind {
    // `{ [` and `, [` begin a key; behind a value it would be an index.
    if place > 1, tokens[place - 1].isSymbol("["), startsItem(tokens[place - 2]),
      let table = LuaChain.openBracket(tokens, before: place - 1), tokens[table].isSymbol("{"),
      let callee = call(tokens, of: table).callee
    {
      return .stringKey(of: callee)
    }
    let (callee, argument) = call(tokens, of: place)
    return .string(of: callee, argument: argument)
  }

  /// Whether what follows a token is an item of a table.
  private static func startsItem(_ token: LuaToken) -> Bool {
    [",", ";", "{"].contains { token.isSymbol($0) }
  }

  /// What the string or table at a place is an argument of; a list around it makes no difference.
  private static func call(_ tokens: [LuaToken], of place: Int) -> (callee: LuaChain?, argument: Int) {
    if let callee = LuaChain.callee(tokens, of: place) {
      return namesOrder(callee) ? call(tokens, of: place - 1) : (callee, 0)
    }
    guard let bracket = LuaChain.openBracket(tokens, before: place), !tokens[bracket].isSymbol("[") else {
      return (nil, 0)
    }
    guard let callee = LuaChain.callee(tokens, of: bracket) else {
      // A table that is no argument by itself may be one of a call.
      return tokens[bracket].isSymbol("{") ? call(tokens, of: bracket) : (nil, 0)
    }
    if namesOrder(callee) { return call(tokens, of: bracket - 1) }
    return (callee, Self.commas(tokens, from: bracket + 1, to: place))
  }

  /// The `asc` or `desc` whose options a table is.
  private static func order(_ tokens: [LuaToken], before table: Int) -> LuaChain? {
    guard let bracket = LuaChain.openBracket(tokens, before: table), tokens[bracket].isSymbol("("),
      let callee = LuaChain.callee(tokens, of: bracket), namesOrder(callee)
    else { return nil }
    return callee
  }

  /// Whether it is `asc` or `desc`, which name a field of whatever they are an argument of.
  private static func namesOrder(_ callee: LuaChain) -> Bool {
    callee.steps.isEmpty && (callee.root == .name("asc") || callee.root == .name("desc"))
  }

  private static func commas(_ tokens: [LuaToken], from start: Int, to end: Int) -> Int {
    var depth = 0
    var count = 0
    for token in tokens[start..<end] where token.kind == .symbol {
      if "({[".contains(token.text) { depth += 1 }
      if ")}]".contains(token.text) { depth -= 1 }
      if depth == 0, token.text == "," { count += 1 }
    }
    return count
  }
}
