/// Bytes in JSON where a text might stand as well, as in columns of any type: what reads them must tell the two apart.
///
///     {"$binary":{"base64":"AP8Q"}}
///
/// Source: "MongoDB Extended JSON (v2)", Binary.
package enum BinaryJSON {
  private static let outer = "$binary"
  private static let inner = "base64"

  package static func document(of bytes: [UInt8]) -> DocumentValue {
    let text = TextSink.text { sink in bytes.withUnsafeBytes { Base64.write($0, to: sink) } }
    return .map([.init(outer, .map([.init(inner, .text(text))]))])
  }

  /// Writes bytes as such a document.
  @inline(never)
  package static func write(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) {
    sink.append("{\"$binary\":{\"base64\":\"" as StaticString)
    Base64.write(bytes, to: sink)
    sink.append("\"}}" as StaticString)
  }

  /// The bytes that a document stands for; nil of any other.
  ///
  /// Of which kind others say that they are is not looked at.
  package static func bytes(of document: DocumentValue) -> [UInt8]? {
    guard case .map(let members) = document, members.count == 1, case .map(let parts)? = members[outer],
      parts.allSatisfy({ $0.name == inner || $0.name == "subType" }), case .text(let text)? = parts[inner]
    else { return nil }
    return Base64.bytes(text.utf8)
  }
}
