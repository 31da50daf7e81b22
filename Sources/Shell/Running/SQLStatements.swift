/// One statement of a text of SQL, and the byte of it where it begins, from 0.
struct SQLStatement: Equatable {
  var text: String
  var start: Int
}

/// A text of SQL as its statements: they end at a semicolon that is in no quotes, no comment and no trigger.
///
///     sqlStatements("SELECT ';';\nSELECT 2").map(\.text)   // ["SELECT ';';", "SELECT 2"]
func sqlStatements(_ text: String) -> [SQLStatement] {
  var statements: [SQLStatement] = []
  var start = text.startIndex
  func take(to end: String.Index) {
    let piece = text[start..<end]
    let blanks = piece.prefix { $0.isWhitespace }
    if SQLText(String(piece)).holdsWords {
      let first = text.utf8.distance(from: text.startIndex, to: blanks.endIndex)
      statements.append(SQLStatement(text: String(piece).trimmingBlanks(), start: first))
    }
    start = end
  }
  for place in text.indices where text[place] == ";" {
    let end = text.index(after: place)
    let shape = SQLText(String(text[start..<end]))
    if !shape.isOpen, shape.endsWithSemicolon, !isOpenTrigger(String(text[start..<end])) { take(to: end) }
  }
  take(to: text.endIndex)
  return statements
}

/// Whether it makes a trigger, whose own statements are not over yet.
private func isOpenTrigger(_ statement: String) -> Bool {
  let words = SQLText.bare(statement).uppercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
  guard words.first == "CREATE", words.dropFirst().prefix(2).contains("TRIGGER") else { return false }
  return words.last != "END"
}
