import Encodings

/// A link as Markdown has it: `[words](url)`.
package struct MarkdownLink {
  package let words: Substring
  let url: Substring
  /// Where the text goes on.
  package let end: String.Index

  /// The link that a text begins with; nil where it begins with none.
  package init?(at text: Substring) {
    guard let (words, middle) = between("[", "](", text), let (url, end) = between("", ")", text[middle...]) else {
      return nil
    }
    (self.words, self.url, self.end) = (words, url, end)
  }

  /// A text with the words of its links in place of them.
  ///
  ///     MarkdownLink.words(of: "see [there](page.md)")   // see there
  package static func words(of text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      if let link = MarkdownLink(at: rest) {
        result += link.words
        rest = rest[link.end...]
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }
}

/// What a text has between a mark that it begins with and the next other one, and where it goes on; nil if nothing.
func between(_ open: String, _ close: String, _ text: Substring) -> (Substring, String.Index)? {
  guard text.hasPrefix(open) else { return nil }
  let inner = text.dropFirst(open.count)
  guard let end = inner.firstRange(of: close), end.lowerBound > inner.startIndex else { return nil }
  return (inner[..<end.lowerBound], end.upperBound)
}
