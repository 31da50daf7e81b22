import Encodings
import SQLText

/// What people write in conditions as text who come from SQL, where the words are Lua's.
///
///     name LIKE 'A%'     text is asked by tests: where { name = is.prefix "A" }
enum PredicateSlip {
  /// The advice for a condition that was not understood.
  static func advice(for text: String) -> String? {
    let tokens = SQLToken.all(in: text)
    let said = " " + tokens.map { $0.kind == .word ? $0.text.uppercased() : $0.text }.joined(separator: " ") + " "
    let known = all.first { said.contains(" \($0.words) ") }
    let isInCapitals = tokens.contains { $0.kind == .word && ["AND", "OR", "NOT"].contains($0.text) }
    // Where another word of SQL is among them, the words between conditions are the lesser trouble.
    guard isInCapitals, known?.words.first?.isLetter != true else { return known?.advice }
    let words = "the words are Lua's, in small letters: age > 18 and name ~= \"Ann\""
    return known.map { "\(words); \($0.advice)" } ?? words
  }

  static let all: [(words: String, advice: String)] = [
    ("NOT LIKE", "text is asked by tests: where { name = is.not_containing \"an\" }"),
    ("LIKE", "text is asked by tests: where { name = is.prefix \"A\" }, is.containing \"an\", is.suffix \"r\""),
    ("ILIKE", "text is asked by tests: where { name = is.containing(\"an\", { ignore_case = true }) }"),
    ("GLOB", "text is asked by tests: where { name = is.matching \"^A\" }"),
    ("REGEXP", "text is asked by tests: where { name = is.matching \"^A\" }"),
    ("IS NOT NULL", "say age ~= nil, or where { age = is.present }"),
    ("IS NULL", "say age == nil, or where { age = is.absent }"),
    ("IS NOT", "say age ~= 5"), ("IS", "say age == 5"),
    ("NOT IN", "say where { age = is.none_of { 1, 2 } }"), ("IN", "say where { age = is.one_of { 1, 2 } }"),
    ("BETWEEN", "say 18 <= age and age <= 24, or where { age = is.between(18, 24) }"),
    ("NULL", "NULL is nil in a text: age == nil"),
    ("DESC", "descending is a minus before the name: sorted_by \"-score\""),
    ("ASC", "ascending is the name alone: sorted_by \"score\""),
    ("#", "rows are counted by count(games) > 0, letters by length(name) == 5; # is for functions: #p.games > 0"),
    ("< >", "unequal is ~="), ("<>", "unequal is ~="), ("=", "equal is =="), ("||", "'or' joins conditions"),
  ]
}
