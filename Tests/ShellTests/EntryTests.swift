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
