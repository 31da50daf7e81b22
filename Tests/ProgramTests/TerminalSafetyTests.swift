import TestSupport
import Testing

/// Names and data of a stranger's file never drive the terminal, whatever shows them.
@Suite(.serialized) struct TerminalSafetyTests {
  private static let schema = #"""
    db:execute([[create table "t\27[5mx" ("a\27[6mb" text default 'd\27]0;evil\7' check ("a\27[6mb" <> 'c\27[2J'))]])
    db:execute([[insert into "t\27[5mx" values ('v\27[31m\194\155\226\128\174w')]])
    """#

  private static let ways = [
    ".entities", ".schema", ".diagram", "Strange", ".explain Strange:where(function(s) return s.n == evil end)",
    "warn('@on') warn('w\\27[2J')", "error('e\\27[2J')",
  ]

  @Test func `no command and no mode lets an escape of data through`() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run([folder.file("a.db"), "-e", Self.schema])
    #expect(made.exit == .exited(0), "\(made)")
    let shell = try PseudoTerminal(
      Program.path, ["--no-init", "--color", "never", folder.file("a.db")], columns: 100, rows: 60)
    try shell.waitForPrompt()
    try shell.enter(#"evil = "x\27[2J""#)
    try shell.enter(#"Strange = entity "Strange" { n = text { default = "d\27[2J" } } db:create_all()"#)
    try shell.enter("Strange:create { n = evil .. '\\u{9B}2J\\u{202E}' }")
    for way in Self.ways { try shell.enter(way) }
    for mode in ["box", "csv", "tsv", "insert", "json", "jsonl", "markdown", "html", "lua", "line"] {
      try shell.enter(".mode \(mode)")
      try shell.enter("Strange")
      try shell.enter("Strange:all()")
      try shell.enter("SELECT * FROM \"t\u{16}\u{1B}[5mx\"")
    }
    let text = String(decoding: shell.output, as: UTF8.self)
    for sequence in ["\u{1B}[5m", "\u{1B}[6m", "\u{1B}[2J", "\u{1B}]0", "\u{1B}[31m", "\u{9B}", "\u{202E}"] {
      #expect(!text.contains(sequence), "\(sequence.debugDescription)")
    }
    #expect(text.contains(#"\27[2J"#) && text.contains(#"\u009b"#))
  }

  @Test func `what goes to a file is written byte for byte`() throws {
    let run = try Program.run(
      ["--mode", "csv"], input: "return { n = 1 } and '\\27[31m\\194\\155'\n", environment: [:])
    #expect(run.output == "\u{1B}[31m\u{9B}\n", "\(run)")
  }

  @Test func `an explanation shows a captured text as text`() throws {
    let program = #"""
      P = entity "P" { n = text {} } db:create_all() local x = "a\27[31mb"
      print(P:where(function(p) return p.n == x end):explain())
      """#
    let run = try Program.run(["-e", program])
    #expect(run.output.contains(#"pushed: "n" = 'a\27[31mb'"#) && !run.output.contains("\u{1B}"), "\(run)")
  }
}
