import Testing

/// A migration that is killed at any moment leaves the old tables or the new ones, with all rows.
///
/// `MOONSHELL_KILLS` says how often (20), in runs of 20.
@Suite(.serialized) struct KilledMigrationTests {
  @Test(arguments: 0..<KillStorm.runs) func `a killed migration leaves the old state or the new`(run: Int) throws {
    try KillStorm.run(
      "migrations", within: 400,
      prepare: """
        echo 'Player = entity "Player" { nick = text {}, age = integer {} }' > $d/old.lua
        cat > $d/new.lua <<'END'
        Player = entity "Player" {
          name = text { renamed_from = "nick", validate = is.not_empty }, age = decimal { indexed = true },
          rank = enum { "pro", "amateur", default = "amateur", required = true },
        }
        END
        cat > $d/check.lua <<'END'
        local isNew = pcall(function() return db:query "SELECT rank FROM player LIMIT 1" end)
        dofile(arg[1] .. (isNew and "/new.lua" or "/old.lua"))
        local last = Player:get(20000)
        local sound = db:query("PRAGMA integrity_check")[1].integrity_check == "ok"
        local same = tostring(last.age) == (isNew and "20000.00" or "20000") and (isNew and last.name or last.nick) == "p20000"
        if #db:migrate { dry_run = true } ~= 0 or Player:count() ~= 20000 or not sound or not same then print("broken") end
        io.write(isNew and "n" or "o")
        END
        $program $d/start.db -e "dofile('$d/old.lua') db:create_all() local n = db:execute([[
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO player(nick, age) SELECT 'p' || i, i FROM n]])"
        """,
      beforeEach: "rm -f $d/a.db*; cp $d/start.db $d/a.db",
      work: "$program $d/a.db -e \"dofile('$d/new.lua') db:migrate()\" > $d/plan")
  }
}
