import Glibc
import Testing

/// What the documentation shows is what happens: the examples and the first screen of the README are replayed.
@Suite(.serialized) struct TranscriptTests {
  @Test(arguments: [
    "players", "validation", "league", "documents", "leaderboard", "files", "shop", "library", "orders", "chinook",
  ])
  func `an example prints what stands beside it`(name: String) throws {
    let run = try Program.run(["scripts/examples/\(name).lua"])
    #expect(run == Program.Run(output: try text(of: "scripts/examples/\(name).out"), errors: "", exit: .exited(0)))
  }

  @Test func `a second run finds the rows and a report tells of them`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/players.db scripts/examples/players.lua > $d/first
      moonshell $d/players.db scripts/examples/players.lua > $d/second; diff <(tail -n +2 $d/first) <(tail -n +2 $d/second)
      head -n 1 $d/second; moonshell $d/players.db scripts/examples/report.lua
      """)
    #expect(run.errors == "" && run.exit == .exited(0))
    #expect(run.output == "players found: 4\n" + (try text(of: "scripts/examples/report.out")))
  }

  /// The blocks of the README that begin with a prompt are one session, in their order.
  @Test func `the sessions of the README are replayed`() throws {
    let blocks = try text(of: "README.md").matches(of: /```\n(moon> [^`]*)```/).map { String($0.1) }
    #expect(blocks.count >= 5)
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 200, rows: 60)
    try shell.waitForPrompt()
    for (lines, output) in blocks.flatMap({ entries(ofSession: $0) }) {
      var shown = ""
      for line in lines { shown = try shell.enter(line) }
      let printed = shown.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      #expect(printed.joined(separator: "\n") == output, "\(lines)")
    }
  }

  /// What is typed (prompts taken off), and what is printed after it.
  private func entries(ofSession text: String) -> [(lines: [String], output: String)] {
    var result: [(lines: [String], output: [String])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("moon> ") {
        result.append(([String(line.dropFirst(6))], []))
      } else if line.hasPrefix("  ... ") {
        result[result.count - 1].lines.append(String(line.dropFirst(6)))
      } else {
        result[result.count - 1].output.append(String(line))
      }
    }
    return result.map { ($0.lines, $0.output.joined(separator: "\n")) }
  }

  private func text(of path: String) throws -> String {
    let file = try #require(fopen(path, "re"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
