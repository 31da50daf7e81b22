import Testing

/// What a script that somebody runs shows of its results, and where.
@Suite struct ScriptResultTests {
  /// Runs a script from a file.
  private func run(_ script: String) throws -> Program.Run {
    try Program.shell(
      """
      d=$(mktemp -d)
      cat > $d/a.lua <<'END'
      P = entity "P" { name = text {}, age = integer {} }
      db:create_all()
      db:add { P { name = "Ann", age = 20 }, P { name = "Bob", age = 30 } }
      \(script)
      END
      cd $d; "$OLDPWD/.build/debug/moonshell" a.lua; status=$?; rm -r $d; exit $status
      """)
  }

  @Test func `it shows requests, groups and rows as the prompt does, and as any format`() throws {
    let run = try run(
      """
      show(P:limit(1))
      show(P:group_by("age"):aggregate { n = "count" }, "csv")
      show(P:pluck "name", "json")
      io.write(P:limit(1):encode "markdown")
      for _, format in ipairs { "html", "box", "table", "line" } do
        assert(P:encode(format):find "Ann" and P:group_by("age"):aggregate { n = "count" }:encode(format):find "20", format)
      end
      """)
    #expect(run.errors == "" && run.exit == .exited(0))
    #expect(
      run.output == """
        ╭────┬──────┬─────╮
        │ id │ name │ age │
        ├────┼──────┼─────┤
        │  1 │ Ann  │  20 │
        ╰────┴──────┴─────╯
        age,n
        20,1
        30,1
        ["Ann","Bob"]
        | id | name | age |
        | ---: | :--- | ---: |
        | 1 | Ann | 20 |

        """)
  }

  @Test func `the plan of a migration is no result of it`() throws {
    let run = try run("P = entity 'P' { name = text {}, age = integer {}, rank = text {} } db:migrate() print 'done'")
    #expect(run.output == "done\n" && run.errors == "p (P, 2 rows)\n  + rank  TEXT\n")
  }

  @Test func `a word that it gave to a module is named where it is missed`() throws {
    let run = try run("json = { decode = print }\nQ = entity 'Q' { a = json {} }")
    #expect(run.exit == .exited(1) && run.output == "")
    #expect(run.errors.contains("json is something else here: the word of the language is still moon.json"))
  }
}
