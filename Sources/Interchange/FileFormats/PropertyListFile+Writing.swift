import Encodings
import Schema

/// Writes property lists as macOS does: with tabs, one value per line.
struct PropertyListWriter: DocumentOutput {
  let sink: TextSink
  private var isList = false

  init(sink: TextSink) {
    self.sink = sink
  }

  mutating func begin(isList: Bool) {
    self.isList = isList
    sink.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    if isList { sink.append("<array>\n") }
  }

  func write(_ document: DocumentValue) throws(InterchangeError) {
    try write(document, depth: isList ? 1 : 0)
  }

  func end() {
    if isList { sink.append("</array>\n") }
    sink.append("</plist>\n")
  }

  private func write(_ document: DocumentValue, depth: Int) throws(InterchangeError) {
    indent(depth)
    switch document {
    case .null: throw .nullInPropertyList
    case .boolean(let value): sink.append(value ? "<true/>\n" : "<false/>\n")
    case .integer(let value): element("integer", String(value))
    case .number(let text): element(text.contains { ".eE".contains($0) } ? "real" : "integer", text)
    case .real(let value): element("real", Self.text(of: value))
    case .text(let text): try element("string", escaping: text)
    case .date(let text): element("date", Moment(text: text)?.text ?? text)
    case .data(let bytes):
      sink.append("<data>")
      bytes.withUnsafeBytes { Base64.write($0, to: sink) }
      sink.append("</data>\n")
    case .list(let elements):
      if elements.isEmpty { return sink.append("<array/>\n") }
      sink.append("<array>\n")
      for element in elements { try write(element, depth: depth + 1) }
      indent(depth)
      sink.append("</array>\n")
    case .map(let members):
      if members.isEmpty { return sink.append("<dict/>\n") }
      sink.append("<dict>\n")
      for member in members {
        indent(depth + 1)
        try element("key", escaping: member.name)
        try write(member.value, depth: depth + 1)
      }
      indent(depth)
      sink.append("</dict>\n")
    }
  }

  private func indent(_ depth: Int) {
    for _ in 0..<depth { sink.append(byte: 0x09) }
  }

  private func element(_ tag: StaticString, _ text: String) {
    sink.append("<")
    sink.append(tag)
    sink.append(">")
    sink.append(text: text)
    sink.append("</")
    sink.append(tag)
    sink.append(">\n")
  }

  /// Text between tags, written as it is read: XML has no way to say control characters.
  private func element(_ tag: StaticString, escaping text: String) throws(InterchangeError) {
    sink.append("<")
    sink.append(tag)
    sink.append(">")
    for scalar in text.unicodeScalars { try write(scalar) }
    sink.append("</")
    sink.append(tag)
    sink.append(">\n")
  }

  private func write(_ scalar: Unicode.Scalar) throws(InterchangeError) {
    switch scalar {
    case "<": sink.append("&lt;")
    case ">": sink.append("&gt;")
    case "&": sink.append("&amp;")
    // As it is it would be read as a line end.
    case "\r": sink.append("&#13;")
    default:
      guard Self.canWrite(scalar) else { throw .characterInPropertyList(scalar) }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { sink.append(byte: byte) }
    }
  }

  private static func text(of value: Double) -> String {
    if value.isNaN { return "nan" }
    return value.isFinite ? value.description : value < 0 ? "-infinity" : "+infinity"
  }

  /// Whether XML has a way to say a character.
  static func canWrite(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10, 13: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
