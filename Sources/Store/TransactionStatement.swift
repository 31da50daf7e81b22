import SQLText

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
    var words = Words(text)
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
  private var scanner: SQLScanner
  private var piece: SQLPiece?

  init(_ text: String) {
    scanner = SQLScanner(text)
    advance()
  }

  /// The next word, empty where a name in quotes is next.
  mutating func keyword() -> String { piece?.kind == .word ? next() : "" }

  /// The name of a savepoint, before which the word may stand.
  mutating func name() -> String {
    let word = keyword()
    return word.isEmpty || word == "savepoint" ? next() : word
  }

  /// The next word or name, empty at the end.
  mutating func next() -> String {
    guard let piece, [.word, .name, .text].contains(piece.kind) else { return "" }
    advance()
    return scanner.content(of: piece).lowercased()
  }

  private mutating func advance() {
    repeat { piece = scanner.nextWithoutComments() } while piece.map { scanner.text(of: $0) == ";" } == true
  }
}
