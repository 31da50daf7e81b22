import LuaRuntime
import Model
import Schema
import Scripting

extension Runner {
  /// What may have been meant by an entry that gave nil: a command, a variable, an object.
  ///
  ///     Trak        Did you mean 'Track'?
  ///     Track[1]    an object is asked for by its key: Track:get(1)
  func hint(forNothing code: String) -> String? {
    let word = code.trimmingBlanks()
    if Command.all.contains(where: { $0.name == word }) { return "Did you mean '.\(word)'?" }
    if let advice = ValueSlip.advice(forNil: word) { return advice }
    let tokens = LuaTokens(word).tokens
    guard let first = tokens.first, first.isName else { return nil }
    if tokens.count == 1, session.lua.global(word).isNil {
      if let advice = MissingEntity.advice(forName: word, session) { return advice }
      let entities = session.context.entities.names
      let known = entities.first { $0.lowercased() == word.lowercased() }
      return (known ?? nearest(to: word, in: entities) ?? nearest(to: word, in: session.globalNames)).map {
        "there is no variable \(word). Did you mean '\($0)'?"
      }
    }
    guard tokens.count == 4, tokens[1].isSymbol("["), tokens[2].kind == .number || tokens[2].isString,
      session.entity(named: first.text) != nil
    else { return nil }
    let key = tokens[2].isString ? "\"\(tokens[2].text)\"" : tokens[2].text
    return "an object is asked for by its key: \(first.text):get(\(key))"
  }
}
