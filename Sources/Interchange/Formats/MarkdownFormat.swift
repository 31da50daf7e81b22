import Encodings
import Schema

extension Format {
  /// A pipe table, as GitHub and most readers of Markdown take it.
  ///
  ///     | id | name |
  ///     | ---: | :--- |
  ///     | 1 | a \| b |
  ///
  /// NULL stands in `*…*`, which no text does, since asterisks are escaped. Line breaks become `<br>`.
  package static let markdown = Format(name: "markdown", summary: "a Markdown pipe table") { options, sink in
    let writer = MarkdownWriter(sink: sink, null: options.nullText ?? "NULL", title: options.title)
    return options.totals.isEmpty ? writer : TotalsWriter(writer, options.totals)
  }
}

private struct MarkdownWriter: RowWriter {
  let sink: TextSink
  let null: String
  let title: String?
  var columns: [OutputColumn] = []
  var kinds: [OutputColumn.Kind] = []
  /// Whether the columns of the table under way are named.
  var hasHead = false
  /// Whether a blank line must come before a heading.
  var hasText = false

  init(sink: TextSink, null: String, title: String?) {
    self.sink = sink
    self.null = null
    self.title = title
  }

  mutating func begin(_ columns: [OutputColumn]) {
    self.columns = columns
    kinds = columns.map(\.kind)
    if let title { heading("#", title) }
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    guard !kinds.isEmpty else { return }
    head()
    line(kinds.indices) { write(cells[$0], kinds[$0]) }
  }

  mutating func section(_ title: String) {
    heading("##", title)
    hasHead = false
  }

  mutating func totals(_ cells: UnsafePointer<Cell>) {
    guard !kinds.isEmpty else { return }
    head()
    line(kinds.indices) { place in
      guard !cells[place].isNull, cells[place].kind != .text || !cells[place].bytes.isEmpty else { return }
      sink.append("**")
      write(cells[place], kinds[place])
      sink.append("**")
    }
  }

  mutating func end() { head() }

  private mutating func heading(_ sign: String, _ text: String) {
    if hasText { sink.append("\n") }
    hasText = false
    sink.append(text: sign + " ")
    escape(text)
    sink.append("\n\n")
  }

  private mutating func head() {
    guard !hasHead, !columns.isEmpty else { return }
    (hasHead, hasText) = (true, true)
    line(columns) { escape($0.name) }
    line(columns) { sink.append($0.kind.standsRight ? "---:" : ":---") }
  }

  private func line<Items: Sequence>(_ items: Items, _ write: (Items.Element) -> Void) {
    sink.append("|")
    for item in items {
      sink.append(" ")
      write(item)
      sink.append(" |")
    }
    sink.append("\n")
  }

  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    let null = {
      sink.append("*")
      escape(self.null)
      sink.append("*")
    }
    sink.append(cell, kind, null: null, escape: escape)
  }

  private func escape(_ text: String) { MarkdownText.write(text, to: sink) }
}

/// Text as Markdown has it.
enum MarkdownText {
  /// Writes text so that nothing in it is markup; an underscore inside a word does not count.
  static func write(_ text: String, to sink: TextSink) {
    var text = text
    text.withUTF8 { bytes in
      for (index, byte) in bytes.enumerated() {
        let following = index + 1 < bytes.count ? bytes[index + 1] : 0
        write(byte, after: index > 0 ? bytes[index - 1] : 0, before: following, to: sink)
      }
    }
  }

  private static func write(
    _ byte: UInt8, after previous: UInt8, before following: UInt8, to sink: TextSink
  ) {
    switch Unicode.Scalar(byte) {
    case "\\", "|", "*", "`", "<", "[", "]", "&", "~":
      sink.append("\\")
      sink.append(byte: byte)
    case "_":
      let isInWord = isWordByte(previous) && isWordByte(following)
      sink.append(isInWord ? "_" : "\\_")
    case "\n": sink.append("<br>")
    case "\r": if following != 0x0A { sink.append("<br>") }
    case "\t": sink.append(" ")
    case "\u{0}"..<" ", "\u{7F}": sink.append("\u{FFFD}")
    default: sink.append(byte: byte)
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
  }
}
