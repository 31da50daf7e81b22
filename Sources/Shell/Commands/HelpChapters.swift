import Manual

extension Help {
  /// A chapter of the manual by its name, or the section of one that tells of a word.
  ///
  ///     .help cookbook
  ///     .help ValidationError
  static func chapter(_ word: String, of pages: [Page]) -> String? {
    let name = word.lowercased()
    if let page = pages.first(where: { $0.name == name }) { return page.markdown }
    for page in pages {
      guard let entry = page.entries.first(where: { [name, "--" + name].contains($0.name.lowercased()) }) else {
        continue
      }
      // Of the options of the program one is enough.
      if entry.kind == "option" { return "## `\(entry.name)`\n\n\(entry.summary)\n" }
      return entry.heading.flatMap(page.section) ?? page.markdown
    }
    return nil
  }

  /// The chapters by their names, for the end of the overview.
  static var chapterNames: [String] { Chapters.all.map(\.name) }
}
