/// The place in front of Lua's messages.
enum LuaPosition {
  /// The source and the line of `source:line: …`; the source may contain colons.
  static func read(from message: String) -> (source: String, line: Int)? {
    let bytes = Array(message.utf8)
    // A chunk that is named by its text ends with `"]`.
    var start = 0
    if message.hasPrefix("[string \"") {
      guard let end = firstEnd(of: Array("\"]:".utf8), in: bytes) else { return nil }
      start = end - 1
    }
    while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
      let digits = bytes[(colon + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let after = colon + 1 + digits.count
      if !digits.isEmpty, after < bytes.count, bytes[after] == UInt8(ascii: ":"),
        let line = Int(String(decoding: digits, as: UTF8.self))
      {
        return (String(decoding: bytes[..<colon], as: UTF8.self), line)
      }
      if bytes[start..<colon].contains(UInt8(ascii: "\n")) { return nil }
      start = colon + 1
    }
    return nil
  }

  private static func firstEnd(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    for index in 0...(bytes.count - pattern.count) where bytes[index...].starts(with: pattern) {
      return index + pattern.count
    }
    return nil
  }
}
