import Encodings
import Interchange
import Schema
import Testing

@Suite("Tables for people")
struct ScreenTests {
  @Test
  func `NULL, '', 'NULL' and ''NULL'' all look different`() {
    let rows = Rows(
      columns: [OutputColumn("name", .text)], rows: [[.null], [.text("")], [.text("NULL")], [.text("'NULL'")]])
    #expect(rows.lines(.line) == ["name = NULL", "", "name = ", "", "name = 'NULL'", "", "name = ''NULL''"])
    #expect(Set(rows.lines(.box)[3...6]).count == 4)
  }

  @Test
  func `the text for NULL can be chosen, and is never that of a value`() {
    let rows = Rows(
      columns: [OutputColumn("a", .any)], rows: [[.null], [.text("-")], [.text("")], [.integer(1)], [.text("NULL")]])
    let dash = rows.text(.line, FormatOptions(nullText: "-"))
    #expect(dash == "a = -\n\na = '-'\n\na = \n\na = 1\n\na = NULL\n")
    let nothing = rows.text(.line, FormatOptions(nullText: ""))
    #expect(nothing == "a = \n\na = -\n\na = ''\n\na = 1\n\na = NULL\n")
  }

  @Test
  func `data never drives the terminal`() {
    let shown = written(Array("a\u{1B}[31m\n\t\r\u{7F}\u{0}\u{9B}2J\u{202E}\u{2028}b".utf8) + [0xFF, 0xC3], .line)
    #expect(shown == #"a = a\27[31m\n\t\r\127\0\u{9B}2J\u{202E}\u{2028}b\255\195"# + "\n")
    let named = Rows(columns: [OutputColumn("a\u{1B}b")], rows: [[.integer(1)]])
    for format in Format.all where format.isForPeople {
      #expect(!named.text(format).unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test
  func `a blob shows its bytes, and of many the first ones and the size`() {
    let rows = Rows(
      columns: [OutputColumn("a", .data)],
      rows: [[.data([0, 255])], [.data(Array(0..<16))], [.data(Array(repeating: 0xAB, count: 12_345))]])
    #expect(
      rows.lines(.line) == [
        "a = x'00ff'", "", "a = x'000102030405060708090a0b0c0d0e0f'", "",
        "a = x'abababababababab…' (12,345 bytes)",
      ])
  }

  @Test
  func `reals are written in the fewest digits, and whole ones keep their .0`() {
    let values = [1, 0.1, -0.0, 1e20, 1e-7, .infinity, -.infinity, .nan, 1.0 / 3, 100_000, 12.5]
    let rows = Rows(columns: [OutputColumn("r", .real)], rows: values.map { [.real($0)] })
    #expect(
      rows.lines(.line).filter { !$0.isEmpty }.map { $0.dropFirst(4) } == [
        "1.0", "0.1", "-0.0", "1e+20", "1e-07", "inf", "-inf", "nan", "0.3333333333333333", "100000.0", "12.5",
      ])
  }

  @Test
  func `characters count by the cells that they take`() {
    #expect(
      wideSample.text(.box) == """
        ╭──────────────────┬─────┬───────╮
        │ 名前             │   n │ 🏷     │
        ├──────────────────┼─────┼───────┤
        │ 東京都庁舎展望室 │   1 │ 👩‍👩‍👧‍👦👍🏽  │
        │ 한국어           │  22 │ 🇫🇷🇯🇵  │
        │ e\u{301}te\u{301}              │ 333 │ naïve │
        ╰──────────────────┴─────┴───────╯

        """)
  }

  @Test
  func `an untyped column stands right when it holds numbers alone`() {
    let rows = Rows(
      columns: [OutputColumn("n"), OutputColumn("m"), OutputColumn("o")],
      rows: [[.integer(1), .integer(1), .null], [.null, .text("x"), .null], [.real(10.5), .null, .null]])
    #expect(
      rows.lines(.table).dropFirst().dropLast() == [
        "|    n | m    | o    |", "+------+------+------+", "|    1 | 1    | NULL |", "| NULL | x    | NULL |",
        "| 10.5 | NULL | NULL |",
      ])
  }

  @Test
  func `rows that are left out are counted, and sections stand across the table`() {
    let text = TextSink.text { sink in
      var writer = Format.box.writer(to: sink)
      writer.begin([OutputColumn("id", .integer), OutputColumn("name", .text)])
      writer.section("Red")
      writer.row(values: [.integer(1), .text("Zerator")])
      writer.gap(1194)
      writer.row(values: [.integer(1196), .text("Bob")])
      writer.section("A longer\ntitle than the rows")
      writer.row(values: [.integer(2), .text("Maghla")])
      writer.end()
    }
    #expect(
      text == """
        ╭──────┬────────────────────────╮
        │   id │ name                   │
        ├──────┴────────────────────────┤
        │ Red                           │
        ├──────┬────────────────────────┤
        │    1 │ Zerator                │
        │ … 1,194 more                  │
        │ 1196 │ Bob                    │
        ├──────┴────────────────────────┤
        │ A longer\\ntitle than the rows │
        ├──────┬────────────────────────┤
        │    2 │ Maghla                 │
        ╰──────┴────────────────────────╯

        """)
  }

  @Test
  func `line shows gaps and sections, too`() {
    let text = TextSink.text { sink in
      var writer = Format.line.writer(to: sink)
      writer.begin([OutputColumn("id", .integer)])
      writer.section("Red")
      writer.row(values: [.integer(1)])
      writer.gap(3)
      writer.end()
    }
    #expect(text == "Red\n\nid = 1\n\n… 3 more\n")
  }

  @Test
  func `colours surround parts and change nothing else`() {
    let rows = Rows.row([.integer, .text], .integer(1), .null)
    let coloured = rows.text(.table, FormatOptions(style: Style([.null: "<n>", .number: "<1>", .heading: "<h>"])))
    #expect(coloured.contains("| <1>1\u{1B}[0m | <n>NULL\u{1B}[0m |"))
    let end = "\u{1B}[0m"
    let plain = ["<n>", "<1>", "<h>", end].reduce(coloured) { text, mark in
      text.split(separator: mark, omittingEmptySubsequences: false).joined()
    }
    #expect(plain == rows.text(.table))
  }

  @Test
  func `without a header there are rows alone`() {
    let rows = Rows.row([.integer, .text], .integer(1), .text("x"))
    #expect(rows.text(.table, FormatOptions(showsHeader: false)) == "+---+---+\n| 1 | x |\n+---+---+\n")
    #expect(rows.text(.csv, FormatOptions(showsHeader: false)) == "1,x\n")
    #expect(rows.text(.tsv, FormatOptions(showsHeader: false)) == "1\tx\n")
  }
}
