/// Finds the place in a line that a message speaks of, by the name that it quotes.
enum ErrorMark {
  /// Where a name stands in a line, in characters; a word does not count inside of another word.
  static func occurrences(of name: String, in line: String) -> [Range<Int>] {
    let characters = Array(line)
    let wanted = Array(name)
    guard !wanted.isEmpty, characters.count >= wanted.count else { return [] }
    let ranges = (0...characters.count - wanted.count).map { $0..<$0 + wanted.count }
    return ranges.filter { range in
      guard Array(characters[range]) == wanted else { return false }
      let before = range.lowerBound > 0 ? characters[range.lowerBound - 1] : " "
      let after = range.upperBound < characters.count ? characters[range.upperBound] : " "
      return !(isWord(wanted[0]) && isWord(before)) && !(isWord(wanted[wanted.count - 1]) && isWord(after))
    }
  }

  /// The occurrence at which the failed operation can stand: a call before `(`, an index before `.`.
  static func best(of ranges: [Range<Int>], in line: String, for message: String) -> Range<Int>? {
    let characters = Array(line)
    let fitting = ranges.first { range in
      let after = characters[range.upperBound...].first { $0 != " " } ?? " "
      let before = characters[..<range.lowerBound].last { $0 != " " } ?? " "
      return fits(message, before: before, after: after)
    }
    return fitting ?? ranges.first
  }

  private static func fits(_ message: String, before: Character, after: Character) -> Bool {
    if message.hasPrefix("attempt to call") { return "({\"'[".contains(after) }
    if message.hasPrefix("attempt to index") { return ".:[".contains(after) }
    if message.hasPrefix("attempt to concatenate") { return after == "." || before == "." }
    if message.hasPrefix("attempt to perform arithmetic") {
      return "+-*/%^".contains(after) || "+-*/%^".contains(before)
    }
    if message.hasPrefix("attempt to compare") { return "<>".contains(after) || "<>=".contains(before) }
    if message.hasPrefix("attempt to get length") { return before == "#" }
    if message.hasPrefix("bad argument") { return "({\"'[".contains(after) }
    return true
  }

  /// Where a text that a message shows with a mark of its own stands in a line, as far as the mark reaches.
  ///
  ///     where: an operator was expected here     Player:where("name LIKE 'F%'")
  ///       name LIKE 'F%'                                            ^^^^
  ///            ^^^^
  static func ofExcerpt(in message: String, _ line: String) -> Range<Int>? {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2, lines[1].hasPrefix("  "), lines[2].contains("^"),
      lines[2].allSatisfy({ $0 == " " || $0 == "^" })
    else { return nil }
    let text = Array(lines[1].dropFirst(2))
    let (before, marks) = (lines[2].prefix { $0 == " " }.count - 2, lines[2].filter { $0 == "^" }.count)
    let characters = Array(line)
    guard !text.isEmpty, before >= 0, characters.count >= text.count else { return nil }
    let start = (0...characters.count - text.count).first { Array(characters[$0..<$0 + text.count]) == text }
    return start.map { $0 + before..<$0 + before + marks }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

/// The first text between quotation marks that begins with `start`: `x` of `global 'x'`.
func quotedName(after start: String, in message: String) -> String? {
  guard let range = message.firstRange(of: start) else { return nil }
  let rest = message[range.upperBound...]
  return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
}
