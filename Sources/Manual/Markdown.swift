import Encodings

/// The part of Markdown that the manual is written in.
///
/// Headings, paragraphs, lists, tables, blocks of code, and pictures as SVG; a heading and a table are one line a row.
enum Block: Equatable {
  case heading(level: Int, text: String)
  case paragraph(String)
  case list(isOrdered: Bool, items: [String])
  case table(header: [String], rows: [[String]])
  case code(language: String, text: String)
  case picture(String)
}

/// Reads a page line by line.
struct MarkdownReader {
  private var lines: ArraySlice<Substring>
  private var blocks: [Block] = []

  static func blocks(of text: String) -> [Block] {
    var reader = MarkdownReader(lines: text.split(separator: "\n", omittingEmptySubsequences: false)[...])
    while let line = reader.lines.first { reader.read(line) }
    return reader.blocks
  }

  private init(lines: ArraySlice<Substring>) {
    self.lines = lines
  }

  private mutating func read(_ line: Substring) {
    if line.isEmpty {
      lines.removeFirst()
    } else if line.hasPrefix("```") {
      readCode()
    } else if line.hasPrefix("#") {
      lines.removeFirst()
      let level = line.prefix { $0 == "#" }.count
      blocks.append(.heading(level: level, text: String(line.dropFirst(level + 1))))
    } else if line.hasPrefix("<svg") {
      blocks.append(.picture(taken { $0.isEmpty }.joined(separator: "\n")))
    } else if line.hasPrefix("|") {
      readTable()
    } else if Self.item(line) != nil {
      readList()
    } else {
      blocks.append(.paragraph(taken { Self.interrupts($0) }.joined(separator: " ")))
    }
  }

  private static func interrupts(_ line: Substring) -> Bool {
    line.isEmpty || line.hasPrefix("```") || line.hasPrefix("|") || line.hasPrefix("#") || item(line) != nil
  }

  /// The lines up to the first that ends them; at least one.
  private mutating func taken(until ends: (Substring) -> Bool) -> [Substring] {
    var result = [lines.removeFirst()]
    while let line = lines.first, !ends(line) {
      result.append(line)
      lines.removeFirst()
    }
    return result
  }

  private mutating func readCode() {
    let language = lines.removeFirst().dropFirst(3).prefix { $0 != " " }
    var code: [Substring] = []
    while let line = lines.popFirst(), !line.hasPrefix("```") { code.append(line) }
    blocks.append(.code(language: String(language), text: code.joined(separator: "\n")))
  }

  private mutating func readTable() {
    let rows = taken { !$0.hasPrefix("|") }.map(Self.cells)
    blocks.append(.table(header: rows[0], rows: Array(rows.dropFirst(2))))
  }

  /// What stands between the bars; `\|` is a bar of its own.
  private static func cells(_ line: Substring) -> [String] {
    let inner = line.dropFirst().dropLast(line.hasSuffix("|") ? 1 : 0)
    return inner.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false).map { cell in
      trimmed(cell.replacing("\u{0}", with: "|"))
    }
  }

  private mutating func readList() {
    var items: [String] = []
    let isOrdered = lines.first.map { !$0.hasPrefix("- ") } ?? false
    while let line = lines.first, let start = Self.item(line) {
      lines.removeFirst()
      var text = String(line.dropFirst(start))
      while let next = lines.first, next.hasPrefix("  ") {
        text += " " + Self.trimmed(next)
        lines.removeFirst()
      }
      items.append(text)
    }
    blocks.append(.list(isOrdered: isOrdered, items: items))
  }

  /// Where the text of an item begins; nil for a line that is none.
  private static func item(_ line: Substring) -> Int? {
    if line.hasPrefix("- ") { return 2 }
    let digits = line.prefix { $0.isNumber }.count
    return digits > 0 && line.dropFirst(digits).hasPrefix(". ") ? digits + 2 : nil
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    let end = start.reversed().prefix { $0 == " " }.count
    return String(start.dropLast(end))
  }
}
