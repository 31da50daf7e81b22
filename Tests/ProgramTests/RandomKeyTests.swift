import Glibc
import TestSupport
import Testing

/// Keys as they come, at several widths: none of them ends the program, which goes on answering.
///
/// `MOONSHELL_RANDOM_KEYS=200` makes that many sessions of each width, in place of one.
@Suite(.serialized) struct RandomKeyTests {
  private static let sessions = getenv("MOONSHELL_RANDOM_KEYS").flatMap { Int(String(cString: $0)) } ?? 1

  @Test(arguments: [80, 40, 17, 6] as [UInt16])
  func `no keys end the program`(columns: UInt16) throws {
    for session in 0..<Self.sessions {
      let seed = UInt64(columns) << 32 + UInt64(session)
      var dice = Dice(seed: seed)
      var keys: [String] = []
      do {
        try type(&dice, columns, &keys)
      } catch {
        Issue.record("seed \(seed): \(error)\nafter \(keys)")
        return
      }
    }
  }

  private func type(_ dice: inout Dice, _ columns: UInt16, _ keys: inout [String]) throws {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"], environment: ["PAGER": "cat", "EDITOR": "/bin/true", "VISUAL": ""],
      columns: columns, rows: UInt16(2 + dice.roll(20)))
    try shell.waitForPrompt()
    for _ in 0..<100 {
      let key = Self.key(&dice)
      keys.append(key)
      shell.send(key)
      if dice.roll(12) == 0 { usleepMilliseconds(5) }
      if dice.roll(25) == 0 { shell.resize(columns: UInt16(1 + dice.roll(100)), rows: UInt16(1 + dice.roll(30))) }
      if dice.roll(30) == 0 { kill(shell.process, SIGINT) }
    }
    // Whatever is open now, a search or a paste, ends; and what is typed is dropped.
    shell.send("\u{1B}[201~\u{7}")
    usleepMilliseconds(300)
    shell.send("\u{3}")
    usleepMilliseconds(300)
    shell.resize(columns: 80, rows: 24)
    shell.send("\u{15}")
    try shell.finish("'alive: ' .. 6 * 7", timeout: 20)
    try shell.waitFor("alive: 42", timeout: 20)
  }

  /// Not among them: Ctrl-D, Ctrl-Z, Ctrl-\ and Ctrl-S, which are to end the program, to stop it or its output.
  private static func key(_ dice: inout Dice) -> String {
    switch dice.roll(8) {
    case 0, 1: return dice.pick(words)
    case 2: return dice.pick(arrows)
    case 3: return "\u{1B}" + String(UnicodeScalar(UInt8(0x20 + dice.roll(95))))
    case 4:
      return "\u{1B}[200~" + (0...dice.roll(3)).map { _ in dice.pick(words) }.joined(separator: "\r") + "\u{1B}[201~"
    case 5: return dice.pick(["\t", "\r", "\u{7F}", "\u{3}", " ", "\u{18}\u{5}", "\u{12}", "\u{1B}\r"])
    default:
      let code = UInt8(1 + dice.roll(31))
      return [0x04, 0x11, 0x13, 0x1A, 0x1C].contains(code) ? "\t" : String(UnicodeScalar(code))
    }
  }

  private static let arrows = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OA", "\u{1B}OB", "\u{1B}[H", "\u{1B}[F", "\u{1B}[3~",
    "\u{1B}[1;5C", "\u{1B}[1;5D", "\u{1B}[1;3A", "\u{1B}[5~", "\u{1B}[", "\u{1B}", "\u{1B}[99;99R",
  ]

  private static let words = [
    "x = {", "1, ", "for i = 1, 3 do", "end", "}", ")", "漢字", "👩‍👩‍👧", "e\u{301}", "ﬀ", "\"", "[[", "]]", "'", "--",
    ".help", ".tables", "!1", "!99", "SELECT 1", "SELECT", "print(", "moon.", "db:", "x", " = ", "string.re",
    "\u{FEFF}",
    String(repeating: "a", count: 130), "else", "\u{200B}", "\u{7F}\u{7F}", "=x", "_",
  ]
}
