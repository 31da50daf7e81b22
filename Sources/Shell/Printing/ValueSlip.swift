import Encodings
import Schema

/// What helps where a value was used as what it is not: an entity as a loop, nil as an object.
enum ValueSlip {
  /// The advice for what Lua says of a value.
  static func advice(for message: String, _ line: String?) -> String? {
    if message.contains("for iterator 'for iterator'") || message.hasPrefix("bad argument #1 to 'for iterator'") {
      return loopAdvice(message)
    }
    if message.contains("near '<\\"), let line, let word = foreignWord(in: line) {
      return "names of Lua have the letters a to z. A field is written [\"\(word.text)\"] in a table or a condition,"
        + " and row[\"\(word.text)\"] of an object"
    }
    if isComparison(message), let line, comparesInCondition(line) {
      return "a comparison stands in a text or a function: where \"age > 20\", where(function(p) return p.age > 20 end)"
    }
    if message == Self.nilIndexed, let line, let call = calls(in: line).first, calls(in: line).count == 1 {
      return "\(call.name) gave nil: there is nothing of the kind. Ask first: local x = … if x then … end"
    }
    return nil
  }

  /// The advice for an entry that gave nil because one asks in another way: `rs:section(1)`.
  static func advice(forNil code: String) -> String? {
    let tokens = LuaTokens(code).tokens
    guard tokens.count == 6, tokens[0].isName, tokens[2].text == "section", tokens[4].kind == .number else {
      return nil
    }
    return "a section is asked for by its name; by its place it is \(tokens[0].text).sections[\(tokens[4].text)]"
  }

  /// The characters of a line that a message is about, where it does not name them.
  static func mark(for message: String, in line: String) -> Range<Int>? {
    if message.contains("near '<\\") { return foreignWord(in: line)?.range }
    guard message == nilIndexed, calls(in: line).count == 1 else { return nil }
    return calls(in: line)[0].range
  }

  /// Whether a message is about a field that was taken for a variable, of which there is none.
  private static func isComparison(_ message: String) -> Bool {
    message.hasPrefix("attempt to compare") && message.contains("nil")
      || message.hasPrefix("attempt to perform arithmetic on a nil value (global")
  }

  /// Whether a line has a condition as Lua would work it out: `where { age > 20 }`.
  private static func comparesInCondition(_ line: String) -> Bool {
    let tokens = LuaTokens(line).tokens
    let words: Set<String> = ["where", "or_where", "where_not", "having"]
    return !tokens.contains { $0.text == "function" }
      && tokens.indices.dropLast().contains { place in
        words.contains(tokens[place].text) && ["{", "("].contains(tokens[place + 1].text)
      }
  }

  private static let nilIndexed = "attempt to index a nil value"

  private static func loopAdvice(_ message: String) -> String? {
    let kinds = ["request", "entity", "list", "table", "relation"]
    switch kinds.first(where: { message.contains("a \($0) value") || message.contains("got \($0))") }) {
    case "list": return "a list is walked by ipairs: for i, row in ipairs(list) do … end"
    case "table": return "a table is walked by ipairs, a list, or by pairs: for i, x in ipairs(t) do … end"
    case nil: return nil
    default: return "rows are walked by iterate: for row in Player:all():iterate() do … end"
    }
  }

  // MARK: Words

  /// The first word of other letters than Lua's, outside of strings.
  private static func foreignWord(in line: String) -> (text: String, range: Range<Int>)? {
    let strings = LuaTokens(line).tokens.filter(\.isString).map { $0.start..<$0.end }
    let characters = Array(line)
    var byte = 0
    for (place, character) in characters.enumerated() {
      defer { byte += character.utf8.count }
      guard !character.isASCII, !strings.contains(where: { $0.contains(byte) }) else { continue }
      func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
      let start = place - characters[..<place].reversed().prefix(while: isWord).count
      let end = place + 1 + characters[(place + 1)...].prefix(while: isWord).count
      return (String(characters[start..<end]), start..<end)
    }
    return nil
  }

  /// The calls in a line whose result is indexed at once: `get` of `Artist:get(9).Name`.
  private static func calls(in line: String) -> [(name: String, range: Range<Int>)] {
    let tokens = LuaTokens(line).tokens
    return tokens.indices.compactMap { place in
      guard place + 1 < tokens.count, [".", ":", "["].contains(where: { tokens[place + 1].isSymbol($0) }),
        let callee = callee(of: tokens, endingAt: place)
      else { return nil }
      func characters(_ bytes: Int) -> Int { String(decoding: line.utf8.prefix(bytes), as: UTF8.self).count }
      return (callee.text, characters(callee.start)..<characters(callee.end))
    }
  }

  /// The name that is called by the bracket or the string which ends at a place.
  private static func callee(of tokens: [LuaToken], endingAt place: Int) -> LuaToken? {
    var start = place
    if tokens[place].isSymbol(")") || tokens[place].isSymbol("}") {
      var depth = 0
      while start >= 0 {
        if [")", "}"].contains(where: { tokens[start].isSymbol($0) }) { depth += 1 }
        if ["(", "{"].contains(where: { tokens[start].isSymbol($0) }) { depth -= 1 }
        if depth == 0 { break }
        start -= 1
      }
    } else if !tokens[place].isString {
      return nil
    }
    guard start > 0, tokens[start - 1].isName else { return nil }
    return tokens[start - 1]
  }
}
