import TestSupport
import Testing

/// Indexes of columns of a server that have an order of their own find and sort what begins with a text.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignIndexTests {
  @Test func `beginnings and sorts use them`() throws {
    let script = try Script.ofOthers(
      "own_orders",
      [
        """
        CREATE TABLE word (id int PRIMARY KEY, plain text COLLATE "C" NOT NULL, german text COLLATE "de-x-icu" NOT NULL)
        """,
        "CREATE INDEX plain_words ON word (plain)", "CREATE INDEX german_words ON word (german COLLATE \"C\")",
        "INSERT INTO word SELECT i, 'w' || i, 'ä' || i FROM generate_series(1, 20000) i", "ANALYZE word",
      ])
    try script.expect(
      """
      local function index(request) return tostring(request:explain()):match "[%l_]+_words" or "none" end
      print(index(Word:where { plain = is.prefix "w199" }), Word:where { plain = is.prefix "w199" }:count())
      print(index(Word:where { german = is.prefix "ä199" }), Word:where { german = is.prefix "ä199" }:count())
      print(index(Word:sorted_by("plain"):limit(5)), index(Word:sorted_by("-plain"):limit(5)))
      print(index(Word:sorted_by("german"):limit(5)), Word:sorted_by("german"):first().german)
      """,
      """
      plain_words 111
      german_words 111
      plain_words plain_words
      german_words ä1
      """)
  }
}
