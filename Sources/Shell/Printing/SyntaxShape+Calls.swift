import Encodings
import SQLText

/// Calls and blocks as other languages write them.
extension SyntaxShape {
  /// A clause of SQL where a statement or a method would stand, as in `WHERE age = 20`.
  static func isClause(_ tokens: [LuaToken], at place: Int) -> Bool {
    guard place + 1 < tokens.count, tokens[place].isName else { return false }
    let next = tokens[place + 1]
    return ["where", "order", "group", "having", "limit"].contains(tokens[place].text.lowercased())
      && (next.isName || next.kind == .number)
  }

  /// A text that ends at an apostrophe, as in `'it's'`: what follows it there is the rest of an English word.
  static func hasApostrophe(_ tokens: [LuaToken]) -> Bool {
    tokens.indices.dropLast().contains { place in
      tokens[place].isString && tokens[place + 1].start == tokens[place].end + 1
        && ["s", "t", "re", "ll", "d", "m", "ve"].contains(tokens[place + 1].text)
    }
  }

  /// Braces around a block, as in `if p.age > 3 { print(1) }`.
  static func hasBraces(_ tokens: [LuaToken]) -> Bool {
    guard let first = tokens.first, ["if", "while", "for", "elseif"].contains(first.text) else { return false }
    return tokens.contains { $0.isSymbol("{") } && !opensBlock(tokens)
  }

  /// A condition without `then`, as in `if (p.age > 3) print(1)`.
  static func lacksThen(_ tokens: [LuaToken]) -> Bool {
    guard let first = tokens.first, ["if", "while"].contains(first.text) else { return false }
    return tokens.count > 3 && tokens[1].isSymbol("(") && !opensBlock(tokens)
  }

  private static func opensBlock(_ tokens: [LuaToken]) -> Bool {
    tokens.contains { $0.kind == .name && ["then", "do"].contains($0.text) }
  }

  /// A variable with its type, as in `int x = 5`.
  static func isTypedVariable(_ tokens: [LuaToken]) -> Bool {
    tokens.count > 3 && tokens[0].isName && tokens[1].isName && tokens[2].isSymbol("=")
  }

  /// A text with a method or a member behind it, as in `"abc":upper()`, where it is no argument.
  static func hasTextMember(_ tokens: [LuaToken]) -> Bool {
    tokens.indices.dropLast(2).contains { place in
      guard tokens[place].isString, [".", ":"].contains(where: { tokens[place + 1].isSymbol($0) }),
        tokens[place + 2].isName
      else { return false }
      guard place > 0 else { return true }
      let before = tokens[place - 1]
      // A name before it is a function that it is given to, and in a table it is meant to be a name.
      return !before.isName && !before.isString && ![")", "]", "{", ","].contains { before.isSymbol($0) }
    }
  }

  /// A method without brackets, as in `p:delete`.
  static func lacksBrackets(_ tokens: [LuaToken]) -> Bool {
    tokens.indices.dropLast(2).contains { place in
      guard tokens[place].isName || tokens[place].isSymbol(")"), tokens[place + 1].isSymbol(":"),
        tokens[place + 2].isName
      else { return false }
      if place > 0, ["{", ",", "("].contains(where: { tokens[place - 1].isSymbol($0) }) { return false }
      guard place + 3 < tokens.count else { return true }
      let next = tokens[place + 3]
      return !next.isString && !["(", "{"].contains { next.isSymbol($0) }
    }
  }

  /// A method that is called by other signs, as in `Player->count()`.
  static func isCall(_ tokens: [LuaToken], by sign: String) -> Bool {
    tokens.indices.contains { place in
      guard tokens[place].isName else { return false }
      let signs = tokens[(place + 1)...].prefix { $0.kind == .symbol && sign.contains($0.text) }
      let next = signs.endIndex
      return signs.map(\.text).joined() == sign && next + 1 < tokens.count && tokens[next].isName
        && tokens[next + 1].isSymbol("(")
    }
  }

  /// A statement that stands bare in a call, as in `db:query(SELECT *)`.
  static func hasBareSQL(_ tokens: [LuaToken]) -> Bool {
    tokens.indices.dropLast(2).contains { place in
      tokens[place].isSymbol("(") && tokens[place + 1].isName && SQLKeywords.statements.contains(tokens[place + 1].text)
        && (tokens[place + 2].isName || tokens[place + 2].isSymbol("*"))
    }
  }

  /// The name of an entity without quotation marks, as in `belongs_to Team`.
  static func namesEntityBare(_ tokens: [LuaToken]) -> Bool {
    let words = ["belongs_to", "has_many", "has_one", "many_to_many", "embedded", "list_of", "map_of"]
    return tokens.indices.dropLast().contains {
      tokens[$0].isName && words.contains(tokens[$0].text) && tokens[$0 + 1].isName
    }
  }

  /// A path as a name in a table, as in `{ team.name = "Red" }`.
  static func hasDottedKey(_ tokens: [LuaToken]) -> Bool {
    tokens.indices.dropLast(4).contains { place in
      (tokens[place].isSymbol("{") || tokens[place].isSymbol(",")) && tokens[place + 1].isName
        && tokens[place + 2].isSymbol(".") && tokens[place + 3].isName && tokens[place + 4].isSymbol("=")
    }
  }
}
