import Testing

/// The manual page and the completions of shells are made of the lists of which help is made, too.
@Suite struct ManualTests {
  /// The long options that `--help` names.
  private func options() throws -> [String] {
    let help = try Program.run(["--help"]).output
    return Set(help.matches(of: /--([a-z][a-z-]+)/).map { String($0.1) }).sorted()
  }

  private func generated(_ kind: String) throws -> String {
    let run = try Program.run(["--generate", kind])
    #expect(run.errors == "" && run.exit == .exited(0))
    return run.output
  }

  @Test(arguments: [("man", #"\-\-"#), ("bash", "--"), ("zsh", "--"), ("fish", "-l ")])
  func `every option of help is there`(kind: String, start: String) throws {
    let text = try generated(kind)
    let names = try options()
    #expect(names.count > 10)
    for name in names {
      let written = kind == "man" ? name.replacing("-", with: "\\-") : name
      #expect(text.contains(start + written), "\(kind): \(name)")
    }
  }

  @Test func `the manual page tells of every command and word`() throws {
    let page = try generated("man")
    let help = try Program.run(["--no-init"], input: ".help everything\n").output
    let commands = help.matches(of: /\n  (\.[a-z]+)/).map { String($0.1) }
    #expect(commands.count > 20)
    for command in commands { #expect(page.contains("\\fB\\&\(command)"), "\(command)") }
    for word in ["where", "belongs_to", "is.between", "create_all"] {
      #expect(page.contains("\\fB\(word)\\fR"), "\(word)")
    }
    // A line that begins with a dot is a request of man(7), and no text.
    let requests = Set(page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".B", ".I", ".BR", ".PP", ".TP"]))
  }

  @Test func `bash completes options their values and files`() throws {
    let run = try Program.shell(
      #"""
      moonshell --generate bash > /tmp/moonshell-completion.$$; . /tmp/moonshell-completion.$$; rm /tmp/moonshell-completion.$$
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _moonshell; echo "${COMPREPLY[*]}"; }
      ask moonshell --mo; ask moonshell --mode js; ask moonshell --color a; ask moonshell README; ask moonshell -e x
      """#)
    #expect(run == Program.Run(output: "--mode\njson jsonl\nauto always\nREADME.md\n\n", errors: "", exit: .exited(0)))
  }

  @Test func `something else is not made`() throws {
    let run = try Program.run(["--generate", "powershell"])
    #expect(run.exit == .exited(2))
    #expect(run.errors.contains("--generate makes man, bash, zsh, fish, luals, manual, not 'powershell'"))
  }
}
