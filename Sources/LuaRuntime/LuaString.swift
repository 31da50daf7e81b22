/// The exact bytes of a Lua string, which need not be text.
///
///     LuaString("año").bytes.count   // 4
package struct LuaString: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The text, if the bytes are UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The text, with replacement characters for what is not UTF-8.
  package var lossyText: String { String(decoding: bytes, as: UTF8.self) }
}

extension LuaString: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}
