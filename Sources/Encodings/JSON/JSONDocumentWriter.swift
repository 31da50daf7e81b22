/// Documents as JSON: bytes as base64, moments as text, infinities as numbers that no double holds.
package struct JSONDocumentWriter {
  private let sink: TextSink

  package init(sink: TextSink) {
    self.sink = sink
  }

  package func write(_ document: DocumentValue) throws(InterchangeError) {
    switch document {
    case .null: sink.append("null")
    case .boolean(let value): sink.append(value ? "true" : "false")
    case .integer(let value): sink.append(value)
    case .number(let text): sink.append(text: text)
    case .real(let value):
      if value.isNaN { throw InterchangeError.jsonCannotHoldNaN }
      Self.write(value, to: sink)
    case .text(let text), .date(let text): JSONText.write(text, to: sink)
    case .data(let bytes):
      sink.append(byte: UInt8(ascii: "\""))
      bytes.withUnsafeBytes { Base64.write($0, to: sink) }
      sink.append(byte: UInt8(ascii: "\""))
    case .list(let elements): try write(elements)
    case .map(let members): try write(members)
    }
  }

  /// Writes a real that is a number: readers take what is too large for a double for infinity.
  @inlinable @inline(__always)
  package static func write(_ value: Double, to sink: TextSink) {
    if value.isFinite { return sink.append(value) }
    sink.append(value < 0 ? "-9e999" : "9e999")
  }

  private func write(_ elements: [DocumentValue]) throws(InterchangeError) {
    sink.append(byte: UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { sink.append(byte: UInt8(ascii: ",")) }
      try write(element)
    }
    sink.append(byte: UInt8(ascii: "]"))
  }

  private func write(_ members: [DocumentValue.Member]) throws(InterchangeError) {
    sink.append(byte: UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { sink.append(byte: UInt8(ascii: ",")) }
      JSONText.write(member.name, to: sink)
      sink.append(byte: UInt8(ascii: ":"))
      try write(member.value)
    }
    sink.append(byte: UInt8(ascii: "}"))
  }
}

extension DocumentValue {
  /// The document as JSON text, without blanks.
  ///
  /// - Throws: when it holds what JSON cannot.
  package func json() throws(InterchangeError) -> String {
    var failure: InterchangeError?
    let text = TextSink.text { sink in
      do throws(InterchangeError) { try JSONDocumentWriter(sink: sink).write(self) } catch { failure = error }
    }
    if let failure { throw failure }
    return text
  }
}
