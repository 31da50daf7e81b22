import Encodings
import Schema

extension Help {
  /// Words that people think in, and the entries that tell of them.
  static let everyday: [(word: String, names: [String])] = [
    ("relations", ["belongs_to", "has_many", "has_one", "many_to_many", "with"]),
    ("requests", []), ("objects", []), ("lists", []), ("tests", []),
    ("closures", ["where", "sorted_by", "strict", "explain"]), ("sections", ["sectioned_by", "results"]),
    ("migration", ["migrate", ".migrate"]), ("join", ["with", "belongs_to"]), ("like", ["is.matching", "is.prefix"]),
    ("order", ["sorted_by"]), ("filter", ["where"]), ("csv", ["import", "export", ".import"]),
    ("json", ["encode", "decode", ".mode"]), ("transactions", ["transaction", "begin", ".try"]),
    ("copy", [".backup", ".dump"]), ("editing", [".edit", ".history"]), ("print", ["show", ".mode"]),
    ("plist", ["import", "export", "encode"]), ("regex", ["is.matching"]), ("swift", ["generate", "xcdatamodel"]),
    ("month", ["group_by"]), ("report", ["export"]), ("html", ["export", ".mode"]), ("plan", ["migrate"]),
    ("index", []), ("undo", []), ("recipes", ["cookbook"]),
  ]

  /// The word of here that a word of other languages means: `sorted_by` for `sort`, `belongs_to` for `foreign key`.
  static func home(of word: String) -> String? {
    // In capitals it is a heading, an error or a keyword of SQL.
    if word != word.lowercased() || chapterNames.contains(word) { return nil }
    let joined = word.split(separator: " ").joined(separator: "_")
    let entries = [ForeignWords.Place.request, .constructor].lazy.compactMap { ForeignWords.entry(for: joined, at: $0) }
    return entries.first.flatMap { knows($0.home) ? $0.home : nil }
  }

  /// What there is, on one screen.
  static func overview(_ palette: Palette, width: Int?) -> String {
    let width = min(width ?? 80, 100)
    func part(_ title: String, _ words: [String]) -> String {
      let blanks = String(repeating: " ", count: max(10 - title.count, 1))
      let indent = String(repeating: " ", count: 10)
      return palette(title, .heading) + blanks
        + wrapped(words, separator: " ", width: width, indent: indent, start: 10) + "\n"
    }
    let titles = groups.map { $0.title.lowercased() }.filter { $0 != "commands" }
    return """
      Type Lua or SQL, and see what comes of it. Ctrl-C ends what runs, Ctrl-D leaves.

      .help WORD says what a word, option or command means, with what it prints:
      .help where    .help csv    .help .undo    .help ValidationError


      """
        + part("Topics", everyday.map(\.word)) + part("Lists", titles.map { $0.replacing(" ", with: "\u{A0}") })
        + part("Chapters", chapterNames) + part("Commands", Command.all.map { "." + $0.name })
        + "\n.help everything lists every word.\n"
  }
}
