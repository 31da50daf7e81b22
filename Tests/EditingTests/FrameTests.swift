import TestSupport
import Testing

@testable import Editing

@Suite struct FrameTests {
  private func frame(
    _ text: EditedText, width: Int, prompt: String = "moon> ", ghost: String = "", footer: [String] = []
  ) -> Frame {
    var highlighter = Highlighter(text.scalars)
    highlighter.mark(at: text.cursor)
    var content = Frame.Content(
      prompt: prompt, continuation: "  ... ", text: text, attributes: highlighter.attributes)
    content.ghost = ghost
    content.footer = footer
    return Frame(content, width: width, cells: Screen.cells)
  }

  /// The rows of a frame, and the letters of its attributes.
  private func rows(_ frame: Frame) -> [String] {
    frame.rows.map { row in row.reduce(into: "") { $0.unicodeScalars.append($1.scalar) } }
  }

  @Test func `lines have prompts of their own, and long ones go on below their text`() {
    let shown = frame(EditedText("print(\n  'abcdefgh')"), width: 20)
    #expect(rows(shown) == ["moon> print(", "  ...   'abcdefgh')"])
    #expect(shown.cursor == (1, 19))
    let long = frame(EditedText("abcdefghijklmnopqrstuvwxyz"), width: 20)
    #expect(rows(long) == ["moon> abcdefghijklmn", "      opqrstuvwxyz"])
    #expect(long.cursor == (1, 18))
  }

  @Test func `a cursor behind a full row stands in the next one`() {
    let shown = frame(EditedText("abcdefghijklmn"), width: 20)
    #expect(rows(shown) == ["moon> abcdefghijklmn", "      "])
    #expect(shown.cursor == (1, 6))
  }

  @Test func `wide characters, marks, tabs and controls take their columns`() {
    #expect(rows(frame(EditedText("日本e\u{301}\tx\u{1}"), width: 40)) == ["moon> 日本e\u{301}     x^A"])
    #expect(frame(EditedText("日本e\u{301}"), width: 40).cursor == (0, 11))
    #expect(rows(frame(EditedText("a\u{200D}\u{FE0F}b"), width: 40)) == ["moon> ab"])
    #expect(rows(frame(EditedText("0123456日"), width: 8, prompt: "")) == ["0123456", "日"])
  }

  @Test func `what may follow stands behind the cursor, and lines below the entry`() {
    let shown = frame(EditedText("Pla"), width: 20, ghost: "yer", footer: ["search: x"])
    #expect(rows(shown) == ["moon> Player", "search: x"])
    #expect(shown.cursor == (0, 9))
    #expect(shown.rows[0].suffix(3).allSatisfy { $0.attribute == .ghost })
  }

  @Test func `a window of a tall entry holds the cursor`() {
    var text = EditedText((1...30).map { "\($0)" }.joined(separator: "\n"))
    let (end, first) = frame(text, width: 20).window(rows: 5, from: 0)
    #expect(first == 25 && end.rows.count == 5 && end.cursor.row == 4)
    text.cursor = 0
    let (start, top) = frame(text, width: 20).window(rows: 5, from: first)
    #expect(top == 0 && start.cursor.row == 0)
  }

  @Test func `a key that is typed writes little, once`() {
    let before = EditedText(String(repeating: "local x = 1\n", count: 100) + "print('a")
    var after = before
    after.insert(["b"])
    let bytes = FrameDifference.bytes(from: frame(before, width: 80), to: frame(after, width: 80))
    #expect(bytes.utf8.count < 100)
    var moved = after
    moved.cursor -= 1
    #expect(FrameDifference.bytes(from: frame(after, width: 80), to: frame(moved, width: 80)) == "\r\u{1B}[14C")
    #expect(FrameDifference.bytes(from: frame(after, width: 80), to: frame(after, width: 80)) == "")
  }

  private static let pieces = [
    "a", "xyz", " ", "\n", "日", "e\u{301}", "😀", "\t", "(", ")", "'", "\"", "--", "[[", "local", "\u{1}", "SELECT ",
    "\u{200D}",
  ]

  /// Changes a text at random: types, deletes, moves.
  private func change(_ text: inout EditedText, _ dice: inout Dice) {
    switch dice.roll(8) {
    case 0: text.cursor = dice.roll(text.scalars.count + 1)
    case 1 where text.cursor > 0: _ = text.remove(max(0, text.cursor - dice.roll(9))..<text.cursor)
    case 2: text.moveLine(by: dice.roll(2) == 0 ? -1 : 1, column: text.column)
    case 3: text.cursor = text.scalars.count
    case 4: _ = text.remove(text.cursor..<text.lineEnd)
    default: text.insert(Array(Self.pieces[dice.roll(Self.pieces.count)].unicodeScalars))
    }
  }

  @Test(arguments: [(80, 24), (120, 24), (41, 8), (23, 6)])
  func `a picture that is reached by differences is the one that is painted at once`(width: Int, height: Int) {
    for seed in 1...25 {
      var dice = Dice(seed: UInt64(seed))
      var screen = Screen(width: width, height: height)
      var (old, first) = (Frame(width: width), 0)
      var text = EditedText("")
      for step in 0..<120 {
        change(&text, &dice)
        let ghost = dice.roll(4) == 0 && text.isAtEnd ? "ghost of 日本 entries" : ""
        let whole = frame(text, width: width, ghost: ghost, footer: dice.roll(6) == 0 ? ["search: abc"] : [])
        let (new, start) = whole.window(rows: height, from: first)
        screen.write(FrameDifference.bytes(from: old, to: new))
        (old, first) = (new, start)
        var fresh = Screen(width: width, height: height)
        fresh.write(FrameDifference.bytes(from: Frame(width: width), to: new))
        let shown = Array(screen.rows[(screen.row - new.cursor.row)...].prefix(new.rows.count))
        #expect(shown == Array(fresh.rows.prefix(new.rows.count)), "seed \(seed), step \(step): \(text.string)")
        #expect(screen.column == new.cursor.column && screen.unknown.isEmpty, "seed \(seed), step \(step)")
        if shown != Array(fresh.rows.prefix(new.rows.count)) { return }
      }
    }
  }
}
