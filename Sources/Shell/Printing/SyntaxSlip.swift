import Encodings
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
    /// The same, where no bracket follows.
    case bare(String)
    /// A word anywhere.
    case word(String)
    /// A pattern of tokens.
    case shape(SyntaxShape)
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
    let code = joined(tokens)
    return all.first { (!isBeginning || $0.isBeginning) && $0.fits(code, tokens) }?.advice
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
    switch sign {
    case .first, .bare: true
    default: false
    }
  }

  private func fits(_ code: String, _ tokens: [LuaToken]) -> Bool {
    switch sign {
    case .signs(let signs): code.contains(signs)
    case .first(let word): Self.begins(tokens, word)
    case .bare(let word):
      Self.begins(tokens, word) && !tokens[1].isString && !["(", ":"].contains { tokens[1].isSymbol($0) }
    case .word(let word): tokens.contains { !$0.isString && $0.text == word }
    case .shape(let shape): shape.fits(tokens)
    }
  }

  /// Whether a line begins with a word, as it is or in capitals, that is no variable.
  private static func begins(_ tokens: [LuaToken], _ word: String) -> Bool {
    guard tokens.count > 1, let first = tokens.first, !first.isString else { return false }
    guard first.text == word || first.text.count > 2 && first.text == word.uppercased() else { return false }
    return !["=", ".", ","].contains { tokens[1].isSymbol($0) }
  }
}
