/// What people write in conditions as text who come from SQL, where the words are Lua's.
///
///     name LIKE 'A%'     text is asked by tests: where { name = is.prefix "A" }
package enum ForeignConditions {
  package struct Entry: Sendable {
    let words: [String]
    let advice: String

    fileprivate init(_ words: String, _ advice: String) {
      self.words = words.split(separator: " ").map(String.init)
      self.advice = advice
    }
  }

  /// The advice for a text that is no condition as a whole: `name LIKE 'A%'` where a field's name was expected.
  package static func advice(for text: String) -> String? {
    let words = words(of: Array(text.utf8)[...])
    let known = words.indices.lazy.compactMap { entry(at: $0, in: words) }.first
    let isJoined = words.contains { !$0.isText && joining.contains($0.text) }
    // Where another word of SQL is among them, the words between conditions are the lesser trouble.
    guard isJoined, known?.isWord != true else { return known?.advice }
    return inSmallLetters(known)
  }

  /// The advice for a condition that was not understood at a place, where what stands there, or opens there, is SQL's.
  package static func advice(for text: [UInt8], at place: Int, behind before: Int) -> String? {
    let words = words(of: text[place...].prefix(longest))
    if let entry = entry(at: 0, in: words) { return entry.advice }
    if let first = words.first, !first.isText, joining.contains(first.text) {
      return inSmallLetters(words.indices.lazy.compactMap { entry(at: $0, in: words) }.first)
    }
    let opened = self.words(of: text[before...].prefix(longest))
    guard let first = opened.first, !first.isText, opening.contains(first.text.uppercased()) else { return nil }
    return entry(at: 0, in: opened)?.advice ?? (joining.contains(first.text) ? inSmallLetters(nil) : nil)
  }

  /// The advice for a name that nothing has; nil for one that is no word of SQL.
  package static func advice(forName name: String) -> String? {
    switch name.uppercased() {
    case "NULL": nothing
    case "NONE", "UNDEFINED": "\(name) is nil in a text: age == nil"
    case "TRUE", "FALSE": "the words are Lua's, in small letters: \(name.lowercased())"
    default: joining.contains(name) ? inSmallLetters(nil) : nil
    }
  }

  /// What stands before others, and is taken for a name.
  private static let opening: Set = ["NOT", "CASE", "<>"]
  private static let joining: Set = ["AND", "OR", "NOT"]
  /// Of a text of megabytes the neighbourhood is enough.
  private static let longest = 400

  private static func words(of text: ArraySlice<UInt8>) -> [Word] {
    SQLToken.all(in: String(decoding: text, as: UTF8.self)).map { token in
      Word(text: token.text, isText: token.kind == .text || token.kind == .name)
    }
  }

  private struct Word {
    let text: String
    let isText: Bool

    func says(_ word: String) -> Bool { !isText && text.uppercased() == word }
  }

  private static func entry(at place: Int, in words: [Word]) -> Entry? {
    all.first { entry in
      place + entry.words.count <= words.count
        && zip(words[place...], entry.words).allSatisfy { $0.says($1) }
    }
  }

  private static func inSmallLetters(_ other: Entry?) -> String {
    let words = "the words are Lua's, in small letters: age > 18 and name ~= \"Ann\""
    return other.map { "\(words); \($0.advice)" } ?? words
  }

  private static let nothing = "NULL is nil in a text: age == nil"

  private static let someRows =
    "some of the rows are counted by a sum: sum(if(games.won, 1, 0)) of related ones, in groups \"sum if(won, 1, 0)\""

  /// What is longer comes first.
  package static let all: [Entry] = [
    Entry("NOT LIKE", "text is asked by tests: where { name = is.not_containing \"an\" }"),
    Entry("NOT ILIKE", "text is asked by tests: where { name = is.not_containing(\"an\", { ignore_case = true }) }"),
    Entry("LIKE", "text is asked by tests: where { name = is.prefix \"A\" }, is.containing \"an\", is.suffix \"r\""),
    Entry("ILIKE", "text is asked by tests: where { name = is.containing(\"an\", { ignore_case = true }) }"),
    Entry("GLOB", "text is asked by tests: where { name = is.matching \"^A\" }"),
    Entry("REGEXP", "text is asked by tests: where { name = is.matching \"^A\" }"),
    Entry("IS NOT NULL", "say age ~= nil, or where { age = is.present }"),
    Entry("IS NULL", "say age == nil, or where { age = is.absent }"),
    Entry("IS NOT", "say age ~= 5"), Entry("IS", "say age == 5"),
    Entry("NOT IN", "say where { age = is.none_of { 1, 2 } }"), Entry("IN", "say where { age = is.one_of { 1, 2 } }"),
    Entry("NOT BETWEEN", "say age < 18 or age > 24, or where { age = is.not_between(18, 24) }"),
    Entry("BETWEEN", "say 18 <= age and age <= 24, or where { age = is.between(18, 24) }"),
    Entry("WHERE", someRows), Entry("FILTER", someRows),
    Entry("ORDER BY", "sorted_by says the order: Player:where { age = 20 }:sorted_by \"-score\""),
    Entry("LIMIT", "limit says how many: Player:where { age = 20 }:limit(5)"),
    Entry("CASE", "a choice is if(score > 3, 'good', 'bad')"), Entry("NULL", nothing),
    Entry("DESC", "descending is a minus before the name: sorted_by \"-score\""),
    Entry("ASC", "ascending is the name alone: sorted_by \"score\""),
    Entry("#", "rows are counted by count(games) > 0, letters by length(name) == 5; # is for functions: #p.games > 0"),
    Entry("< >", "unequal is ~="), Entry("<>", "unequal is ~="), Entry("=", "equal is =="),
    Entry("||", "'or' joins conditions"),
  ]
}

extension ForeignConditions.Entry {
  /// Whether it begins with letters, and not with a sign.
  fileprivate var isWord: Bool { words.first?.first?.isLetter == true }
}
