import Glibc
import Testing

/// Files in and out, as the program takes and writes them.
///
/// `MOONSHELL_KILLS` says how often an import is killed (20), in runs of 20.
@Suite(.serialized) struct ExchangeTests {
  @Test(arguments: 0..<KillStorm.runs) func `a killed import or export leaves the old state or the new`(run: Int) throws
  {
    try KillStorm.run(
      "imports", within: 700,
      prepare: """
        cat > $d/schema.lua <<'END'
        Player = entity "Player" { name = text { required = true, unique = true }, age = integer {} }
        END
        cat > $d/work.lua <<'END'
        dofile(arg[1] .. "/schema.lua")
        Player:import(arg[1] .. "/p.csv")
        Player:export(arg[1] .. "/out.json")
        END
        cat > $d/check.lua <<'END'
        dofile(arg[1] .. "/schema.lua")
        local count, file = Player:count(), #Player:read(arg[1] .. "/out.json")
        local check = db:query("PRAGMA integrity_check")[1].integrity_check
        if (count ~= 3 and count ~= 20003) or (file ~= 3 and file ~= 20003) or check ~= "ok" then
          print("broken", count, file, check)
        end
        Player:where { id = is.greater(3) }:delete()
        Player:export(arg[1] .. "/out.json")
        io.write(count == 3 and "o" or "n")
        END
        $program $d/a.db -e "dofile('$d/schema.lua') db:create_all()
          for i = 1, 3 do Player:create { name = 'old' .. i } end Player:export('$d/out.json')"
        (echo name,age; seq -f 'new%.0f,20' 20000) > $d/p.csv
        """,
      work: "$program $d/a.db $d/work.lua $d")
  }

  @Test func `a file of rows is opened as a database is`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); printf 'id;name\\n1;Ann\\n2;Bob\\n' > "$d/my people.csv"; printf '{"n":1}' > $d/one.jsonl
      moonshell "$d/my people.csv" -e 'print(MyPeople:count(), MyPeople:get(2).name)'
      moonshell $d/one.jsonl -e 'print(One:first().n)'
      moonshell $d/none.csv -e 'print(1)' 2> $d/errors; echo $?; sed "s#$d/##" $d/errors >&2; rm $d/errors
      moonshell $d/x.db -e 'local _ = db:execute "create table t(a)"'
      cp $d/x.db $d/y.csv; moonshell $d/y.csv -e 'print(T:count())'
      ls $d; rm -r $d
      """)
    #expect(run.output == "2\tBob\n1\n1\n0\nmy people.csv\none.jsonl\nx.db\ny.csv\n", "\(run)")
    #expect(run.errors == "moonshell: cannot open 'none.csv': no such file or directory\n", "\(run)")
  }

  @Test func `a pipe that is named like a file of rows is said to be none`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); mkfifo $d/f.csv; cd $d; m="$OLDPWD/\(Program.path)"
      timeout 20 "$m" f.csv -e 1; echo $?; timeout 20 "$m" -e '.import f.csv'; echo $?; rm -r $d
      """)
    #expect(run.output == "1\n1\n", "\(run)")
    let words = "cannot open 'f.csv': it is not a regular file, and would be read twice"
    #expect(run.errors.split(separator: "\n").filter { $0.contains(words) }.count == 2, "\(run)")
  }

  @Test func `rows that are read only are not written`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); printf 'name\nAnn\nBob\n' > $d/people.csv; m="$PWD/\(Program.path)"
      "$m" --read-only $d/people.csv -e 'People:count()' -e 'print(pcall(function() People:first():delete() end))' \
        -e 'db:transaction(function() print(People:count()) end)' -e 'print(pcall(db.execute, db, "create table t(a)"))' \
        -e 'print(pcall(open, "'$d'/new.db"))' -e 'People:count()'; ls $d; rm -r $d
      """)
    let starts = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(starts == ["2", "false", "2", "false", "false", "2", "people.csv"], "\(run)")
  }

  @Test func `an interrupted import leaves nothing`() throws {
    let folder = try Program.shell("d=$(mktemp -d); (echo name; seq 300000) > $d/p.csv; printf $d").output
    let run = try Program.run(
      [
        folder + "/a.db", "-e",
        """
        Player = entity "Player" { name = text {} } db:create_all()
        io.write("ready") io.flush()
        Player:import("\(folder)/p.csv")
        """,
      ], signal: SIGINT)
    #expect(run.exit == .signalled(SIGINT) && run.output == "ready" && run.errors.contains("interrupted"), "\(run)")
    let check = try Program.shell("moonshell \(folder)/a.db -e 'print(Player:count())'; rm -r \(folder)")
    #expect(check.output == "0\n")
  }
}
