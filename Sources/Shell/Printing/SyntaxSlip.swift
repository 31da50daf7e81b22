import Schema
import Scripting

/// What people write who come from other languages, where Lua only sees an error of syntax.
///
///     x != 5     unequal is ~=: x ~= 5
struct SyntaxSlip: Sendable {
  enum Sign: Sendable {
    /// Signs that stand in the code, outside of strings.
    case signs(String)
    /// A word with which the line begins, that something follows.
    case first(String)
    /// A word anywhere.
    case word(String)
  }

  let sign: Sign
  let advice: String
  /// What shows it.
  let sample: String

  init(_ sign: Sign, _ advice: String, _ sample: String) {
    self.sign = sign
    self.advice = advice
    self.sample = sample
  }

  /// The advice for a line that Lua did not understand.
  ///
  /// - Parameter isBeginning: whether only the word with which the line begins counts.
  static func advice(for line: String, isBeginning: Bool = false) -> String? {
    let tokens = LuaTokens(line).tokens
    let plain = tokens.map { $0.isString ? "\"\"" : $0.text }
    let code = joined(tokens)
    return all.first { (!isBeginning || $0.isBeginning) && $0.fits(code, plain) }?.advice
  }

  /// The code with a blank where there was one, and without what is in strings.
  private static func joined(_ tokens: [LuaToken]) -> String {
    var code = " "
    var end = 0
    for token in tokens {
      let mark = token.isString ? 1 : 0
      if token.start - mark > end { code += " " }
      code += token.isString ? "\"\"" : token.text
      end = token.end + mark
    }
    return code + " "
  }

  private var isBeginning: Bool {
    if case .first = sign { true } else { false }
  }

  private func fits(_ code: String, _ words: [String]) -> Bool {
    switch sign {
    case .signs(let signs): code.contains(signs)
    case .first(let word): words.first == word && words.count > 1
    case .word(let word): words.contains(word)
    }
  }
}
