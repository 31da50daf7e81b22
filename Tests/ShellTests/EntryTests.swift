import Testing

@testable import Shell

/// What an entry is taken for: a command, SQL, Lua.
@Suite struct EntryTests {
  /// A Lua that knows the global `VALUES` and takes nothing that looks like a statement of SQL.
  private let lua = Entry.Lua(
    accepts: { !$0.contains(" ") }, hasGlobal: { ["VALUES", "help", "replace"].contains($0) })

  @Test(arguments: [
    ("SELECT 1", Entry.sql("SELECT 1")), (" SELECT\n1; ", .sql("SELECT\n1;")), ("SELECT (1)", .sql("SELECT (1)")),
    ("select 1", .sql("select 1")), ("select(1)", .lua("select(1)")), ("SELECT = 1", .lua("SELECT = 1")),
    ("VALUES(1)", .lua("VALUES(1)")), ("VALUES[1]", .lua("VALUES[1]")), ("VALUES [a] b", .sql("VALUES [a] b")),
    ("SELECT [Name] FROM t", .sql("SELECT [Name] FROM t")), ("UPDATE [t]", .sql("UPDATE [t]")),
    ("SELECT .5", .sql("SELECT .5")), ("SELECT :a", .sql("SELECT :a")), ("BEGIN, x = 1, 2", .lua("BEGIN, x = 1, 2")),
    ("begin;", .sql("begin;")), ("commit", .sql("commit")), ("Vacuum -- all", .sql("Vacuum -- all")),
    ("values", .sql("values")), ("replace", .lua("replace")), ("help_me", .lua("help_me")),
    ("update_all", .lua("update_all")), ("end", .lua("end")),
    ("\\d Album", .command(name: "schema", argument: "Album")),
    ("SELECTED", .lua("SELECTED")), ("end x", .lua("end x")),
    (".mode csv", .command(name: "mode", argument: "csv")), (".5 + 1", .lua(".5 + 1")),
    ("exit", .command(name: "quit", argument: "")), ("\\q", .command(name: "quit", argument: "")),
    ("help", .lua("help")), ("?", .command(name: "help", argument: "")),
    ("", .empty), ("  ", .empty), ("-- note", .empty), ("--[[ a", .lua("--[[ a")),
  ])
  func `is recognised`(text: String, entry: Entry) {
    #expect(Entry(text, lua: lua) == entry)
  }

  @Test(arguments: ["SHOW x", "SET a = 1", "DO $$BEGIN; END$$", "TABLE t", "TRUNCATE t"])
  func `a server has statements of its own`(text: String) {
    let server = Entry.Lua(accepts: { _ in false }, hasGlobal: { _ in false }, asksServer: { true })
    #expect(Entry(text, lua: server) == .sql(text))
    #expect(Entry(text, lua: lua) == .lua(text))
    #expect(Entry("SET = 1", lua: server) == .lua("SET = 1"))
  }

  @Test(arguments: [
    ("attempt to compare string with nil", "where(function(o) return o.State > \"A\" end)", "o.State may be nil"),
    ("attempt to compare nil with number", "return 3 < o.age", "o.age may be nil"),
    ("attempt to concatenate a nil value (field 'State')", "x = o.State .. \"\"", "o.State may be nil"),
  ])
  func `what may be nil is named`(message: String, line: String, words: String) {
    #expect(NilSlip.advice(for: message, line)?.hasPrefix(words) == true)
  }

  @Test func `a failed comparison is marked where there is one`() {
    #expect(NilSlip.mark(for: "attempt to compare string with nil", in: "return o.a >= 3") == 11..<13)
    #expect(NilSlip.mark(for: "attempt to compare string with nil", in: "return o.a > 3 and o.b < 4") == nil)
    #expect(NilSlip.advice(for: "attempt to compare two table values", "a.b < c.d") == nil)
  }

  @Test(arguments: [
    ("attempt to concatenate a table value (local 'e')", "e", "e(e .. 1)", 2..<3),
    ("attempt to call a nil value (global 'f')", "f", "ff(f, f(1))", 6..<7),
    ("attempt to index a nil value (local 'a')", "a", "b(a); return a.b", 13..<14),
    ("there is no field 'name'", "name", "names { name = 1 }", 8..<12),
  ])
  func `the mark fits the operation`(message: String, name: String, line: String, range: Range<Int>) {
    #expect(ErrorMark.best(of: ErrorMark.occurrences(of: name, in: line), in: line, for: message) == range)
  }

  @Test func `pieces are wrapped`() {
    #expect(wrapped(["one", "two", "three"], separator: ", ", width: 12, indent: "  ") == "one, two,\n  three")
    #expect(wrapped(["one", "two"], separator: " ", width: nil) == "one two")
  }
}
