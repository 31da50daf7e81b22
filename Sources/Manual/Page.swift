/// One page of the manual, as Markdown.
///
/// `.help`, the folder that `--generate manual` writes and the tests all read the same pages.
package struct Page: Sendable {
  /// Where in the manual a page stands.
  package enum Part: String, CaseIterable, Sendable {
    case start = "Start here"
    case comingFrom = "Coming from"
    case understanding = "Understand"
    case reference = "Reference"
  }

  /// How its file is called, without an ending: `from-sql`.
  package let name: String
  package let title: String
  package let part: Part
  /// Everything below the title.
  package let text: String
  /// What can be looked up in it.
  package let entries: [IndexEntry]

  package init(_ name: String, _ title: String, _ part: Part, entries: [IndexEntry] = [], text: String) {
    self.name = name
    self.title = title
    self.part = part
    self.entries = entries
    self.text = text
  }

  /// The page as a file of Markdown.
  package var markdown: String { "# \(title)\n\n\(text)\n" }

  /// The headings of its sections, at any rank.
  package var headings: [String] {
    var isCode = false
    return text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, line.hasPrefix("## ") || line.hasPrefix("### ") else { return nil }
      return String(line.drop { $0 == "#" }.dropFirst())
    }
  }

  /// What stands below a heading, up to the next one of its rank; nil if there is no such heading.
  package func section(_ heading: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("#") && $0.hasSuffix("# \(heading)") }) else { return nil }
    let rank = lines[start].prefix { $0 == "#" }.count
    let end = lines[(start + 1)...].firstIndex { line in
      let marks = line.prefix { $0 == "#" }.count
      return (1...rank).contains(marks) && line.dropFirst(marks).hasPrefix(" ")
    }
    return lines[start..<(end ?? lines.count)].joined(separator: "\n") + "\n"
  }
}

/// One thing that the index of the manual lists.
package struct IndexEntry: Sendable {
  package let name: String
  /// What it is: `option of fields`.
  package let kind: String
  package let summary: String
  /// The heading that tells of it; nil for the page itself.
  package let heading: String?

  package init(_ name: String, kind: String, summary: String, heading: String? = nil) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.heading = heading
  }
}
