import Testing

/// Files that results and exports go to: nothing is lost in silence, and nothing is left behind.
@Suite struct OutputFileTests {
  /// Makes three objects to export.
  private let export = """
    P = entity 'P' { n = integer {} } db:create_all() for i = 1, 3 do P:create { n = i } end
    """

  private func shell(_ line: String) throws -> Program.Run {
    try Program.shell("d=$(mktemp -d); trap 'rm -rf $d' EXIT; \(line)")
  }

  @Test func `an export to standard output is appended where standard output appends`() throws {
    let run = try shell(
      "echo old > $d/f; moonshell -e \"\(export) print('printed') P:export('/dev/stdout', { format = 'csv' })\" "
        + "-e 'print(1)' >> $d/f; cat $d/f; ls $d")
    #expect(run.output == "old\nprinted\nid,n\n1,1\n2,2\n3,3\n1\nf\n", "\(run)")
  }

  @Test func `an export to a pipe goes through it`() throws {
    let run = try shell("moonshell -e \"\(export) P:export('/dev/stdout', { format = 'csv' })\" | tail -1")
    #expect(run.output == "3,3\n" && run.exit == .exited(0), "\(run)")
  }

  @Test func `results that go to standard output as a file are appended too`() throws {
    let run = try shell("echo old > $d/f; printf '.output /dev/stdout\\n1 + 1\\n' | moonshell >> $d/f; cat $d/f")
    #expect(run.output == "old\n2\n", "\(run)")
  }

  @Test func `a full disk is said and fails`() throws {
    let run = try shell("printf '.output /dev/full\\n1 + 1\\nprint(\"not run\")\\n' | moonshell")
    #expect(run.exit == .exited(1) && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("cannot write /dev/full: no space left on device: not everything is in it"), "\(run)")
  }

  @Test func `an export that is killed leaves nothing behind`() throws {
    let run = try shell(
      """
      P="P = entity 'P' { n = integer {}, before_encode = function(o, d) os.execute('kill -9 \\$PPID') return d end }"
      moonshell -e "$P db:create_all() P:create { n = 1 } P:export('$d/out.json')" 2> /dev/null; echo $?; ls -A $d
      """)
    #expect(run.output == "137\n", "\(run)")
  }
}
