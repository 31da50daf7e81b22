import Testing

@testable import Scripting
@testable import Shell

/// What commands draw with characters.
@Suite struct DrawingTests {
  @Test(arguments: [
    ([1, 4, 8, 0], "▁▄█ "), ([], ""), ([0, 0], ""), ([5], "█"), ([1, 1000], "▁█"), ([Int.max, 1], "█▁"),
  ])
  func `a sparkline shows whatever is there`(counts: [Int], line: String) {
    #expect(sparkline(counts) == line)
  }

  @Test func `bars are in proportion and fit the window`() {
    let chart = Chart(bars: [("a", 10, "10"), ("日本", 5, "5"), ("c", -5, "-5"), ("d", 0, "0")], hidden: 1200)
    #expect(
      chart.lines(width: 18, .plain) == [
        "a     ████████ 10", "日本  ████ 5", "c     ▒▒▒▒ -5", "d      0", "… 1,200 more",
      ])
    #expect(Chart(bars: [], hidden: 0).lines(width: 20, .plain) == ["(no rows)"])
  }

  @Test(arguments: [
    ("a b  c", "a", "b  c"), ("'a b' c", "a b", "c"), ("\"a\"", "a", ""), ("", "", ""), ("'a b", "'a", "b"),
  ])
  func `a file name may stand in quotation marks`(text: String, word: String, rest: String) {
    #expect(text.splittingFirstWord.word == word && text.splittingFirstWord.rest == rest)
  }

  @Test func `a step of the tour is done whatever the blanks`() {
    var tour = Tour()
    let heard = ["1 + 1", "  (1 + 2)   * 7 "].map { tour.hears($0) }
    #expect(heard == [false, true])
    #expect(tour.place == 1)
  }

  @Test(arguments: [("it's", "\"it's\""), ("a\"b\\", "\"a\\\"b\\\\\""), ("a\nb", "\"a\\nb\"")])
  func `text is quoted as Lua writes it`(text: String, quoted: String) {
    #expect(luaQuoted(text) == quoted)
  }
}
