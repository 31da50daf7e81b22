import Encodings
import Schema
import Testing

@Suite struct NameTests {
  @Test(arguments: [
    ("Player", "player"), ("TrackList", "track_list"), ("HTTPServer", "http_server"), ("ServerHTTP", "server_http"),
    ("Track List", "track_list"), ("track-list", "track_list"), ("A", "a"), ("AB", "ab"), ("A1B", "a1_b"),
    ("already_snake", "already_snake"), ("Already_Snake", "already_snake"), ("a.b", "a_b"), ("ÄrgerÖl", "ärger_öl"),
    ("日本Tower", "日本tower"), ("", ""), ("_", "_"), ("x;--", "x___"),
  ]) func namesOfTablesAreInSnakeCase(_ name: String, _ table: String) {
    #expect(snakeCase(name) == table)
  }

  @Test(arguments: [
    ("album", "Album"), ("track list", "TrackList"), ("Track List", "TrackList"), ("track_list", "TrackList"),
    ("HTTPServer", "HTTPServer"), ("2020 sales", "_2020Sales"), ("", "Table"), ("--", "Table"),
    ("a\"b;c", "ABC"), ("albums", "Albums"), ("änderung", "Änderung"), ("_x", "X"),
  ]) func namesOfEntitiesAreInCamelCase(_ table: String, _ name: String) {
    #expect(camelCase(table) == name)
  }

  @Test(arguments: [
    ("Team", "a Team"), ("Animal", "an Animal"), ("entity", "an entity"), ("User", "a User"), ("Unit", "a Unit"),
    ("Umbrella", "an Umbrella"), ("URL", "a URL"), ("uuid", "a uuid"), ("Hour", "an Hour"), ("House", "a House"),
    ("OneTimeCode", "a OneTimeCode"), ("Order", "an Order"), ("", "a "), ("Ärger", "a Ärger"),
  ]) func nounsTakeTheArticleThatTheyAreSpokenWith(_ noun: String, _ words: String) {
    #expect(withArticle(noun) == words)
  }

  @Test(arguments: [
    ("agee", "age"), ("aeg", "age"), ("AGE", "age"), ("nmae", "name"), ("name ", "name"), ("defualt", "default"),
    ("scoore", "score"), ("scroe", "score"),
  ]) func theNearestNameIsFound(_ name: String, _ found: String) {
    #expect(nearest(to: name, in: ["age", "name", "default", "score"]) == found)
  }

  @Test(arguments: ["zzz", "", "x", "a", "nationality", "gea", "age"]) func `nothing is said where nothing is close`(
    _ name: String
  ) {
    #expect(nearest(to: name, in: ["age", "b", "of"]) == nil)
    #expect(suggestion(for: name, in: ["age", "b", "of"]) == "")
  }

  @Test func `the first of the nearest is named`() {
    #expect(nearest(to: "bat", in: ["cat", "hat"]) == "cat")
    #expect(nearest(to: "catt", in: ["carts", "cat"]) == "cat")
    #expect(nearest(to: "x", in: [String]()) == nil)
  }

  @Test func `a very long name is not measured`() {
    #expect(nearest(to: String(repeating: "x", count: 1_000_000), in: ["age", "name"]) == nil)
  }

  @Test func `suggestions are sentences`() {
    #expect(suggestion(for: "agee", in: ["age"]) == " Did you mean 'age'?")
    #expect(suggestion(for: "ag\u{1B}", in: ["ag\u{1B}e"]) == " Did you mean 'ag\\27e'?")
  }

  @Test(arguments: [
    ("", "''"), ("abc", "'abc'"), ("a\tb", "'a\\9b'"), ("\u{1B}[31m", "'\\27[31m'"), ("\r\n", "'\\13\\10'"),
    ("\u{7F}\u{9B}", "'\\127\\155'"), ("é🙂", "'é🙂'"), ("a\u{202E}b", "'a\\u{202e}b'"), ("\u{2028}", "'\\u{2028}'"),
    ("it's", "'it's'"),
  ]) func excerptsAreHarmless(_ text: String, _ excerpt: String) {
    #expect(quotedExcerpt(text) == excerpt)
  }

  @Test func `excerpts are cut`() {
    let forty = String(repeating: "é", count: 40)
    #expect(quotedExcerpt(forty) == "'\(forty)'")
    #expect(quotedExcerpt(forty + "x") == "'\(forty)…'")
    #expect(quotedExcerpt("abcd", limit: 3) == "'abc…'")
    let wide = String(repeating: "🙂", count: 41)
    #expect(Array(wide.utf8).withUnsafeBytes { quotedExcerpt($0) } == "'\(wide.dropLast())…'")
    #expect([UInt8]([0x61, 0xFF]).withUnsafeBytes { quotedExcerpt($0) } == "'a\u{FFFD}'")
  }

  @Test func `inputs are named`() {
    let bytes = Array("a\nb".utf8)
    #expect(bytes.withUnsafeBytes { Input.text($0).described } == "the text 'a\\10b'")
    #expect(Input.integer(3).described == "the integer 3")
    #expect(Input.real(2.5).described == "the number 2.5")
    #expect(Input.boolean(true).described == "the boolean true")
    #expect(Input.null.described == "nothing")
    #expect(Input.other("a table").described == "a table")
  }
}
