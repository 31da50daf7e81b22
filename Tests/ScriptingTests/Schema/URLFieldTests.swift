import Testing

/// `url {}`.
@Suite struct URLFieldTests {
  @Test func `a url field takes addresses with a scheme and refuses the rest`() throws {
    let script = try Script(schema: "X = entity 'X' { home = url {} } db:create_all()")
    try script.expect(
      """
      for _, text in ipairs {
        "https://example.org/a?b=c#d", "mailto:a@b.org", "file:///tmp/x", "http://[::1]:80/", "urn:isbn:0451450523",
        "https://bücher.example/ü",
      } do print(X:create { home = text }:reload().home == text) end
      for _, text in ipairs { "", "example.org", "http://", "http:///x", "://x", "1a:b", "a b:c", "http://a b", "http://<x>", "x:" } do
        print(pcall(X, { home = text }))
      end
      """,
      Array(repeating: "true", count: 6).joined(separator: "\n") + "\n"
        + ["", "example.org", "http://", "http:///x", "://x", "1a:b", "a b:c", "http://a b", "http://<x>", "x:"]
        .map { "false X: home: expected a URL such as https://example.org/a?b, not the text '\($0)'" }
        .joined(separator: "\n"))
    #expect(script.failure("X { home = 5 }").hasSuffix("not the integer 5"))
    try script.expect("return X:where { home = is.prefix 'https' }:count()", "2")
  }
}
