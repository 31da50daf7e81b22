import Manual

extension Help {
  /// A chapter of the manual by its name, or the section of one that tells of a word.
  ///
  ///     .help cookbook
  ///     .help ValidationError
  static func chapter(_ word: String) -> String? {
    let name = word.lowercased()
    if let page = Chapters.all.first(where: { $0.name == name }) { return page.markdown }
    for page in Chapters.all {
      guard let entry = page.entries.first(where: { $0.name.lowercased() == name }) else { continue }
      return entry.heading.flatMap(page.section) ?? page.markdown
    }
    return nil
  }

  /// The chapters by their names, for the end of the overview.
  static var chapterNames: [String] { Chapters.all.map(\.name) }
}
