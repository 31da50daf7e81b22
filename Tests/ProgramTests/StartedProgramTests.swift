import Glibc
import Testing

/// What a script starts with `os.execute` and `io.popen` ends with it.
@Suite struct StartedProgramTests {
  @Test(arguments: [
    "os.execute('(sleep 2; touch late) ; true')", "io.popen('(sleep 2; touch late); true'):read('a')",
    "io.popen('cat > /dev/null; sleep 2; touch late', 'w'):close()",
    "os.execute('trap \"\" TERM; sleep 1; sleep 1; touch late')",
  ])
  func `a time limit ends it, and what it started`(chunk: String) throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d) && m="$PWD/\(Program.path)" && cd "$d"
      "$m" --time-limit 0.2 -e "$(cat <<'END'
      \(chunk)
      END
      )"; echo "exit $?"; [ -e late ] && echo 'it went on'; sleep 2.5; ls; rm -r "$d"
      """)
    #expect(run.output == "exit 1\n", "\(run)")
    #expect(run.errors.contains("time limit reached"), "\(run)")
  }

  @Test func `results are those of Lua`() throws {
    let run = try Program.run([
      "-e",
      """
      print(os.execute(), os.execute("exit 3"))
      print(os.execute("true"))
      print(os.execute("kill -9 $$"))
      local f = io.popen("echo a; echo b; exit 4")
      print(io.type(f), f:read("l", "l"))
      print(f:close())
      print(io.type(f), pcall(f.read, f))
      local w = io.popen("cat", "w") local _ = w:write("written\\n") print(w:close())
      print(pcall(io.popen, "true", "rw"))
      for line in io.popen("echo x"):lines() do print(line) end
      """,
    ])
    #expect(
      run.output == """
        true\tnil\texit\t3
        true\texit\t0
        nil\tsignal\t9
        file\ta\tb
        nil\texit\t4
        closed file\tfalse\tattempt to use a closed file
        written
        true\texit\t0
        false\tbad argument #2 to 'io.popen' (invalid mode)
        x

        """, "\(run)")
  }

  @Test func `Ctrl-C ends it and the entry`() throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 120)
    try shell.waitForPrompt()
    shell.send("os.execute('echo begun; sleep 60') print('went on')\r")
    try shell.waitFor("\nbegun")
    // The shell is to have its program by now.
    usleep(200_000)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("interrupted") && !shell.screenText.contains("\nwent on"))
    #expect(try shell.enter("21 + 21").contains("42"))
  }
}
