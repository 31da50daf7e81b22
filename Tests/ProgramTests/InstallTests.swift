import Testing

/// What `scripts/install` puts where.
@Suite struct InstallTests {
  @Test func `the program comes with its manual, completions, types and examples, and all of it goes again`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); scripts/install --program \(Program.path) $d/p > $d/said; wc -l < $d/said
      for file in bin/moonshell share/man/man1/moonshell.1.gz share/doc/moonshell/manual/index.html \\
        share/bash-completion/completions/moonshell share/zsh/site-functions/_moonshell \\
        share/fish/vendor_completions.d/moonshell.fish share/moonshell/luals/moonshell.lua; do
        test -s $d/p/$file || echo "no $file"
      done
      diff -r scripts/examples $d/p/share/moonshell/examples
      $d/p/bin/moonshell -e '6 * 7'
      scripts/install --remove $d/p; find $d/p -type f; rm -r $d
      """)
    #expect(run == Program.Run(output: "3\n42\n", errors: "", exit: .exited(0)))
  }
}
