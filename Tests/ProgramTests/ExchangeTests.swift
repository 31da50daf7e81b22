import Glibc
import Testing

/// Files in and out, as the program takes and writes them.
///
/// `MOONSHELL_KILLS` says how often an import is killed (20), in runs of 20.
@Suite(.serialized) struct ExchangeTests {
  private static let count = 20
  private static let runs = (getenv("MOONSHELL_KILLS").flatMap { Int(String(cString: $0)) } ?? count) / count

  @Test(arguments: 0..<runs) func aKilledImportOrExportLeavesTheOldStateOrTheNew(run: Int) throws {
    let seed = Int.random(in: 1...30_000)
    print("seed of the killed imports: \(seed)")
    let done = try Program.shell(
      """
      d=$(mktemp -d); RANDOM=\(seed); program=$PWD/\(Program.path)
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
      for i in $(seq \(Self.count)); do
        $program $d/a.db $d/work.lua $d & pid=$!
        sleep 0.$(printf %03d $((RANDOM % 700)))
        kill -9 $pid 2> /dev/null; wait $pid 2> /dev/null
        $program $d/a.db $d/check.lua $d
      done
      rm -r $d
      """)
    #expect(
      done.output.count == Self.count && done.output.allSatisfy { $0 == "o" || $0 == "n" }, "seed \(seed): \(done)")
  }

  @Test func anInterruptedImportLeavesNothing() throws {
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
