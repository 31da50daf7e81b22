/// What the search looks through, as a script: every entry, and every section with its words.
struct SearchIndex {
  private let rows: [[String]]

  init(_ pages: [Page]) {
    let entries = pages.flatMap { page in
      page.entries.map { [$0.name, $0.kind, page.place(of: $0, "html"), $0.summary] }
    }
    // What has entries is found by them.
    let sections = pages.filter { $0.entries.isEmpty && $0.name != "a-z" }.flatMap(Self.sections)
    rows = entries + sections
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
