import Encodings

/// Text within a line as HTML: code, strong words, words with stress, links.
struct InlineHTML {
  /// Where what stands in code is explained.
  let links: [String: String]

  func html(_ text: some StringProtocol) -> String {
    var result = ""
    var rest = Substring(text)
    while let character = rest.first {
      if let (html, end) = special(rest) {
        result += html
        rest = rest[end...]
      } else {
        result += escapedHTML(String(character))
        rest.removeFirst()
      }
    }
    return result
  }

  private func special(_ text: Substring) -> (html: String, end: String.Index)? {
    if let (code, end) = between("`", "`", text) { return (self.code(code), end) }
    if let (words, end) = between("**", "**", text) { return ("<strong>\(html(words))</strong>", end) }
    if let (words, end) = between("*", "*", text), words.first != " " { return ("<em>\(html(words))</em>", end) }
    guard let link = MarkdownLink(at: text) else { return nil }
    return ("<a href=\"\(escapedHTML(Self.page(link.url)))\">\(html(link.words))</a>", link.end)
  }

  private func code(_ text: Substring) -> String {
    let html = "<code>\(escapedHTML(text))</code>"
    let name = text.hasSuffix("()") ? text.dropLast(2) : text
    return links[String(name)].map { "<a class=\"word\" href=\"\($0)\">\(html)</a>" } ?? html
  }

  /// A link to a page of Markdown is one to its page of HTML.
  private static func page(_ url: Substring) -> String {
    guard !url.hasPrefix("http") else { return String(url) }
    return String(url).replacing(".md", with: ".html")
  }
}

package func escapedHTML(_ text: some StringProtocol) -> String {
  var result = ""
  for character in text {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    default: result.append(character)
    }
  }
  return result
}
