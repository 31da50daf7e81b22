import Encodings
import LuaRuntime
import Schema
import Scripting

/// What the names mean that an entry itself gives: parameters, loop variables, locals.
///
///     Track:where(function(t) return t.        -- t is a Track
///     for t in Track:iterate() do print(t.     -- and here
struct LuaScope {
  private(set) var meanings: [String: LuaMeaning] = [:]
  private let tokens: [LuaToken]
  private let session: Session

  init(_ text: String, _ session: Session) {
    tokens = LuaTokens(text).tokens
    self.session = session
    for place in tokens.indices where tokens[place].kind == .name {
      switch tokens[place].text {
      case "function": takeParameters(place)
      case "for": takeLoop(place)
      case "local": takeLocal(place)
      default: break
      }
    }
  }

  /// The methods that call a function with objects of what they are asked of.
  private static let methodsWithFunctions: Set<String> = [
    "where", "or_where", "where_not", "sorted_by", "then_by", "each", "filter", "map", "flat_map", "sorted", "group_by",
    "sectioned_by", "sum", "avg", "min", "max", "any", "all", "find", "having",
  ]

  private func meaning(of chain: LuaChain) -> LuaMeaning {
    LuaMeanings(session: session, locals: meanings).meaning(of: chain)
  }

  private func isSymbol(_ place: Int, _ symbol: String) -> Bool {
    tokens.indices.contains(place) && tokens[place].isSymbol(symbol)
  }

  private func name(_ place: Int) -> String? {
    tokens.indices.contains(place) && tokens[place].isName ? tokens[place].text : nil
  }

  /// Takes the parameters of `CHAIN:where(function(a, b)`.
  private mutating func takeParameters(_ place: Int) {
    guard isSymbol(place + 1, "("), let bracket = LuaChain.openBracket(tokens, before: place),
      tokens[bracket].isSymbol("("), var callee = LuaChain.callee(tokens, of: bracket),
      case .method(let method)? = callee.steps.last, Self.methodsWithFunctions.contains(method)
    else { return }
    callee.steps.removeLast()
    guard let entity = meaning(of: callee).entity else { return }
    var next = place + 2
    while let parameter = name(next) {
      meanings[parameter] = .object(entity)
      next += isSymbol(next + 1, ",") ? 2 : 1
    }
  }

  /// Takes the variable of `for a in CHAIN:iterate() do` and of `for _, a in ipairs(CHAIN) do`.
  private mutating func takeLoop(_ place: Int) {
    guard let end = tokens[place...].firstIndex(where: { $0.kind == .name && $0.text == "in" }) else { return }
    let names = tokens[place..<end].filter(\.isName).map(\.text)
    guard let variable = names.last else { return }
    if name(end + 1) == "ipairs", isSymbol(end + 2, "("), let close = endOfExpression(from: end + 3),
      let chain = LuaChain(tokens, endingBefore: close), let entity = meaning(of: chain).entity
    {
      meanings[variable] = .object(entity)
    } else if let close = endOfExpression(from: end + 1), var chain = LuaChain(tokens, endingBefore: close),
      case .method("iterate")? = chain.steps.last
    {
      chain.steps.removeLast()
      if let entity = meaning(of: chain).entity { meanings[variable] = .object(entity) }
    }
  }

  /// Takes the name of `local a = CHAIN`.
  private mutating func takeLocal(_ place: Int) {
    guard let variable = name(place + 1), isSymbol(place + 2, "="), let end = endOfExpression(from: place + 3),
      let chain = LuaChain(tokens, endingBefore: end)
    else { return }
    meanings[variable] = meaning(of: chain)
  }

  /// The place behind an expression that names a value step by step; nil where none begins.
  private func endOfExpression(from start: Int) -> Int? {
    guard name(start) != nil else { return nil }
    var place = start + 1
    while tokens.indices.contains(place) {
      let token = tokens[place]
      if token.isSymbol(".") || token.isSymbol(":"), name(place + 1) != nil {
        place += 2
      } else if token.isString {
        place += 1
      } else if ["(", "[", "{"].contains(where: { token.isSymbol($0) }), let end = endOfBrackets(from: place) {
        place = end + 1
      } else {
        return place
      }
    }
    return place
  }

  private func endOfBrackets(from start: Int) -> Int? {
    var depth = 0
    for place in start..<tokens.count where tokens[place].kind == .symbol {
      if "({[".contains(tokens[place].text) { depth += 1 }
      if ")}]".contains(tokens[place].text) { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
