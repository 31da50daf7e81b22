import Testing

/// Standard input that is no terminal: entries one after another, as at the prompt.
@Suite struct PipedInputTests {
  private func run(_ input: String, _ arguments: [String] = []) throws -> Program.Run {
    try Program.run(["--no-init"] + arguments, input: input)
  }

  @Test func `standard input that is closed is a bad file descriptor, as in stock Lua`() throws {
    let run = try Program.shell("moonshell -e 'print(io.read())' -e 'print(pcall(io.lines()))' <&-")
    #expect(run.output == "nil\tBad file descriptor\t9\nfalse\tBad file descriptor\n", "\(run)")
    let output = try Program.shell("moonshell -e 'io.stderr:write(select(2, io.write(1):flush()))' >&-")
    #expect(output.errors.hasPrefix("Bad file descriptor"), "\(output)")
  }

  @Test func `values print without prompt banner or colour`() throws {
    let run = try run("1 + 1\nx = 5\nx, nil, 'text'\n=x * 2\n_\n")
    #expect(run == Program.Run(output: "2\n5\nnil\ntext\n10\n10\n", errors: "", exit: .exited(0)))
  }

  @Test func `the first error ends it and names its line`() throws {
    let run = try run("1\n\nfunction f()\n  error('no')\nend\nf()\n2\n")
    #expect(run.exit == .exited(1) && run.output == "1\n")
    let traceback =
      "stack traceback:\n\t[C]: in function 'error'\n\tstdin:4: in function 'f'\n\t(...tail calls...)\n"
    #expect(run.errors == "moonshell: stdin:4: no\n  4 |   error('no')\n" + traceback)
  }

