import Encodings

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

  /// A message with the mark of its own below what it is about, however wide the characters before it are.
  static func aligned(_ message: String) -> String {
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let mark = ownMark(of: lines) else { return message }
    let pieces = lines[1].map { escapingControls($0 == "\t" ? "  " : String($0)) }
    let widths = pieces.map { displayWidth(of: $0) }
    let (start, end) = (min(mark.lowerBound, widths.count), min(mark.upperBound, widths.count))
    lines[1] = pieces.joined()
    lines[2] =
      String(repeating: " ", count: widths[..<start].reduce(0, +) + mark.lowerBound - start)
      + String(repeating: "^", count: max(widths[start..<end].reduce(0, +), 1))
    return lines.joined(separator: "\n")
  }

  /// Where the mark below the second line of a message stands, in characters.
  private static func ownMark(of lines: [String]) -> Range<Int>? {
    guard lines.count > 2, lines[1].hasPrefix("  "), lines[2].contains("^"),
      lines[2].allSatisfy({ $0 == " " || $0 == "^" })
    else { return nil }
    let before = lines[2].prefix { $0 == " " }.count
    return before..<before + lines[2].filter { $0 == "^" }.count
  }

  /// Where a text that a message shows with a mark of its own stands in a line, as far as the mark reaches.
  ///
  ///     where: an operator was expected here     Player:where("name LIKE 'F%'")
  ///       name LIKE 'F%'                                            ^^^^
  ///            ^^^^
  static func ofExcerpt(in message: String, _ line: String) -> Range<Int>? {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let mark = ownMark(of: lines) else { return nil }
    let text = Array(lines[1].dropFirst(2))
    let (before, marks) = (mark.lowerBound - 2, mark.count)
    let characters = Array(line)
    guard !text.isEmpty, before >= 0, characters.count >= text.count else { return nil }
    let start = (0...characters.count - text.count).first { Array(characters[$0..<$0 + text.count]) == text }
    return start.map { $0 + before..<$0 + before + marks }
  }

  /// The dot of a call that should have a colon: `.` of `Player:all().count()`; those of libraries are right.
  static func dotOfCall(in line: String, isLibrary: (String) -> Bool) -> Range<Int>? {
    let characters = Array(line)
    let dot = characters.indices.first { place in
      guard characters[place] == "." else { return false }
      let name = characters[(place + 1)...].prefix(while: isWord)
      let next = characters[name.endIndex...].first { $0 != " " } ?? " "
      guard name.first.map({ $0.isLetter || $0 == "_" }) == true, "({\"'[".contains(next) else { return false }
      let owner = String(characters[..<place].reversed().prefix(while: isWord).reversed())
      return characters[..<place].last != "." && !isLibrary(owner)
    }
    return dot.map { $0..<$0 + 1 }
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
