/// The pages of the manual that are written by hand; the rest of the reference is made of what `.help` knows.
package enum Chapters {
  package static let all: [Page] = [
    tutorial, cookbook, fromSQL, fromRails, fromDjango, fromCoreData, fromMongo, howItWorks, trials, modules, servers,
    options, values, expressions, sql,
    errors, keys, sandbox, lua,
  ]

  /// The headings of a page, each as an entry of the index.
  static func entries(_ text: String, kind: String) -> [IndexEntry] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { place, line in
      guard line.hasPrefix("## ") || line.hasPrefix("### ") else { return nil }
      let heading = String(line.drop { $0 == "#" }.dropFirst())
      let summary = lines[(place + 1)...].first { !$0.isEmpty } ?? ""
      return IndexEntry(heading.filter { $0 != "`" }, kind: kind, summary: String(summary), heading: heading)
    }
  }

  /// The first cells of the rows of all tables, each as an entry of the index: below the heading that they stand under.
  static func rows(_ text: String, kind: (_ heading: String) -> String) -> [IndexEntry] {
    var heading = ""
    var result: [IndexEntry] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
      let cells = line.split(separator: "|")
      guard line.hasPrefix("| `"), cells.count > 1 else { continue }
      let names = cells[0].split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      result += names.map {
        IndexEntry($0, kind: kind(heading), summary: String(cells[1].dropFirst()), heading: heading)
      }
    }
    return result
  }
}
