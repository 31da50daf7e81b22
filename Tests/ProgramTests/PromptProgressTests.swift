import Testing

/// What tells of long work at the prompt: one line, which goes before anything else is shown.
@Suite(.serialized) struct PromptProgressTests {
  private static let erased = "\r\u{1B}[K"

  /// The name of the file is longer than the window is wide: what wraps could not be erased.
  @Test func `an import tells how far it is on one line that is erased`() throws {
    try withDirectory { directory in
      let file = "\(directory)/\(String(repeating: "long", count: 30)).csv"
      _ = try Program.shell("(echo n; seq 3000) > \(file)")
      let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"])
      try shell.waitForPrompt()
      // One row takes longer than a second, whatever the machine; the rows behind it come at once.
      _ = try shell.enter(
        "local test = function(n) if n == 5 then local t = os.time() while os.time() < t + 3 do end end return true end"
          + " P = entity 'P' { n = integer { validate = test } } db:create_all()")
      let before = shell.output.count
      #expect(try shell.enter("P:import('\(file)')", timeout: 60).contains("3000\n"))
      let written = String(decoding: shell.output[before...], as: UTF8.self)
      let parts = written.split(separator: "\u{1B}[K", omittingEmptySubsequences: false)
      let lines = parts.filter { $0.hasSuffix("· Ctrl-C cancels") && $0.contains("%") }
      #expect(!lines.isEmpty, "\(written.debugDescription)")
      for line in lines {
        let words = line.drop { $0 != "\r" }.dropFirst().split(separator: "\r").last ?? ""
        #expect(words.count < 80 && words.contains(" rows"), "\(words)")
      }
      let last = try #require(written.ranges(of: "Ctrl-C cancels\u{1B}[K").last)
      #expect(written[last.upperBound...].hasPrefix(Self.erased), "\(written.debugDescription)")
    }
  }

  @Test(arguments: [
    "local t = os.clock() while os.clock() - t < 1.5 do end print 'over'",
    "db:query('WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 20000000) SELECT count(*) AS over FROM t')",
  ])
  func `a long entry says that it is at work, and that is erased`(entry: String) throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"])
    try shell.waitForPrompt()
    let before = shell.output.count
    #expect(try shell.enter(entry, timeout: 60).contains("over"))
    let written = String(decoding: shell.output[before...], as: UTF8.self)
    let parts = written.split(separator: "still at work · Ctrl-C cancels", omittingEmptySubsequences: false)
    #expect(parts.count == 2, "\(written.debugDescription)")
    #expect(parts.last?.hasPrefix(Self.erased) == true, "\(written.debugDescription)")
  }
}
