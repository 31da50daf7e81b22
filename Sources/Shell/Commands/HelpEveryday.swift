import Manual
import Schema

/// Words that people think in, and the entries that tell of them.
extension Help {
  /// Those that the overview lists.
  static let everyday: [(word: String, names: [String])] = [
    ("relations", ["belongs_to", "has_many", "has_one", "many_to_many", "with"]),
    ("requests", []), ("objects", []), ("lists", []), ("tests", []),
    ("closures", ["where", "sorted_by", "strict", "explain"]), ("sections", ["sectioned_by", "results"]),
    ("migration", ["migrate", ".migrate", "rehearse", "renamed_from"]), ("join", ["with", "belongs_to"]),
    ("like", ["is.matching", "is.prefix"]),
    ("order", ["sorted_by"]), ("filter", ["where"]), ("csv", ["import", "export", ".import"]),
    ("json", ["encode", "decode", ".mode"]), ("transactions", ["transaction", "begin", ".try"]),
    ("copy", [".backup", ".dump"]), ("editing", [".edit", ".history"]), ("print", ["show", ".mode"]),
    ("plist", ["import", "export", "encode"]), ("regex", ["is.matching"]), ("swift", ["generate", "xcdatamodel"]),
    ("month", ["group_by"]), ("report", ["export"]), ("html", ["export", ".mode"]), ("plan", ["migrate"]),
    ("index", []), ("undo", []), ("recipes", ["cookbook"]),
  ]

  /// Those that only lead on.
  static let further: [(words: String, names: [String])] = [
    ("pivot crosstab cube rollup", ["group_by", "aggregate"]),
    ("window over rank lag row_number", ["sql", "annotate"]),
    ("timezone timezones utc", ["datetime"]), ("excel xlsx spreadsheets sheet", ["export", ".import"]),
    ("json_extract json_value jsonpath ->>", ["json", "Operators"]), ("case_when ternary", ["CASE", "Functions"]),
    ("paging pages pagination", ["page", "limit"]), ("restore recover", [".backup", ".open", ".undo"]),
    ("!= <> == ~= and or not", ["Operators"]), ("#", ["count", "length"]),
    ("+ - * / // % ..", ["Operators"]), ("duplicates dedupe", ["distinct", "group_by", "unique"]),
    ("search fulltext contains", ["is.containing", "is.matching"]), ("random fake seed", ["sample"]),
    ("performance slow speed", ["explain", ".advise", "indexed"]),
    ("rename", ["renamed_from"]), ("drop drop_table drop_column", ["destructive", "delete"]),
    ("add_column alter_table", ["migrate", ".migrate"]), ("nested", ["embedded", "list_of"]),
    ("percent ratio", ["aggregate"]), ("upsert", ["add", "import"]),
    ("nulls", ["is.absent", "null"]), ("graph histogram plot", [".chart", ".summary"]),
    ("erd uml", [".diagram", "generate"]), ("trigger triggers hooks", ["after_save", "before_save", "before_delete"]),
    ("constraint constraints", ["validate", "check", "unique"]), ("cascade", ["belongs_to"]),
  ]

  /// The names of the entries that tell of an everyday word.
  static func names(toldOf word: String) -> [String]? {
    let word = word.lowercased()
    if let listed = everyday.first(where: { $0.word == word }) { return listed.names }
    let joined = word.split(separator: " ").joined(separator: "_")
    return further.first { $0.words.split(separator: " ").contains { $0 == joined } }?.names
  }

  /// What is told of an everyday word: its entries whole, or in short where they would not fit a screen.
  static func text(
    ofEveryday names: [String], _ palette: Palette, pages: [Page], run: (String) throws -> String
  ) throws -> String {
    let whole = try names.map { try text(for: $0, palette, pages: pages, run: run) }.joined(separator: "\n")
    return whole.split(separator: "\n", omittingEmptySubsequences: false).count > 40
      ? brief(names, palette, pages: pages) : whole
  }

  /// Entries in short: what each does and how it is written, without what comes of it.
  static func brief(_ names: [String], _ palette: Palette, pages: [Page]) -> String {
    var told: [String] = []
    var parts: [String] = []
    for name in names {
      let found = groups.flatMap { group in
        group.topics.filter { matches($0.name, name) }.map { (title: group.title.lowercased(), topic: $0) }
      }
      if found.isEmpty, let page = chapter(name, of: pages) ?? sections(name, of: pages) {
        parts.append(PlainMarkdown.text(of: page, palette))
      }
      for (_, topic) in found where !told.contains(topic.name) {
        told.append(topic.name)
        let titles = found.filter { $0.topic.name == topic.name }.map(\.title).joined(separator: ", ")
        parts.append(
          "\(palette(topic.name, .heading))  (\(titles))\n  \(topic.summary)\n  \(palette(topic.example, .hint))\n")
      }
    }
    let more = told.first.map { "\n.help \($0) says more, with what it prints\n" } ?? ""
    return parts.joined(separator: "\n") + more
  }

  /// The word of here that a word of other languages means: `sorted_by` for `sort`, `belongs_to` for `foreign key`.
  static func home(of word: String) -> String? {
    // In capitals it is a heading, an error or a keyword of SQL.
    if word != word.lowercased() || chapterNames.contains(word) { return nil }
    let joined = word.split(separator: " ").joined(separator: "_")
    let entries = [ForeignWords.Place.request, .constructor, .test, .object, .database, .option].lazy.compactMap {
      ForeignWords.entry(for: joined, at: $0)
    }
    return entries.first { knows($0.home) }?.home
  }
}
