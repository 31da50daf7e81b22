import Encodings
import Model
import Schema

/// What commands do not find.
extension ScriptError {
  static func noHelp(on word: String, among names: [String]) -> ScriptError {
    ScriptError(
      .argument,
      "there is no help on \(quotedExcerpt(word)).\(suggestion(for: word, in: names)) .help lists what there is")
  }

  static func noTable(_ name: String, among names: [String]) -> ScriptError {
    let near = suggestion(for: name, in: names)
    return ScriptError(
      .noSuchTable,
      "there is no table or entity \(quotedExcerpt(name))." + (near.isEmpty ? " .tables lists what there is" : near))
  }
}
