import Encodings

/// A list in a message: the first eight, and that there are more.
func listed(_ words: [String]) -> String {
  words.prefix(8).joined(separator: ", ") + (words.count > 8 ? ", …" : "")
}

extension Value {
  /// The value as a message shows it: text quoted and cut.
  package var excerpt: String {
    switch self {
    case .text(let text): quotedExcerpt(text)
    case .data(let bytes): "\(bytes.count) bytes"
    case .brokenText(let bytes): quotedExcerpt(String(decoding: bytes, as: UTF8.self))
    default: description
    }
  }
}
