import SQLText

/// An INSERT of rows as they are, said as a COPY.
///
///     INSERT INTO "t" ("a", "b") VALUES ($1, ($2)::text::date)
///     // COPY "t" ("a", "b") FROM STDIN
///
/// The server reads it while it comes, and answers no keys.
struct CopyInsert {
  let text: String

  /// - Parameter text: the statement for one row, with the server's marks.
  /// - Returns: nil for a statement that is not of this form.
  init?(_ text: String) {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL).filter { $0.kind != .comment && $0.text != ";" }
    guard tokens.count > 2, tokens[0].isWord("INSERT"), tokens[1].isWord("INTO"),
      let values = tokens.firstIndex(where: { $0.isWord("VALUES") }),
      let end = tokens[..<values].lastIndex(where: { $0.text == ")" }),
      let parts = Self.parts(tokens[(values + 1)...])
    else { return nil }
    // A value that is made of its mark is another one than its column would read.
    for (place, part) in parts.enumerated() where !Self.isMark(part, number: place + 1) { return nil }
    let range = tokens[2].place.lowerBound..<tokens[end].place.upperBound
    self.text = "COPY \(String(decoding: Array(text.utf8)[range], as: UTF8.self)) FROM STDIN"
  }

  /// What stands between the commas of one list of values with nothing behind it.
  private static func parts(_ tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>]? {
    guard tokens.first?.text == "(", tokens.last?.text == ")" else { return nil }
    var parts: [ArraySlice<SQLToken>] = []
    var (depth, start) = (0, tokens.startIndex + 1)
    for place in tokens.indices {
      if tokens[place].text == "(" { depth += 1 }
      if tokens[place].text == ")" { depth -= 1 }
      let isEnd = depth == 0
      if isEnd, place != tokens.endIndex - 1 { return nil }
      guard isEnd || depth == 1 && tokens[place].text == "," else { continue }
      parts.append(tokens[start..<place])
      start = place + 1
    }
    return parts
  }

  /// Whether it is the mark of a number, or the text of that as its column reads it: `($2)::text::date`.
  private static func isMark(_ part: ArraySlice<SQLToken>, number: Int) -> Bool {
    let tokens = part.map(\.text)
    if tokens == ["$\(number)"] { return true }
    return tokens.count > 5 && Array(tokens.prefix(5)) == ["(", "$\(number)", ")", "::", "text"] && tokens[5] == "::"
  }
}
