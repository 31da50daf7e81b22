import SQLText

/// Proposes tables and columns for the end of a statement.
struct SQLCompletion {
  let tables: [(name: String, columns: [String])]

  func complete(_ text: String) -> Completion {
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
    if let dot = tokens.popLast(), dot.kind == .sign, dot.text == ".", dot.place.upperBound == start {
      let owner = tokens.last.flatMap { $0.place.upperBound == dot.place.lowerBound ? $0.text.lowercased() : nil }
      let columns = tables.first { $0.name.lowercased() == owner }?.columns ?? []
      return Completion(replacementStart: start, candidates: matching(typed, columns).map(Self.quoted))
    }
    let columns = tables.flatMap(\.columns)
    let names = matching(typed, tables.map(\.name) + columns).map(Self.quoted)
    // Keywords are proposed to those who write them as such, so that they do not bury the names.
    let isKeyword = !typed.isEmpty && typed.allSatisfy { $0.isUppercase }
    let keywords = isKeyword ? matching(typed, SQLKeywords.proposed) : []
    return Completion(replacementStart: start, candidates: names + keywords)
  }

  /// The name as a statement takes it.
  private static func quoted(_ name: String) -> String {
    let isPlain = isLuaName(name) && !SQLKeywords.proposed.contains(name.uppercased())
    return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
