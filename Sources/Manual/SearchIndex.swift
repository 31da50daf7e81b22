/// What the search looks through, as a script: every entry, and every section with its words.
struct SearchIndex {
  private let rows: [[String]]

  init(_ pages: [Page]) {
    rows = pages.filter { $0.name != "a-z" }.flatMap { page in
      let sections = Self.sections(page)
      let words = Dictionary(sections.map { ($0[2], $0[3]) }, uniquingKeysWith: { first, _ in first })
      // A section is found by the first entry that leads to it.
      var told: Set<String> = []
      let entries = page.entries.map { entry in
        let place = page.place(of: entry, "html")
        let text = told.insert(place).inserted ? words[place] ?? "" : ""
        return [entry.name, entry.kind, place, entry.summary + " " + text]
      }
      return entries + sections.filter { !told.contains($0[2]) }
    }
  }

  /// The sections of a page: heading, page, place, words.
  private static func sections(_ page: Page) -> [[String]] {
    var anchors = Anchors()
    var result = [[page.title, page.part.rawValue, "\(page.name).html", ""]]
    for block in MarkdownReader.blocks(of: page.text) {
      switch block {
      case .heading(_, let text):
        let place = "\(page.name).html#\(anchors.next(for: text))"
        result.append([text.filter { $0 != "`" }, page.title, place, ""])
      case .paragraph(let text): result[result.count - 1][3] += text + " "
      case .list(_, let items): result[result.count - 1][3] += items.joined(separator: " ") + " "
      case .table(_, let rows): result[result.count - 1][3] += rows.joined().joined(separator: " ") + " "
      case .code(_, let text): result[result.count - 1][3] += text + " "
      case .picture: break
      }
    }
    return result
  }

  var script: String {
    let lines = rows.map { "[" + $0.map(Self.quoted).joined(separator: ",") + "]" }
    return "const manual = [\n" + lines.joined(separator: ",\n") + "\n];\n"
  }

  /// A text as JavaScript has it.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{2028}", "\u{2029}", "\0"..<" ": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
