import Testing

@testable import Shell

@Suite struct TerminalTests {
  @Test(
    arguments: [
      // option, is a terminal, NO_COLOR, TERM, coloured
      (ColorChoice.auto, true, nil, "xterm", true),
      (.auto, false, nil, "xterm", false),
      (.auto, true, "1", "xterm", false),
      (.auto, true, "", "xterm", true),
      (.auto, true, nil, "dumb", false),
      (.auto, true, nil, "", false),
      (.auto, true, nil, nil, false),
      (.always, false, "1", "dumb", true),
      (.always, true, nil, nil, true),
      (.never, true, nil, "xterm", false),
    ] as [(ColorChoice, Bool, String?, String?, Bool)])
  func theOptionBeatsTheVariableWhichBeatsTheTerminal(
    choice: ColorChoice, isTerminal: Bool, noColor: String?, type: String?, isColored: Bool
  ) {
    let variables = ["NO_COLOR": noColor, "TERM": type]
    #expect(choice.decides(outputIsTerminal: isTerminal) { variables[$0] ?? nil } == isColored)
  }

  @Test func `a person sits there when both streams are terminals`() {
    #expect(Terminal(inputIsTerminal: true, outputIsTerminal: true).isInteractive)
    #expect(!Terminal(inputIsTerminal: false, outputIsTerminal: true).isInteractive)
    #expect(!Terminal(inputIsTerminal: true, outputIsTerminal: false).isInteractive)
    #expect(Terminal(inputIsTerminal: true, outputIsTerminal: false).width() == nil)
  }

  @Test func `a line of progress never wraps: it loses the beginning of the name`() {
    let words = "a long name of a file 東京.csv ███▏        32 % · 320,000 rows · 2 s left"
    #expect(ProgressLine.line(words, width: nil) == words + " · Ctrl-C cancels")
    #expect(ProgressLine.line(words, width: 200) == words + " · Ctrl-C cancels")
    #expect(
      ProgressLine.line(words, width: 70) == "…東京.csv ███▏        32 % · 320,000 rows · 2 s left · Ctrl-C cancels")
    #expect(ProgressLine.line(words, width: 20) == "…t · Ctrl-C cancels")
  }

  @Test func `no colour is hard to read on a light or a dark screen`() {
    for role in Role.allCases {
      let colours = role.parameters.split(separator: ";").compactMap { Int($0) }.filter { $0 >= 30 }
      #expect(colours.allSatisfy { [31, 32, 35, 36].contains($0) })
    }
  }

  @Test func `a palette without colour leaves text alone`() {
    for role in Role.allCases {
      #expect(Palette.plain("x", role) == "x")
      #expect(Palette(isColored: true)("x", role) == "\u{1B}[\(role.parameters)mx\u{1B}[0m")
      #expect(Palette(isColored: true)("", role) == "")
    }
  }

  @Test(arguments: [
    ("plain, プレイヤー 😀", "plain, プレイヤー 😀"),
    ("a\u{1B}[2Jb", "a\\27[2Jb"),
    ("a\u{1}2", "a\\0012"),
    ("\0", "\\0"),
    ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\r\n", "\\r\\n"),
    ("\u{7F}", "\\127"),
    ("\u{9B}2J", "\\u{9B}2J"),
    ("\u{202E}x", "\\u{202E}x"),
  ])
  func `control characters are shown as Lua writes them`(text: String, shown: String) {
    #expect(escapingControls(text) == shown)
  }

  @Test func `control characters that are asked for stay`() {
    #expect(escapingControls("a\nb\u{7}", keeping: ["\n"]) == "a\nb\\7")
  }

  @Test func `no control character is left`() {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = escapingControls("a\(scalar)b")
      #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }
}
