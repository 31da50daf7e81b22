import Testing

@testable import Shell

/// What values look like in the mode that is on.
@Suite struct PrintingTests {
  private func shown(_ entry: String, mode: String, _ script: String = "") throws -> String {
    let prompt = try Prompt(script)
    prompt.runner.settings.mode = mode
    return prompt.runner.output.captured { _ = prompt.runner.runBlock(entry, name: "entry") }
  }

  @Test(arguments: [
    ("html", "\"<script>\"", "&lt;script&gt;\n"), ("html", "{ a = \"<b>\" }", "{ a = &quot;&lt;b&gt;&quot; }\n"),
    ("html", "1 + 1", "2\n"), ("markdown", "\"a*b\"", "a\\*b\n"), ("box", "\"<b>\"", "<b>\n"),
    ("line", "\"<b>\"", "<b>\n"),
  ])
  func `a plain value is no markup`(mode: String, entry: String, text: String) throws {
    #expect(try shown(entry, mode: mode) == text)
  }

  @Test(arguments: [
    ("box", "│  1 │ ?    │"), ("line", "a = ?"), ("csv", "1,?"), ("json", #"{"id":1,"a":"?"}"#),
    ("insert", "VALUES(1,NULL)"),
  ])
  func `a stored NULL is shown as its fallback, but to a database`(mode: String, part: String) throws {
    let script = "K = entity 'K' { a = text { fallback = '?' } } db:create_all() K:create {} K:create { a = 'word' }"
    for rows in ["K:all()", "K:fetch()", "K:get(1)"] where mode != "box" || rows != "K:get(1)" {
      let text = try shown(rows, mode: mode, script)
      #expect(text.contains(part), "\(text)")
    }
    #expect(try shown("K:get(1)", mode: "box", script).contains("a = ?"))
  }
}
