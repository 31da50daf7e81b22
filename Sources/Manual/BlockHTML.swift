import Encodings

/// Blocks of Markdown as HTML.
struct BlockHTML {
  let inline: InlineHTML
  private var anchors = Anchors()

  init(links: [String: String]) {
    inline = InlineHTML(links: links)
  }

  mutating func html(_ blocks: [Block]) -> String {
    blocks.map { html($0) }.joined(separator: "\n")
  }

  private mutating func html(_ block: Block) -> String {
    switch block {
    case .heading(let level, let text):
      let anchor = anchors.next(for: text)
      // A heading is no link to itself.
      let words = InlineHTML(links: [:]).html(text)
      return "<h\(level) id=\"\(anchor)\"><a class=\"here\" href=\"#\(anchor)\">\(words)</a></h\(level)>"
    case .paragraph(let text): return "<p>\(inline.html(text))</p>"
    case .list(let isOrdered, let items):
      let tag = isOrdered ? "ol" : "ul"
      return "<\(tag)>\n" + items.map { "<li>\(inline.html($0))</li>\n" }.joined() + "</\(tag)>"
    case .table(let header, let rows):
      let head = header.map { "<th>\(inline.html($0))</th>" }.joined()
      let body = rows.map { "<tr>" + $0.map { "<td>\(inline.html($0))</td>" }.joined() + "</tr>\n" }.joined()
      return "<div class=\"wide\"><table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body)</tbody></table></div>"
    case .code(_, let text): return "<pre><code>\(Self.code(text))</code></pre>"
    case .picture(let svg): return "<figure>\(svg)</figure>"
    }
  }

  /// What is typed stands out from what is printed.
  private static func code(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, first.hasPrefix("$ ") || typed(first) != nil else { return escapedHTML(text) }
    return lines.map { line in
      guard let start = typed(line) else { return "<span class=\"out\">\(escapedHTML(line))</span>" }
      return "<span class=\"prompt\">\(escapedHTML(line.prefix(start)))</span>"
        + "<span class=\"typed\">\(escapedHTML(line.dropFirst(start)))</span>"
    }.joined(separator: "\n")
  }

  /// How long the prompt of a line is; nil for a line that was printed.
  private static func typed(_ line: Substring) -> Int? {
    if line.hasPrefix("$ ") || line.hasPrefix("> ") { return 2 }
    let blanks = line.prefix { $0 == " " }.count
    if blanks > 0, line.dropFirst(blanks).hasPrefix("...") { return min(blanks + 4, line.count) }
    guard let end = line.firstRange(of: "> "), let word = line[..<end.lowerBound].split(separator: " ").last,
      word.hasPrefix("moon")
    else { return nil }
    return line.distance(from: line.startIndex, to: end.upperBound)
  }
}

/// The anchors of the headings of a page: those that GitHub makes, so that one link fits both kinds of files.
struct Anchors {
  private var seen: [String: Int] = [:]

  mutating func next(for heading: String) -> String {
    let name = Self.name(of: heading)
    let count = seen[name, default: 0]
    seen[name] = count + 1
    return count == 0 ? name : "\(name)-\(count)"
  }

  static func name(of heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
    return kept.replacing(" ", with: "-")
  }
}
