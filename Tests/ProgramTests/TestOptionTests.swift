import Testing

/// `moonshell --test`: cases that leave nothing behind, and what came of them as TAP.
@Suite struct TestOptionTests {
  private static let cases = """
    local schema = require "schema"
    test("counts", function() Player:create { name = "A", age = 20 } expect(Player:count()):equals(1) end)
    test("is empty again", function() expect(Player:count()):equals(0) end)
    test("tables by content", function() expect({ 1, { a = "x" } }):equals { 1, { a = "x" } } end)
    test("rules", function() expect(Player { name = "A", age = 3, }):fails_on "age" end)
    test("errors", function() expect(function() error "no such luck" end):raises "such" end)
    test("observers", function()
      local seen = 0
      local stop = Player:observe(function() seen = seen + 1 end)
      db:transaction(function() Player:create { name = "B", age = 21 } end)
      stop()
      expect(seen):equals(2)
    end)
    test("fails", function() expect({ a = { 1, 2 } }):equals { a = { 1, 3 } } end)
    """

  private func run(_ line: String) throws -> Program.Run {
    try Program.shell(
      """
      d=$(mktemp -d); cd_() { cd "$d"; }; root=$PWD; moon() { "$root"/.build/debug/moonshell "$@"; }
      mkdir $d/t; cat > $d/t/schema.lua <<'END'
      Player = entity "Player" { name = text {}, age = integer { validate = function(v) return v > 17, "is too young" end } }
      db:create_all()
      END
      mv $d/t/schema.lua $d/t/schema.lua_; mkdir $d/t/schema; mv $d/t/schema.lua_ $d/t/schema/init.lua
      cat > $d/t/a.lua <<'END'
      \(Self.cases)
      END
      echo 'test("other file", function() expect(Player):equals(nil) end)' > $d/t/b.lua
      cd "$d"; \(line); status=$?; rm -r "$d"; exit $status
      """)
  }

  @Test func `cases are run, undone and told as TAP`() throws {
    let run = try run("moon --test t")
    #expect(
      run.output == """
        TAP version 13
        ok 1 - t/a.lua: counts
        ok 2 - t/a.lua: is empty again
        ok 3 - t/a.lua: tables by content
        ok 4 - t/a.lua: rules
        ok 5 - t/a.lua: errors
        ok 6 - t/a.lua: observers
        not ok 7 - t/a.lua: fails
          ---
          message: |
            at a[2]: expected 3, got 2
          at: t/a.lua:14
          ...
        ok 8 - t/b.lua: other file
        1..8

        """)
    #expect(run.exit == .exited(1))
  }

  @Test func `a database that is named keeps what it had`() throws {
    let run = try run(
      """
      moon p.db -e "$(cat t/schema/init.lua)" -e 'Player:create { name = "Z", age = 30 }' > /dev/null
      echo 'test("one", function() Player:create { name = "Y", age = 31 } expect(Player:count()):equals(2) db:commit() end)' > c.lua
      moon --test p.db c.lua; moon p.db -e 'Player:count()'
      """)
    #expect(run.output.contains("message: |\n    no transaction is open: begin one first"))
    #expect(run.output.hasSuffix("\n1\n"))
  }

  @Test func `an object fails on what is required, and on rules over several fields`() throws {
    let run = try run(
      """
      cat > r.lua <<'END'
      P = entity "P" { name = text { required = true }, n = integer {}, check = { "n ~= 2" } }
      test("a", function() expect(P {}):fails_on "name" end)
      test("b", function() expect(P { name = "x", n = 2 }):fails_on "n ~= 2" end)
      test("c", function() expect(P { n = 2 }):fails_on "size" end)
      END
      moon --test r.lua; moon --test; echo $?
      """)
    #expect(run.output.contains("ok 1 - r.lua: a\nok 2 - r.lua: b\nnot ok 3 - r.lua: c\n"))
    #expect(run.output.contains("expected size to fail, but it is name, n ~= 2 that does\n"))
    #expect(run.output.contains("  at: r.lua:4\n") && run.output.hasSuffix("1..3\n2\n"))
  }

  @Test func `rows of a set are compared by their content, and numbers by all of their digits`() throws {
    let run = try run(
      """
      cat > r.lua <<'END'
      rs = result_set { unique = "id" }
      rs:load { { id = 1, tags = { "x" } } }
      test("a", function() expect(rs:at(1)):equals { id = 1, tags = { "x" } } end)
      test("b", function() expect(rs:at(1)):equals { id = 2, tags = { "x" } } end)
      test("c", function() expect(0.1 + 0.2):equals(0.3) end)
      END
      moon --test r.lua
      """)
    #expect(run.output.contains("ok 1 - r.lua: a\nnot ok 2 - r.lua: b\n"))
    #expect(run.output.contains("at id: expected 2, got 1\n"))
    #expect(run.output.contains("expected 0.3, got 0.30000000000000004\n"))
  }

  @Test func `a case stands in a file of tests, and a file without cases fails`() throws {
    let run = try run("moon -e 'test(\"x\", function() end)'; echo > e.lua; moon --test e.lua")
    #expect(run.errors.contains("is a case of a file of tests: run it with moonshell --test FILE"))
    #expect(run.errors.contains("moonshell: no test was found"))
    #expect(run.output.hasSuffix("1..0\n") && run.exit == .exited(1))
  }

  @Test func `tests find the modules of the folder above theirs, wherever they are called from`() throws {
    let run = try run(
      """
      mkdir -p shop/tests/more; mv t/schema/init.lua shop/models.lua
      echo 'require "models" test("one", function() expect(Player:count()):equals(0) end)' > shop/tests/a.lua
      echo 'require "modles"' > shop/tests/b.lua
      mkdir other; cd other; moon --test ../shop/tests; cd ../shop/tests; moon --test a.lua .; cd ..; moon --test tests/more; moon -e 'require "modles"'
      """)
    #expect(run.output.contains("ok 1 - ../shop/tests/a.lua: one\n"), "\(run.output)")
    #expect(run.output.contains("ok 1 - a.lua: one\nok 2 - ./a.lua: one\n"), "\(run.output)")
    #expect(run.output.contains("module 'modles' not found"), "\(run.output)")
    #expect(run.errors.contains("there is no *.lua in the folder"), "\(run.errors)")
    #expect(run.errors.contains("Did you mean 'models'?"), "\(run.errors)")
  }

  @Test func `a set that outlives a case forgets what it did`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); cat > $d/a.lua <<'END'
      Player = entity "Player" { name = text {} } db:create_all()
      local rs, told = Player:results(), {}
      rs:observe(function(changes) told[#told + 1] = tostring(changes):match "^[^\\n]*" end)
      test("one", function() Player:create { name = "z" } expect(#rs):equals(1) end)
      test("two", function() expect(#rs):equals(0) end)
      test("three", function()
        Player:create { name = "y" }
        expect(told):equals { "1 section inserted", "1 section deleted", "1 section inserted" }
      end)
      END
      .build/debug/moonshell --test $d/a.lua; rm -r $d
      """)
    #expect(
      run.output.contains("ok 1 - ") && run.output.contains("ok 2 - ") && run.output.contains("ok 3 - "),
      "\(run.output)")
    #expect(!run.output.contains("not ok"), "\(run.output)")
  }
}
