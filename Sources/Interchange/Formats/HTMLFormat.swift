import Encodings
import Schema

extension Format {
  /// A table for a page.
  ///
  ///     <table>
  ///     <thead><tr><th>id</th><th>name</th></tr></thead>
  ///     <tbody>
  ///     <tr><td style="text-align:right">1</td><td>R&amp;D</td></tr>
  ///     </tbody>
  ///     </table>
  ///
  /// NULL stands in `<i>`, which no text does. With a title it is a page of its own.
  package static let html = Format(name: "html", summary: "an HTML table") { options, sink in
    let writer = HTMLWriter(
      sink: sink, null: options.nullText ?? "NULL", showsHeader: options.showsHeader, title: options.title)
    return options.totals.isEmpty ? writer : TotalsWriter(writer, options.totals)
  }
}

private struct HTMLWriter: RowWriter {
  let sink: TextSink
  let null: String
  let showsHeader: Bool
  let title: String?
  var columns: [OutputColumn] = []
  var kinds: [OutputColumn.Kind] = []
  /// Whether a table is under way, and whether its rows have ended.
  var isOpen = false
  var hasTotals = false

  init(sink: TextSink, null: String, showsHeader: Bool, title: String?) {
    self.sink = sink
    self.null = null
    self.showsHeader = showsHeader
    self.title = title
  }

  mutating func begin(_ columns: [OutputColumn]) {
    self.columns = columns
    kinds = columns.map(\.kind)
    guard let title else { return }
    sink.append("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
    escape(title)
    sink.append(text: "</title>\n\(Self.style)\n</head>\n<body>\n<h1>")
    escape(title)
    sink.append("</h1>\n")
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    open()
    line(cells, "td")
  }

  mutating func section(_ title: String) {
    close()
    sink.append("<h2>")
    escape(title)
    sink.append("</h2>\n")
  }

  mutating func totals(_ cells: UnsafePointer<Cell>) {
    open()
    sink.append("</tbody>\n<tfoot>\n")
    hasTotals = true
    line(cells, "th")
  }

  mutating func end() {
    if !isOpen { open() }
    close()
    if title != nil { sink.append("</body>\n</html>\n") }
  }

  private static let style = """
    <style>
    body { font-family: sans-serif; margin: 2em; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid #bbb; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
    th { background: #eee; }
    </style>
    """

  private mutating func open() {
    if isOpen { return }
    isOpen = true
    sink.append("<table>\n")
    if showsHeader {
      sink.append("<thead><tr>")
      for column in columns {
        sink.append(column.kind.standsRight ? "<th style=\"text-align:right\">" : "<th>")
        escape(column.name)
        sink.append("</th>")
      }
      sink.append("</tr></thead>\n")
    }
    sink.append("<tbody>\n")
  }

  private mutating func close() {
    guard isOpen else { return }
    sink.append(hasTotals ? "</tfoot>\n</table>\n" : "</tbody>\n</table>\n")
    (isOpen, hasTotals) = (false, false)
  }

  private func line(_ cells: UnsafePointer<Cell>, _ tag: String) {
    sink.append("<tr>")
    for column in kinds.indices {
      sink.append(text: standsRight(cells[column], kinds[column]) ? "<\(tag) style=\"text-align:right\">" : "<\(tag)>")
      write(cells[column], kinds[column])
      sink.append(text: "</\(tag)>")
    }
    sink.append("</tr>\n")
  }

  private func standsRight(_ cell: Cell, _ kind: OutputColumn.Kind) -> Bool {
    kind.standsRight || kind == .any && (cell.kind == .integer || cell.kind == .real)
  }

  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    let null = {
      sink.append("<i>")
      escape(self.null)
      sink.append("</i>")
    }
    sink.append(cell, kind, null: null, escape: escape)
  }

  private func escape(_ text: String) { HTMLText.write(text, to: sink) }
}

/// Text as HTML has it.
enum HTMLText {
  /// Writes text with its markup escaped; characters that HTML does not allow become U+FFFD.
  static func write(_ text: String, to sink: TextSink) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): sink.append("&amp;")
      case UInt8(ascii: "<"): sink.append("&lt;")
      case UInt8(ascii: ">"): sink.append("&gt;")
      case UInt8(ascii: "\""): sink.append("&quot;")
      case UInt8(ascii: "'"): sink.append("&#39;")
      case 0x09, 0x0A, 0x0D: sink.append(byte: byte)
      case 0..<0x20, 0x7F: sink.append("\u{FFFD}")
      default: sink.append(byte: byte)
      }
    }
  }
}
