import Testing

@testable import Editing

@Suite struct EditedTextTests {
  @Test func `lines are found around the cursor`() {
    var text = EditedText("one\n  two\nthree", cursor: 6)
    #expect(text.lineStart == 4 && text.lineEnd == 9 && text.column == 2)
    #expect(!text.isInFirstLine && !text.isInLastLine)
    #expect(text.indentation == [" ", " "])
    text.moveLine(by: 1, column: 4)
    #expect(text.cursor == 14 && text.isInLastLine)
    text.moveLine(by: 1, column: 4)
    #expect(text.cursor == 14)
    text.moveLine(by: -1, column: 40)
    #expect(text.cursor == 9)
  }

  @Test func `words are names`() {
    let text = EditedText("a.b1[_c] = d", cursor: 8)
    #expect(text.wordStart == 5)
    #expect(text.wordEnd == 12)
    #expect(EditedText("", cursor: 0).wordStart == 0)
  }

  @Test func `changes are undone and done again, letters of a word at once`() {
    var text = EditedText("")
    var undo = EditUndo(text)
    for letter in "ab c".unicodeScalars {
      text.insert([letter])
      undo.note(text)
    }
    #expect(undo.undo()?.string == "ab ")
    #expect(undo.undo()?.string == "ab")
    #expect(undo.undo()?.string == "")
    #expect(undo.undo() == nil)
    #expect(undo.redo()?.string == "ab")
    undo.note(EditedText("new"))
    #expect(undo.redo() == nil)
  }

  @Test func `a walk meets the entries that begin as the draft does, and comes back to it`() {
    let entries = ["Player:count()", "x = 1", "Player:all()", "Player:all()"]
    var walk = HistoryWalk(draft: "Play", count: entries.count)
    #expect(walk.older(in: entries, than: "Play") == "Player:all()")
    #expect(walk.older(in: entries, than: "Player:all()") == "Player:count()")
    #expect(walk.older(in: entries, than: "Player:count()") == nil)
    #expect(walk.newer(in: entries, than: "Player:count()") == "Player:all()")
    #expect(walk.newer(in: entries, than: "Player:all()") == "Play")
    #expect(walk.newer(in: entries, than: "Play") == nil)
    var any = HistoryWalk(draft: "a\nb", count: entries.count)
    #expect(any.older(in: entries, than: "a\nb") == "Player:all()")
  }

  @Test func `the newest entry that begins so is suggested`() {
    let entries = ["Player:count()", "Player:all()", "x = 1"]
    var suggestion = Suggestion()
    #expect(suggestion.rest(of: EditedText("P"), in: entries) == "layer:all()")
    #expect(suggestion.rest(of: EditedText("Player:"), in: entries) == "all()")
    #expect(suggestion.rest(of: EditedText("Player:c"), in: entries) == "ount()")
    #expect(suggestion.rest(of: EditedText("Player:cx"), in: entries) == nil)
    #expect(suggestion.rest(of: EditedText("Player:cxy"), in: entries) == nil)
    #expect(suggestion.rest(of: EditedText("x", cursor: 0), in: entries) == nil)
    #expect(suggestion.rest(of: EditedText("x"), in: entries) == " = 1")
    #expect(suggestion.rest(of: EditedText(""), in: entries) == nil)
  }
}
