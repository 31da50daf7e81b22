import Testing

@testable import Shell

/// What commands say when they are not understood, or cannot be done.
@Suite struct CommandErrorWordsTests {
  @Test(arguments: [
    (CommandError.surplus("quit", "takes nothing", "now"), ".quit takes nothing: 'now' is too much. Write .quit"),
    (.chartWithoutField, ".chart takes a request and a field, such as .chart Player:all() age. Write .chart ENTITY"),
    (.importWithoutFile, ".import takes a file, and an entity if there is one: .import players.csv Player. Write"),
    (.openWithoutFile, ".open takes a file, or :memory:. Write .open FILE"),
    (.noEntity("check"), ".check takes an entity. Write .check"),
    (
      .unknownEntity("check", "Playr", among: ["Player"]),
      "there is no entity 'Playr'. Did you mean 'Player'? Write .check"
    ),
    (.noRequest("watch"), ".watch takes a request, such as Player:where { age = 20 }. Write .watch REQUEST"),
    (
      .noRequest("watch", found: "nil", guess: " Did you mean 'Player'?"),
      ".watch takes a request, such as Player:where { age = 20 }, not nil. Did you mean 'Player'? Write .watch"
    ),
    (
      .unknownMode("mode", "boxx", among: ["box", "csv"]),
      "there is no mode 'boxx'. Did you mean 'box'? The modes are box, csv"
    ),
    (.unknown("shell"), "there is no command .shell. os.execute \"ls\" runs a program. .help lists them"),
    (.sqlForRequest("explain"), ".explain takes a request, not SQL: SQL is explained by EXPLAIN QUERY PLAN. Write"),
    (.sqlForRequest("watch"), ".watch takes a request, not SQL: db:from_sql makes one of a SELECT. Write .watch"),
    (.noLimit("few"), "a limit is a number of rows, at least 1, or all, not 'few'. Write .limit"),
    (.noFlag("timer", "maybe"), "'maybe' is neither on nor off. Write .timer on|off"),
    (.noNumbers("name"), ".chart: 'name' is no number in every row"),
    (.editorFailed("vi\u{1B}"), ".edit: 'vi\\27' failed: nothing is run"),
    (.nothingShown, ".last: nothing was shown yet"),
  ])
  func `a command says what is wrong and how it is written`(_ error: CommandError, words: String) {
    #expect(error.description.hasPrefix(words))
  }
}
