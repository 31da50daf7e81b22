import Testing

@testable import Manual

/// Pages are Markdown, of which HTML is made.
@Suite struct MarkdownTests {
  private func html(_ text: String, links: [String: String] = [:]) -> String {
    var writer = BlockHTML(links: links)
    return writer.html(MarkdownReader.blocks(of: text))
  }

  @Test(arguments: [
    ("Two\nlines", "<p>Two lines</p>"),
    ("a < b & `c > d`", "<p>a &lt; b &amp; <code>c &gt; d</code></p>"),
    ("**much** and *more*, 2 * 3 * 4", "<p><strong>much</strong> and <em>more</em>, 2 * 3 * 4</p>"),
    ("[a page](from-sql.md)", "<p><a href=\"from-sql.html\">a page</a></p>"),
    ("- one\n  goes on\n- two", "<ul>\n<li>one goes on</li>\n<li>two</li>\n</ul>"),
    ("1. one\n2. two", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>"),
    ("an `unclosed", "<p>an `unclosed</p>"),
  ])
  func `a piece of Markdown is that piece of HTML`(text: String, expected: String) {
    #expect(html(text) == expected)
  }

  @Test func `cells of tables may have a bar`() {
    let text = html("| a | b |\n|---|---|\n| `x \\| y` | 2 |")
    #expect(text.contains("<td><code>x | y</code></td><td>2</td>"))
  }

  @Test func `headings of one name have anchors of their own`() {
    let text = html("## `is.between`\n\n## is between\n\n## `is.between`")
    for anchor in ["isbetween", "is-between", "isbetween-1"] { #expect(text.contains("id=\"\(anchor)\"")) }
  }

  @Test func `what is typed stands out from what is printed`() {
    let text = html("```moon\nmoon> for i = 1, 2 do\n  ... end\n<3>\n```")
    #expect(text.contains("<span class=\"prompt\">moon&gt; </span><span class=\"typed\">for i = 1, 2 do</span>"))
    #expect(text.contains("<span class=\"prompt\">  ... </span><span class=\"typed\">end</span>"))
    #expect(text.contains("<span class=\"out\">&lt;3&gt;</span>"))
  }

  @Test func `a word in code leads to where it is explained`() {
    #expect(html("see `where()`", links: ["where": "requests.html#where"]).contains("href=\"requests.html#where\""))
  }

  @Test func `the search can read whatever a page says`() {
    let page = Page("p", "A \"page\"", .start, text: "a \\ b\nand </script>\u{2028}")
    let script = SearchIndex([page]).script
    #expect(script.contains(#"["A \"page\"","Start here","p.html","a \\ b and </script>  "]"#))
  }
}
