import Encodings

/// The manual as files: each page as Markdown and as HTML, an index of everything, and a search without a server.
package struct Site {
  /// The files by their names, in the order in which they are written.
  package private(set) var files: [(name: String, text: String)] = []
  private let pages: [Page]
  private let version: String
  private let links: [String: String]

  package init(_ pages: [Page], version: String) {
    let all = pages + [Self.index(of: pages)]
    self.pages = all
    self.version = version
    links = Self.links(all)
    files.append(("index.html", html(of: Self.cover(all))))
    files.append(("markdown/README.md", Self.cover(all).markdown))
    for page in all {
      files.append(("\(page.name).html", html(of: page)))
      files.append(("markdown/\(page.name).md", page.markdown))
    }
    files.append(("manual.css", SiteFiles.style))
    files.append(("search.js", SearchIndex(all).script + SiteFiles.script))
  }

  /// Where each name is explained; the first that has it counts, words and methods before what is a part of something.
  private static func links(_ pages: [Page]) -> [String: String] {
    let all = pages.flatMap { page in page.entries.map { (entry: $0, place: page.place(of: $0, "html")) } }
    let parts = all.filter { $0.entry.kind.contains(" of ") }
    let links = (all.filter { !$0.entry.kind.contains(" of ") } + parts).map { ($0.entry.name, $0.place) }
    return Dictionary(links) { first, _ in first }
  }

  // MARK: Pages that are made of the others

  private static func cover(_ pages: [Page]) -> Page {
    var text = """
      Moonshell is a Lua 5.4 prompt in which you define entities and their rules, save objects, and ask questions of a
      database. New here? The [tutorial](tutorial.md) takes half an hour.

      """
    for part in Page.Part.allCases {
      text += "\n## \(part.rawValue)\n\n"
      for page in pages where page.part == part { text += "- [\(page.title)](\(page.name).md)\n" }
    }
    return Page("index", "Moonshell, the manual", .start, text: text)
  }

  /// Every entry of every page, by its first letter.
  private static func index(of pages: [Page]) -> Page {
    let all = pages.flatMap { page in
      page.entries.map { (key: key($0.name), entry: $0, place: page.place(of: $0, "md")) }
    }
    let sorted = all.sorted { ($0.key, $0.entry.kind) < ($1.key, $1.entry.kind) }
    var text = "Every word, method, option, rule, command, key and error.\n"
    var letter: Character?
    for (key, entry, place) in sorted {
      if let first = key.first, first != letter {
        letter = first
        text += "\n## \(first.uppercased())\n\n"
      }
      text += "- [\(shown(entry.name))](\(place)) – \(entry.kind)\n"
    }
    return Page("a-z", "Index", .reference, text: text)
  }

  private static func key(_ name: String) -> String {
    let letters = name.lowercased().drop { !$0.isLetter && !$0.isNumber }
    return letters.isEmpty ? name : String(letters)
  }

  private static func shown(_ name: String) -> String { "`\(name)`" }

  // MARK: HTML

  private func html(of page: Page) -> String {
    // What a page tells of itself leads nowhere else.
    let own = Set(page.entries.map(\.name))
    var writer = BlockHTML(links: links.filter { !$0.value.hasPrefix(page.name + ".html") && !own.contains($0.key) })
    let body = writer.html(MarkdownReader.blocks(of: page.text))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(escapedHTML(page.title)) · Moonshell \(version)</title>
      <link rel="stylesheet" href="manual.css">
      </head>
      <body>
      <nav>
      <p class="name"><a href="index.html">Moonshell</a> <small>\(version)</small></p>
      <input id="site-search" type="search" placeholder="Search ( / )" aria-label="Search the manual" autocomplete="off">
      <ol id="site-found" hidden></ol>
      <div id="site-pages">
      \(navigation(page))
      </div>
      </nav>
      <main>
      <h1>\(escapedHTML(page.title))</h1>
      \(body)
      </main>
      <script src="search.js"></script>
      </body>
      </html>

      """
  }

  private func navigation(_ current: Page) -> String {
    Page.Part.allCases.map { part in
      let items = pages.filter { $0.part == part }.map { page in
        let mark = page.name == current.name ? " aria-current=\"page\"" : ""
        return "<li><a href=\"\(page.name).html\"\(mark)>\(escapedHTML(page.title))</a></li>\n"
      }
      return "<h2>\(part.rawValue)</h2>\n<ul>\n\(items.joined())</ul>"
    }.joined(separator: "\n")
  }
}

extension Page {
  /// Where an entry of the page is: `requests.html#where`.
  func place(of entry: IndexEntry, _ ending: String) -> String {
    "\(name).\(ending)" + (entry.heading.map { "#" + Anchors.name(of: $0) } ?? "")
  }
}
