import Testing

@testable import Shell

@Suite struct PromptTests {
  @Test(arguments: [
    ("moon> ", "moon> "),
    ("\u{1B}[1mmoon>\u{1B}[0m ", "|\u{1B}[1m|moon>|\u{1B}[0m| "),
    ("\u{1B}[1mmoon> \u{1B}[0m", "|\u{1B}[1m|moon>|\u{1B}[0m| "),
    ("\u{1B}[1m\u{1B}[36mmoon>\u{1B}[0m ", "|\u{1B}[1m\u{1B}[36m|moon>|\u{1B}[0m| "),
    ("\u{1B}[1m", ""),
    ("", ""),
  ])
  func `no escape sequence is last or alone`(prompt: String, marked: String) {
    #expect(editlinePrompt(prompt, mark: "|") == marked)
  }

  @Test func `what is visible of a prompt has no escapes`() {
    #expect(visiblePrompt("\u{1B}[1;36mmoon*>\u{1B}[0m ") == "moon*> ")
  }

  @Test(arguments: [
    ("a\r\nb\rc\n\n", "a\nb\nc"),
    ("\tx\0y", "\txy"),
    ("", ""),
  ])
  func `a paste keeps tabs and has newlines for line ends`(pasted: String, text: String) {
    #expect(pastedText(Array(pasted.utf8)) == text)
  }

  @Test(arguments: [
    ("moon> ", 0, 6), ("12345678", 0, 8), ("1234567890", 1, 0), ("12345678901", 1, 1),
    ("123456789日", 1, 2), ("a\nb", 1, 1), ("a\tb", 0, 9), ("\u{1B}", 0, 2),
  ])
  func `a position follows the rows of the screen`(text: String, row: Int, column: Int) {
    Terminal.useUTF8()
    var position = ScreenPosition(width: 10)
    position.advance(over: text)
    #expect(position.row == row)
    #expect(position.column == column)
  }
}
