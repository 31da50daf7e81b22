import Manual

extension Help {
  /// A chapter of the manual by its name, or the section of one that tells of a word.
  ///
  ///     .help cookbook
  ///     .help ValidationError
  static func chapter(_ word: String, of pages: [Page]) -> String? {
    let name = word.lowercased()
    // In capitals it is a keyword of SQL, whatever option is called the same.
    for page in pages {
      let keyword = page.entries.first { $0.kind == "SQL keyword" && $0.name == word }
      if let keyword { return keyword.heading.flatMap(page.section) ?? page.markdown }
    }
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

  /// The section whose heading has a word that begins so, or a list of them where there are several.
  ///
  ///     .help night      A script for every night
  static func sections(_ word: String, of pages: [Page]) -> String? {
    let wanted = word.lowercased()
    let all = pages.flatMap { page in page.headings.map { (page: page, heading: $0) } }
    if let (page, heading) = all.first(where: { $0.heading.lowercased() == wanted }) { return page.section(heading) }
    guard wanted.count > 3 else { return nil }
    let found = all.filter { _, heading in
      heading.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(wanted) }
    }
    return list(found)
  }

  /// The sections that speak of a word, whatever their headings are.
  static func mentions(of word: String, in pages: [Page]) -> String? {
    let wanted = word.lowercased()
    guard wanted.count > 2 else { return nil }
    let found = pages.flatMap { page in
      page.headings.filter { heading in
        page.section(heading)?.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
          .contains { $0.hasPrefix(wanted) } == true
      }.map { (page: page, heading: $0) }
    }
    return list(Array(found.prefix(12)))
  }

  /// A section, or several of them by their names.
  private static func list(_ found: [(page: Page, heading: String)]) -> String? {
    guard let (page, heading) = found.first else { return nil }
    if found.count == 1 { return page.section(heading) }
    let rows = found.map { "| \($0.heading) | \($0.page.name) |" }.joined(separator: "\n")
    return
      "## Sections of the manual\n\n| section | chapter |\n|---|---|\n\(rows)\n\n`.help \(heading)` shows the first of them.\n"
  }

  /// The chapters, and what else is told of words that no list has.
  static func pages(_ runner: Runner) -> [Page] { pages + runner.programPages() }

  static let pages = Chapters.all + [ReferencePages.formats]

  /// The chapters by their names, for the end of the overview.
  static var chapterNames: [String] { Chapters.all.map(\.name) }
}
