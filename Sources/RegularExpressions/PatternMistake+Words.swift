import CPCRE2

extension PatternMistake {
  static var outOfMemory: PatternMistake { PatternMistake(reason: "out of memory", offset: 0) }

  /// The words of PCRE2 for one of its numbers.
  init(number: Int32, byteOffset: Int, in source: String) {
    reason = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      let length = pcre2_get_error_message_8(number, buffer.baseAddress, buffer.count)
      return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF8.self)
    }
    offset = String(decoding: source.utf8.prefix(byteOffset), as: UTF8.self).unicodeScalars.count
  }
}