  @Test func `an entry goes on until it is complete`() throws {
    #expect(try run("{ 1,\n2 }\ns = [[a\nb]]\n#s\n'a' ..\n'b'\n").output == "{ 1, 2 }\n3\nab\n")
    #expect(
      try run("x = {").errors == "moonshell: stdin:1: unexpected symbol near <eof>\n  1 | x = {\n")
  }

  @Test func `an entry reads the lines that follow it`() throws {
    #expect(try run("io.read()\nhello\nio.read('n')\n42\n_\n").output == "hello\n42\n42\n")
  }

  @Test func `statements end at the line or at a semicolon`() throws {
    let input = """
      select 1 as a
      SELECT 2 AS b,
        3 AS c
      ;
      CREATE TABLE t (a);
      CREATE TRIGGER tt AFTER INSERT ON t BEGIN
        DELETE FROM t;
      END;
      INSERT INTO t VALUES (';
      ');
      SELECT count(*) AS n FROM t
      """
    let run = try run(input, ["--mode", "csv"])
    #expect(run == Program.Run(output: "a\n1\nb,c\n2,3\nn\n0\n", errors: "", exit: .exited(0)))
  }

  @Test func `a bare keyword in small letters is SQL`() throws {
    let input = """
      create table t(a integer primary key);
      begin;
      insert into t values(1);
      rollback;
      select count(*) as n from t;
      Begin
      insert into t values(2);
      commit -- done
      vacuum
      analyze;
      select a from t;
      begin = 7
      begin
      """
    let run = try run(input, ["--csv"])
    #expect(run == Program.Run(output: "n\n0\na\n2\n7\n", errors: "", exit: .exited(0)))
  }

  @Test func `an empty line ends a statement that could end there`() throws {
    let input = """
      SELECT 1 AS a,
      2 AS b

      print(4)
      CREATE TABLE t (
        a,

        b
      );
      INSERT INTO t
      VALUES (1, 2)

      SELECT * FROM t
      """
    let run = try run(input, ["--csv"])
    #expect(run == Program.Run(output: "a,b\n1,2\n4\na,b\n1,2\n", errors: "", exit: .exited(0)))
  }

  @Test func `a line that a message names is the line of the input`() throws {
    let run = try run("x = 1\ny = 2\nfoo(\n3 4)\n")
    #expect(run.errors.hasPrefix("moonshell: stdin:4: ") && run.errors.contains("at line 3)"), "\(run.errors)")
  }

  @Test func `long results are never cut`() throws {
    let numbers = try run("t = {} for i = 1, 1000 do t[i] = i end\nt\n")
    #expect(numbers.output.contains("1000") && !numbers.output.contains("more"))
    let rows = try run(
      "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 500) SELECT n, 'x' FROM t\n")
    #expect(rows.output.split(separator: "\n").count == 504)
    let wide = try run("SELECT '\(String(repeating: "w", count: 500))' AS w\n")
    #expect(wide.output.contains(String(repeating: "w", count: 500)))
  }

  @Test func `quit ends it and an unknown command is an error`() throws {
    #expect(try run("1\nexit\n2\n").output == "1\n")
    #expect(try run("exit = 3\nexit\n").output == "3\n")
    #expect(
      try run(".schma\n")
        == Program.Run(
          output: "",
          errors: "moonshell: stdin:1: there is no command .schma. Did you mean '.schema'? .help lists them\n",
          exit: .exited(1)))
  }

  @Test func `null empty text and the word null look different`() throws {
    #expect(try run("SELECT NULL AS a, '' AS b, 'NULL' AS c\n").output.contains("│ NULL │   │ 'NULL' │"))
  }

  @Test func `control characters in cells are escaped`() throws {
    #expect(try !run("SELECT 'a' || char(27) || '[2J' AS x\n").output.contains("\u{1B}"))
  }

  @Test func `what writes goes on with the next line where that is a clause`() throws {
    let start = "CREATE TABLE t (a)\nINSERT INTO t VALUES (1), (2), (3)\n"
    let counted = "SELECT count(*) AS n FROM t\n"
    #expect(try run(start + "DELETE FROM t\n  WHERE a = 3;\n" + counted, ["--mode", "csv"]).output == "n\n2\n")
    #expect(
      try run(start + "delete from t\n-- not all\nwhere a = 3\nand a > 0;\n" + counted, ["--mode", "csv"]).output
        == "n\n2\n")
    #expect(try run(start + "DELETE FROM t\n" + counted, ["--mode", "csv"]).output == "n\n0\n")
    #expect(try run(start + "DELETE FROM t;\nwhere = 5\nwhere\n").output == "5\n")
    #expect(try run(start + "UPDATE t SET a = 7\nio.read('n')\n42\n").output == "42\n")
  }

  @Test(arguments: [
    (
      "1\nSELECT 1,\n  ae FROM t;\n",
      "stdin:5: no such column: 'ae'\n  5 |   ae FROM t;\n        ^^\nDid you mean 'age'?\n"
    ),
    ("SELECT 1 FORM t\n", "stdin:3: near \"t\": syntax error\n  3 | SELECT 1 FORM t\n                    ^\n"),
    ("SELECT 1; SELECT 'é', * FROM tt\n", "stdin:3: the database has no table 'tt'"),
  ]) func mistakesInSQLShowTheirPlace(entry: String, words: String) throws {
    let run = try run("CREATE TABLE t (age)\n2\n" + entry)
    #expect(run.errors.replacing(":memory:", with: "the database").contains(words), "\(run.errors)")
    #expect(run.exit == .exited(1))
  }

  @Test(arguments: [
    (".tables x", ".tables takes nothing: 'x' is too much"), (".quit 3", ".quit takes nothing: '3' is too much"),
    (".open a b.db", ".open takes one file, in quotation marks where its name has blanks: 'b.db' is too much"),
    (".explain Gnre", "not nil. Did you mean 'Genre'?"),
    (".explain Genre:where { a = 1 }", "stdin:2: Genre has no field 'a'"),
    (".chart { 1, 2 } a", "the list has plain values"),
  ]) func commandsSayWhatTheyDoNotTake(command: String, words: String) throws {
    let run = try run("Genre = entity 'Genre' { name = text {} } db:create_all()\n\(command)\n")
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}
