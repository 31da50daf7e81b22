import Glibc
import TestSupport
import Testing

/// Ctrl-C at random moments: whatever was under way, the next entry is answered.
@Suite(.serialized) struct InterruptStormTests {
  /// What a person may be doing; some of it ends by itself, some never does.
  private static let moments = [
    "while true do end\r", "while true do pcall(function() while true do end end) end\r",
    "coroutine.wrap(function() while true do end end)()\r", "(('a'):rep(1e5)):find(('.-'):rep(20) .. 'b')\r",
    "for i = 1, 1e9 do s = ('x'):rep(100) end\r", "t = {} for i = 1, 1e7 do t[i] = i end\r",
    "for i = 1, 2e4 do print(i) end\r", "P:all()\r", "P:all():fetch()\r",
    "P:where(function(p) return p.n % 2 == 0 end)\r",
    "P:where(function(p) while true do end end):count()\r", ".check P\r", ".summary P\r", ".advise P:where { n = 5 }\r",
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 1000000) SELECT n FROM t\r",
    "SELECT count(*) FROM p a, p b, p c\r",
    "db:transaction(function() for i = 1, 1e9 do P:create { n = i } end end)\r", "db:begin() while true do end\r",
    "P:all():update { n = 3 } while true do end\r", "table.sort(t or {}, function(a, b) return a > b end)\r",
    ".help where\r",
    "1 +", "x = {\r  1,\r  ", "SELECT *\r", "string.\t\t", "P:wh\t\t", ".mode \t\t", "'日本\u{1B}[D\u{1B}[D", "\u{12}P:",
    "\u{1B}[A\u{1B}[A", "{ 1, 2, { 3 } }\r", "nonsense(\r", "\u{1B}[200~a = 1\rb = 2", "json = 1\r",
  ]

  @Test func `the next entry is answered each time`() throws {
    let count = getenv("MOONSHELL_INTERRUPTS").flatMap { Int(String(cString: $0)) } ?? 60
    let seed = Dice.seed()
    print("InterruptStormTests: \(count) interrupts, MOONSHELL_SEED=\(seed)")
    var dice = Dice(seed: seed)
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 120)
    try shell.waitForPrompt()
    // What is typed blindly would be a pager's.
    _ = try shell.enter(".pager off")
    _ = try shell.enter("P = entity 'P' { n = integer {} } db:create_all()")
    _ = try shell.enter("l = {} for i = 1, 2000 do l[i] = P { n = i } end db:add(l) l = nil")
    for round in 1...count {
      // Two presses within 150 ms are one, and no person types an entry between them.
      usleep(160_000)
      shell.forget()
      let moment = Self.moments[dice.roll(Self.moments.count)]
      shell.send(moment)
      usleep(UInt32(dice.roll(40_000)))
      shell.send("\u{3}")
      // A paste that was announced is dropped to its end, which a terminal always sends.
      if moment.contains("[200~") { shell.send("\u{1B}[201~") }
      // A key that came in with the signal may be left of the line: Ctrl-U takes it away, as a person would.
      shell.send("\u{15}'round ' .. \(round) .. ' gives ' .. 1 + 1\r")
      do {
        try shell.waitFor("round \(round) gives 2", timeout: 30)
      } catch {
        Issue.record("round \(round) of seed \(seed): \(moment.debugDescription)\n\(error)")
        return
      }
    }
    #expect(try shell.enter("P:all():count()").contains("2000"))
    #expect(try shell.enter("db:begin()").hasSuffix("moon*> "))
  }
}
