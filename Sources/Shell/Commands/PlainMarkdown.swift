import Encodings
import Interchange
import Manual

/// A page of the manual as a terminal shows it: without the marks of Markdown.
///
///     ## Relations         Relations
///     | `a` | [b](c.md) |    a  b
///     <svg aria-label="A">   A.
enum PlainMarkdown {
  static func text(of markdown: String, _ palette: Palette) -> String {
    var result: [String] = []
    var table: [[String]] = []
    var (isCode, isPicture) = (false, false)
    func endTable() {
      result += lines(of: table)
      table = []
    }
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if isPicture {
        isPicture = !line.isEmpty
      } else if !isCode, line.hasPrefix("<svg") {
        isPicture = true
        if let words = words(ofPicture: line) { result += [words + ".", ""] }
      } else if line.hasPrefix("```") {
        endTable()
        isCode.toggle()
      } else if isCode {
        result.append("  " + line)
      } else if line.hasPrefix("|") {
        if let cells = cells(of: line) { table.append(cells) }
      } else {
        endTable()
        let heading = line.drop { $0 == "#" }
        let isHeading = heading.count < line.count && heading.first == " "
        result.append(isHeading ? palette(plain(String(heading.dropFirst())), .heading) : plain(line))
      }
    }
    endTable()
    return result.joined(separator: "\n")
  }

  /// What a picture shows, as its first line says it.
  private static func words(ofPicture line: String) -> String? {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard let label = parts.firstIndex(where: { $0.hasSuffix("aria-label=") }) else { return nil }
    return parts.indices.contains(label + 1) ? String(parts[label + 1]) : nil
  }

  /// The cells of a line of a table; nil for the line below its head.
  private static func cells(of line: String) -> [String]? {
    if line.allSatisfy({ "|-: ".contains($0) }) { return nil }
    let parts = line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
    return parts.dropFirst().dropLast().map { part in
      plain(part.replacing("\u{0}", with: "|").split(separator: " ").joined(separator: " "))
    }
  }

  private static func lines(of table: [[String]]) -> [String] {
    let count = table.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      table.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    return table.filter { row in row.contains { !$0.isEmpty } }.map { row in
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
      }
      return "  " + cells.joined(separator: "  ")
    }
  }

  /// A line without backquotes and stars, and of links only their words.
  private static func plain(_ line: String) -> String {
    var result = ""
    var isCode = false
    var rest = line[...]
    while let mark = rest.first {
      if mark == "`" {
        isCode.toggle()
        rest.removeFirst()
      } else if !isCode, let link = MarkdownLink(at: rest) {
        result += plain(String(link.words))
        rest = rest[link.end...]
      } else if !isCode, mark == "*", rest.hasPrefix("**") {
        rest = rest.dropFirst(2)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
