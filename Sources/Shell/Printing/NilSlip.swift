import Encodings

/// What helps where a function met a field that is NULL: it is nil there, with which nothing is compared.
///
///     attempt to compare string with nil     o.State may be nil: test it first, as in o.State and o.State > …
enum NilSlip {
  private static let starts = [
    "attempt to compare ", "attempt to perform arithmetic on ", "attempt to concatenate ", "attempt to index ",
    "attempt to get length of ",
  ]

  static func advice(for message: String, _ line: String) -> String? {
    guard starts.contains(where: message.hasPrefix),
      message.hasSuffix(" nil") || message.hasPrefix("attempt to compare nil ")
        || message.contains("a nil value (field '")
    else { return nil }
    let found = quotedName(after: "field '", in: message).flatMap { member($0, in: line) } ?? compared(in: line)
    return found.map { "\($0) may be nil: test it first, as in \($0) and …" }
  }

  /// Where the comparison stands that failed, in characters: Lua does not say what it compares.
  static func mark(for message: String, in line: String) -> Range<Int>? {
    let tokens = LuaTokens(line).tokens
    guard message.hasPrefix("attempt to compare"), let sign = sign(in: tokens) else { return nil }
    return tokens[sign].characters(of: line)
  }

  /// The only comparison by size in a line, as the place of its sign.
  private static func sign(in tokens: [LuaToken]) -> Int? {
    let signs = tokens.indices.filter { place in ["<", ">", "<=", ">="].contains { tokens[place].isSymbol($0) } }
    return signs.count == 1 ? signs[0] : nil
  }

  /// The member before a comparison, or the one behind it: `o.State`.
  private static func compared(in line: String) -> String? {
    let tokens = LuaTokens(line).tokens
    guard let sign = sign(in: tokens) else { return nil }
    return [sign - 1, sign + 3].lazy.compactMap { member(endingAt: $0, tokens) }.first
  }

  /// A member with its owner, where the line has both.
  private static func member(_ name: String, in line: String) -> String? {
    let tokens = LuaTokens(line).tokens
    return tokens.indices.lazy.filter { tokens[$0].text == name }.compactMap { member(endingAt: $0, tokens) }.first
  }

  private static func member(endingAt place: Int, _ tokens: [LuaToken]) -> String? {
    guard place > 1, tokens.indices.contains(place), tokens[place].isName, tokens[place - 1].isSymbol("."),
      tokens[place - 2].isName
    else { return nil }
    return "\(tokens[place - 2].text).\(tokens[place].text)"
  }
}
