import Encodings
import SQLText

/// Proposes tables and columns for the end of a statement.
struct SQLCompletion {
  let tables: [(name: String, columns: [String])]

  /// - Parameter whole: the statement with what follows the cursor, where tables may be given other names.
  func complete(_ text: String, of whole: String? = nil) -> Completion {
    let end = text.utf8.count
    var tokens = SQLToken.all(in: text)[...]
    // In a quoted text there are no names.
    if tokens.last?.isOpen == true { return Completion(replacementStart: end, candidates: []) }
    var typed = ""
    if let last = tokens.last, last.kind == .word, last.place.upperBound == end {
      typed = last.text
      tokens.removeLast()
    }
    let start = end - typed.utf8.count
    if let dot = tokens.last, dot.kind == .sign, dot.text == ".", dot.place.upperBound == start {
      tokens.removeLast()
      let owner = tokens.last.flatMap { $0.place.upperBound == dot.place.lowerBound ? $0.text.lowercased() : nil }
      let table = owner.flatMap { aliases(in: whole ?? text)[$0] } ?? owner
      let columns = tables.first { $0.name.lowercased() == table }?.columns ?? []
      return Completion(replacementStart: start, candidates: matching(typed, columns).map(Self.quoted))
    }
    // What is being typed is no other name yet.
    let others = aliases(in: whole ?? text).keys.filter { $0 != typed.lowercased() }
    let names = matching(typed, names(in: whole ?? text, behind: tokens.last, others)).map(Self.quoted)
    // Keywords are proposed to those who write them as such, so that they do not bury the names.
    let isKeyword = !typed.isEmpty && typed.allSatisfy { $0.isUppercase }
    let keywords = isKeyword ? matching(typed, SQLKeywords.proposed) : []
    return Completion(replacementStart: start, candidates: names + keywords)
  }

  /// The names that can stand in a statement: of its tables, as far as it says which.
  private func names(in text: String, behind last: SQLToken?, _ aliases: [String]) -> [String] {
    let isTable = ["FROM", "JOIN", "INTO", "UPDATE", "TABLE"].contains { last?.isWord($0) == true }
    if isTable { return tables.map(\.name) }
    let words = Set(SQLToken.all(in: text).map { $0.text.lowercased() })
    let named = tables.filter { words.contains($0.name.lowercased()) }
    let own = named.isEmpty ? tables : named
    // Another table may follow: `FROM a, `.
    let others = last?.text == "," ? tables : own
    return others.map(\.name) + aliases + own.flatMap(\.columns)
  }

  /// The tables by the names that the statement gives them: `FROM Track AS t`, `JOIN Album a`.
  private func aliases(in text: String) -> [String: String] {
    let tokens = SQLToken.all(in: text).map { $0.text.lowercased() }
    let names = Set(tables.map { $0.name.lowercased() })
    var aliases: [String: String] = [:]
    for place in tokens.indices where names.contains(tokens[place]) {
      var next = place + 1
      if next < tokens.count, tokens[next] == "as" { next += 1 }
      guard next < tokens.count, isLuaName(tokens[next]), !SQLKeywords.proposed.contains(tokens[next].uppercased())
      else { continue }
      aliases[tokens[next]] = tokens[place]
    }
    return aliases
  }

  /// The name as a statement takes it.
  private static func quoted(_ name: String) -> String {
    let isPlain = isLuaName(name) && !SQLKeywords.proposed.contains(name.uppercased())
    return isPlain ? name : Escaping.sqlName(name)
  }
}
