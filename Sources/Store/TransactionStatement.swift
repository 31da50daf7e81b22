/// A statement that begins or ends a transaction, or goes back in it, as SQL says it.
///
///     TransactionStatement("rollback to savepoint \"A\"")   // .rollbackTo("a")
enum TransactionStatement: Hashable {
  case begin, commit, rollback
  /// The names of savepoints are in lower case: SQL does not tell the cases apart.
  case savepoint(String)
  case release(String)
  case rollbackTo(String)

  init?(_ text: String) {
    guard Self.mayBegin(text) else { return nil }
    var words = Words(text: text[...])
    switch words.keyword() {
    case "begin": self = .begin
    case "commit", "end": self = .commit
    case "savepoint": self = .savepoint(words.next())
    case "release": self = .release(words.name())
    case "rollback":
      var word = words.keyword()
      if word == "transaction" { word = words.keyword() }
      self = word == "to" ? .rollbackTo(words.name()) : .rollback
    default: return nil
    }
  }

  /// Whether a transaction, or a part of it, lasts by this.
  var isCommitting: Bool {
    switch self {
    case .commit, .release: true
    case .begin, .rollback, .savepoint, .rollbackTo: false
    }
  }

  /// A look at the first two letters: every statement that reads is asked.
  private static func mayBegin(_ text: String) -> Bool {
    let start = text.utf8.prefix(2).map { $0 | 0x20 }
    guard start.count == 2, start.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      // A blank or a comment stands in front.
      return true
    }
    return ["be", "co", "en", "sa", "re", "ro"].contains { $0.utf8.elementsEqual(start) }
  }
}

/// The words of a statement in lower case, and its names in quotes.
private struct Words {
  var text: Substring

  /// The next word, empty where a name in quotes is next.
  mutating func keyword() -> String {
    skipBlanks()
    return text.first?.isLetter == true ? next() : ""
  }

  /// The name of a savepoint, before which the word may stand.
  mutating func name() -> String {
    let rest = text
    guard keyword() == "savepoint" else {
      text = rest
      return next()
    }
    return next()
  }

  /// The next word, empty at the end.
  mutating func next() -> String {
    skipBlanks()
    guard let first = text.first else { return "" }
    if let end = Self.ends[first] { return quoted(until: end) }
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    text = text[word.endIndex...]
    return word.lowercased()
  }

  private static let ends: [Character: Character] = ["\"": "\"", "'": "'", "`": "`", "[": "]"]

  private mutating func quoted(until end: Character) -> String {
    var result = ""
    text.removeFirst()
    while let place = text.firstIndex(of: end) {
      result += text[..<place]
      text = text[text.index(after: place)...]
      // Two of them are one.
      guard end != "]", text.first == end else { break }
      result.append(end)
      text.removeFirst()
    }
    return result.lowercased()
  }

  private mutating func skipBlanks() {
    while let first = text.first {
      if first.isWhitespace || first == ";" {
        text.removeFirst()
      } else if text.hasPrefix("--") {
        text = text.drop { !$0.isNewline }
      } else if text.hasPrefix("/*") {
        text = text.dropFirst(2)
        while !text.isEmpty, !text.hasPrefix("*/") { text.removeFirst() }
        text = text.dropFirst(2)
      } else {
        return
      }
    }
  }
}
