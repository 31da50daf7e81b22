import Glibc
import Testing

/// Result sets as a person at the prompt sees them.
@Suite(.serialized) struct ResultSetPromptTests {
  private static let schema =
    "Player = entity 'Player' { name = text {}, team = text {} } db:create_all()"

  private func start(_ arguments: [String] = [], colour: Bool = false) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init", "--color", colour ? "always" : "never"] + arguments, columns: 80, rows: 60)
    try shell.waitForPrompt()
    return shell
  }

  /// What an entry prints, without its echo and the next prompt.
  private func answer(_ shell: PseudoTerminal, _ entry: String) throws -> String {
    let lines = try shell.enter(entry).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().joined(separator: "\n")
  }

  @Test func `who asks for a section by its place is told how`() throws {
    let shell = try start()
    _ = try shell.enter(Self.schema + " Player:create { name = 'P', team = 'A' }")
    _ = try shell.enter("rs = Player:sectioned_by('team'):results()")
    #expect(
      try answer(shell, "rs:section(1)")
        == "nil\na section is asked for by its name; by its place it is rs.sections[1]")
    #expect(try answer(shell, "rs:section('A').name") == "A")
  }

  @Test func `sections are headings with counts`() throws {
    let shell = try start()
    _ = try shell.enter(Self.schema)
    _ = try shell.enter("for i, t in ipairs { 'B', 'A', 'B' } do Player:create { name = 'P' .. i, team = t } end")
    #expect(
      try answer(shell, "Player:sectioned_by('team'):results()") == """
        A (1 row)
        ╭────┬──────┬──────╮
        │ id │ name │ team │
        ├────┼──────┼──────┤
        │  2 │ P2   │ A    │
        ╰────┴──────┴──────╯
        B (2 rows)
        ╭────┬──────┬──────╮
        │ id │ name │ team │
        ├────┼──────┼──────┤
        │  1 │ P1   │ B    │
        │  3 │ P3   │ B    │
        ╰────┴──────┴──────╯
        3 rows in 2 sections
        """)
    _ = try shell.enter(".limit 2")
    #expect(
      try answer(shell, "Player:sectioned_by('team'):results()") == """
        A (1 row)
        ╭────┬──────┬──────╮
        │ id │ name │ team │
        ├────┼──────┼──────┤
        │  2 │ P2   │ A    │
        ╰────┴──────┴──────╯
        … 1 more
        B (2 rows)
        ╭────┬──────┬──────╮
        │ id │ name │ team │
        ├────┼──────┼──────┤
        │  3 │ P3   │ B    │
        ╰────┴──────┴──────╯
        3 rows in 2 sections, 2 shown (.limit all shows all)
        """)
  }

  @Test func `changes are coloured by what they are`() throws {
    let shell = try start(colour: true)
    shell.send("diff({ { id = 1 }, { id = 2 } }, { { id = 2, x = '\\27[2J' }, { id = 3 } })\r")
    try shell.waitForPrompt()
    let output = String(decoding: shell.output, as: UTF8.self)
    #expect(output.contains("\u{1B}[31m- [1.1]  { id = 1 }\u{1B}[0m"))
    #expect(output.contains("\u{1B}[35m~ [1.1]  { x = nil → '\\27[2J' }\u{1B}[0m"))
    #expect(output.contains("\u{1B}[32m+ [1.2]  { id = 3 }\u{1B}[0m"))
  }

  @Test func `programs read plain rows`() throws {
    let run = try Program.run(
      ["--mode", "csv"],
      input:
        "rs = result_set { section = 's' }:load { { id = 2, s = 'b' }, { id = 1, s = 'a' }, { id = 3, s = 'b' } }\nrs\n"
    )
    #expect(run == Program.Run(output: "id,s\n1,a\n2,b\n3,b\n", errors: "", exit: .exited(0)))
  }

  @Test func `watch shows what another process commits until control c`() throws {
    var name = Array("/tmp/moonshell-watch-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    #expect(descriptor >= 0)
    close(descriptor)
    let file = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { for ending in ["", "-wal", "-shm"] { unlink(file + ending) } }
    let shell = try start([file])
    _ = try shell.enter(Self.schema)
    _ = try shell.enter("rs = Player:sectioned_by('team'):results() return #rs")
    shell.send("rs:watch()\r")
    // It may be written before the watch begins or meanwhile: it is seen either way.
    let writer = try Program.run([file, "-e", "Player:create { name = 'Zed', team = 'Z' }"])
    #expect(writer.exit == .exited(0), "\(writer.errors)")
    try shell.waitFor("1 section inserted")
    try shell.waitFor("+ [1]    Z (1 row)")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(try answer(shell, "Player:count()") == "1")
  }

  @Test func `programs read changes as what they encode`() throws {
    let diff = "diff({ { id = 1, n = 1 }, { id = 2 } }, { { id = 1, n = 2 } }, { unique = 'id' })"
    let run = try Program.run(["--json", "-e", "return \(diff)", "-e", "print(\(diff):encode 'json')"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0 == lines[0] } && lines[0].hasPrefix("{\"sections\":"), "\(run)")
  }

  @Test func `programs read the values of plain rows as what they are`() throws {
    let list = "{ { id = 1, l = { 3, 1 }, m = 1, ok = true }, { id = 2, m = false, ok = false } }"
    let run = try Program.run(["--json", "-e", "rs = result_set {} rs:load \(list)", "-e", "return rs"])
    let rows = #"{"id":1,"l":[3,1],"m":1,"ok":true},{"id":2,"l":null,"m":false,"ok":false}"#
    #expect(run.output.hasSuffix("[\(rows)]\n"), "\(run.output)")
  }
}
