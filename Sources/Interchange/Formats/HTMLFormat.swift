import Encodings
import Schema

extension Format {
  /// A table for a page.
  ///
  ///     <table>
  ///     <thead><tr><th>id</th><th>name</th></tr></thead>
  ///     <tbody>
  ///     <tr><td>1</td><td>R&amp;D</td></tr>
  ///     </tbody>
  ///     </table>
  ///
  /// NULL stands in `<i>`, which no text does.
  package static let html = Format(name: "html", summary: "an HTML table") { options, sink in
    HTMLWriter(sink: sink, null: options.nullText ?? "NULL", showsHeader: options.showsHeader)
  }
}

private struct HTMLWriter: RowWriter {
  let sink: TextSink
  let null: String
  let showsHeader: Bool
  var kinds: [OutputColumn.Kind] = []

  mutating func begin(_ columns: [OutputColumn]) {
    kinds = columns.map(\.kind)
    sink.append("<table>\n")
    if showsHeader {
      sink.append("<thead><tr>")
      for column in columns {
        sink.append("<th>")
        escape(column.name)
        sink.append("</th>")
      }
      sink.append("</tr></thead>\n")
    }
    sink.append("<tbody>\n")
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    sink.append("<tr>")
    for column in kinds.indices {
      sink.append("<td>")
      write(cells[column], kinds[column])
      sink.append("</td>")
    }
    sink.append("</tr>\n")
  }

  mutating func end() {
    sink.append("</tbody>\n</table>\n")
  }

  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    switch cell.kind {
    case .null:
      sink.append("<i>")
      escape(null)
      sink.append("</i>")
    case .integer:
      if let truth = cell.truth(in: kind) { return sink.append(truth ? "true" : "false") }
      sink.append(cell.integer)
    case .real: sink.append(cell.real)
    case .text: escape(String(decoding: cell.bytes, as: UTF8.self))
    case .data: Hexadecimal.writeLiteral(cell.bytes, to: sink)
    }
  }

  /// Writes text with its markup escaped; characters that HTML does not allow become U+FFFD.
  private func escape(_ text: String) {
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
