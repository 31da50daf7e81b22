import Testing

/// Modules in Lua, and where they are looked for.
@Suite struct ModuleTests {
  private func run(_ line: String) throws -> Program.Run {
    try Program.shell(
      """
      d=$(mktemp -d); root=$PWD; moon() { "$root"/.build/debug/moonshell "$@"; }; mkdir -p $d/app/lib $d/else
      echo 'return { double = function(n) return 2 * n end }' > $d/app/numbers.lua
      echo 'return require "numbers".double(21)' > $d/app/lib/answer.lua
      echo 'print(require "lib.answer", require "numbers".double(4))' > $d/app/main.lua
      echo 'local answer = require "lib.answer" test("doubles", function() expect(answer):equals(42) end)' > $d/app/cases.lua
      cd $d/else; \(line); status=$?; rm -r $d; exit $status
      """)
  }

  @Test(arguments: ["$d/app/main.lua", "../app/main.lua", "$d/a.db $d/app/main.lua"])
  func `a script finds its modules, wherever it is called from`(arguments: String) throws {
    #expect(try run("moon \(arguments)") == Program.Run(output: "42\t8\n", errors: "", exit: .exited(0)))
  }

  @Test(arguments: ["../app", "../app/cases.lua", "$d/app/cases.lua"])
  func `a file of tests finds its modules, wherever it is called from`(path: String) throws {
    let run = try run("moon --test \(path) | grep -c '^ok 1 - .*cases.lua: doubles$'")
    #expect(run == Program.Run(output: "1\n", errors: "", exit: .exited(0)))
  }

  @Test func `a module that is required for what it does leaves nothing in what is redirected`() throws {
    let chunks = try run("cd ../app; moon --csv -e 'require \"numbers\"' -e 'require(\"math\")' -e '{ { n = 1 } }'")
    #expect(chunks == Program.Run(output: "n\n1\n", errors: "", exit: .exited(0)))
    let piped = try run("cd ../app; printf 'require \"numbers\"\\nrequire \"numbers\".double(3)\\n' | moon")
    #expect(piped == Program.Run(output: "6\n", errors: "", exit: .exited(0)))
  }
}
