/// Bytes as an SQL literal.
///
///     00 ff        x'00ff'
package enum Hexadecimal {
  package static func writeLiteral(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) {
    sink.append("x'")
    for byte in bytes {
      let out = sink.reserve(2)
      (out[0], out[1]) = (hexDigit(byte >> 4), hexDigit(byte & 15))
      sink.commit(out + 2)
    }
    sink.append("'")
  }
}
