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
    if let (code, end) = Self.between("`", "`", text) { return (self.code(code), end) }
    if let (words, end) = Self.between("**", "**", text) { return ("<strong>\(html(words))</strong>", end) }
    if let (words, end) = Self.between("*", "*", text), words.first != " " { return ("<em>\(html(words))</em>", end) }
    if let (words, end) = Self.between("[", "](", text), let (url, last) = Self.between("", ")", text[end...]) {
      return ("<a href=\"\(escapedHTML(Self.page(url)))\">\(html(words))</a>", last)
    }
    return nil
  }

  private func code(_ text: Substring) -> String {
    let html = "<code>\(escapedHTML(text))</code>"
    let name = text.hasSuffix("()") ? text.dropLast(2) : text
    return links[String(name)].map { "<a class=\"word\" href=\"\($0)\">\(html)</a>" } ?? html
  }

  private static func between(_ open: String, _ close: String, _ text: Substring) -> (Substring, String.Index)? {
    guard text.hasPrefix(open) else { return nil }
    let inner = text.dropFirst(open.count)
    guard let end = inner.firstRange(of: close), end.lowerBound > inner.startIndex else { return nil }
    return (inner[..<end.lowerBound], end.upperBound)
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
