/// Documents as Lua writes them.
extension LuaText {
  /// A value as an expression of Lua; `null` is the word of Moonshell for it, which keeps the places of a list.
  ///
  ///     .map([.init("a", .list([.integer(1), .null]))])     // { a = { 1, null } }
  package static func write(_ document: DocumentValue, to sink: TextSink) {
    switch document {
    case .null: sink.append("null")
    case .boolean(let value): sink.append(value ? "true" : "false")
    case .integer(let value): write(value, to: sink)
    case .real(let value): write(value, to: sink)
    case .number(let text): sink.append(text: text)
    case .text(let text), .date(let text):
      var text = text
      text.withUTF8 { write(UnsafeRawBufferPointer($0), to: sink) }
    case .data(let bytes): bytes.withUnsafeBytes { write($0, to: sink) }
    case .list(let elements):
      write(elements, to: sink) { write($0, to: sink) }
    case .map(let members):
      write(members, to: sink) { member in
        sink.append(text: key(member.name) + " = ")
        write(member.value, to: sink)
      }
    }
  }

  package static func write(_ value: Int64, to sink: TextSink) {
    // The decimal literal of the smallest integer would be read as a float: minus, then a number too large.
    if value == .min { return sink.append("math.mininteger") }
    sink.append(value)
  }

  package static func write(_ value: Double, to sink: TextSink) {
    if value.isNaN { return sink.append("0/0") }
    if value.isInfinite { return sink.append(value < 0 ? "-math.huge" : "math.huge") }
    sink.append(value)
  }

  private static func write<Element>(_ elements: [Element], to sink: TextSink, _ body: (Element) -> Void) {
    if elements.isEmpty { return sink.append("{}") }
    for (place, element) in elements.enumerated() {
      sink.append(place > 0 ? ", " : "{ ")
      body(element)
    }
    sink.append(" }")
  }
}
