import Interchange
import Schema
import Testing

@Suite("Tables on narrow terminals")
struct WidthTests {
  static let rows = Rows(
    columns: [
      OutputColumn("id", .integer), OutputColumn("title", .text), OutputColumn("score", .integer),
      OutputColumn("note", .text),
    ],
    rows: [
      [.integer(1), .text("The quick brown fox jumps over the lazy dog"), .integer(123_456), .text("ok")],
      [.integer(22), .null, .integer(-1), .text("a longer note")],
    ])

  @Test
  func `60 cells: the widest text gives up room`() {
    #expect(
      Self.rows.text(.box, FormatOptions(width: 60)) == """
        ╭────┬────────────────────────────┬────────┬───────────────╮
        │ id │ title                      │  score │ note          │
        ├────┼────────────────────────────┼────────┼───────────────┤
        │  1 │ The quick brown fox jumps… │ 123456 │ ok            │
        │ 22 │ NULL                       │     -1 │ a longer note │
        ╰────┴────────────────────────────┴────────┴───────────────╯

        """)
  }

  @Test
  func `40 cells: all texts give up room, numbers none`() {
    #expect(
      Self.rows.text(.box, FormatOptions(width: 40)) == """
        ╭────┬────────────┬────────┬───────────╮
        │ id │ title      │  score │ note      │
        ├────┼────────────┼────────┼───────────┤
        │  1 │ The quick… │ 123456 │ ok        │
        │ 22 │ NULL       │     -1 │ a longer… │
        ╰────┴────────────┴────────┴───────────╯

        """)
  }

  @Test
  func `20 cells: numbers go before the first text`() {
    #expect(
      Self.rows.text(.box, FormatOptions(width: 20)) == """
        ╭────┬─────────┬───╮
        │ id │ title   │ … │
        ├────┼─────────┼───┤
        │  1 │ The qu… │ … │
        │ 22 │ NULL    │ … │
        ╰────┴─────────┴───╯
        2 of 4 columns
        hidden: score, note

        """)
  }

  @Test
  func `10 cells: the first column remains`() {
    #expect(
      Self.rows.text(.box, FormatOptions(width: 10)) == """
        ╭────┬───╮
        │ id │ … │
        ├────┼───┤
        │  1 │ … │
        │ 22 │ … │
        ╰────┴───╯
        3 of 4 co…

        """)
  }

  @Test func `keys of other tables go first, then numbers, and text keeps its share`() {
    let columns =
      [OutputColumn("TrackId", .integer), OutputColumn("Name", .text)]
      + ["AlbumId", "MediaTypeId", "GenreId"].map { OutputColumn($0, .integer, isReference: true) }
      + [OutputColumn("Composer", .text)]
      + ["Milliseconds", "Bytes", "UnitPrice"].map { OutputColumn($0, .integer) }
    let row: [Value] = [
      .integer(1), .text("For Those About To Rock (We Salute You)"), .integer(1), .integer(1), .integer(1),
      .text("Angus Young, Malcolm Young, Brian Johnson"), .integer(343_719), .integer(11_170_334), .integer(99),
    ]
    let way = FormatOptions(width: 80, wayOut: ".last line shows all")
    let table = Rows(columns: columns, rows: Array(repeating: row, count: 4)).text(.box, way).split(separator: "\n")
    #expect(table[1].hasPrefix("│ TrackId │ Name "))
    #expect(table[1].contains("Composer") && table[1].contains("Millise") && !table[1].contains("AlbumId"))
    #expect(table[3].contains("For Those About To Ro…"))
    #expect(
      table.suffix(2) == [
        "5 of 9 columns hidden · .last line shows all · AlbumId, MediaTypeId, GenreId,", "Bytes, UnitPrice",
      ])
    #expect(table.allSatisfy { DisplayWidth.of(String($0)) <= 80 })
    let lines = Rows(columns: columns, rows: Array(repeating: row, count: 3)).text(.box, way).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "        Name = For Those About To Rock (We Salute You)")
    #expect(lines.count == 3 * 9 + 3)
  }

  @Test(arguments: [
    (0.1 + 0.2, "0.3"), (251177.7431042, "251177.7431"), (1.0, "1.0"), (2.0 / 3, "0.6666666667"),
    (-0.99999999999, "-1.0"),
    (1234567890123.5, "1234567890123.5"), (9.9999999999e-7, "1e-06"), (1e300, "1e+300"),
    (0.000123456789012, "0.000123456789"),
  ])
  func `a person reads ten digits, a program all`(_ value: Double, _ text: String) {
    let rows = Rows(columns: [OutputColumn("x", .real)], rows: [[.real(value)]])
    #expect(rows.text(.table, FormatOptions(width: 80)).contains(" \(text) |"))
    #expect(rows.text(.table).contains(" \(value) |"))
  }

  @Test
  func `1 cell: the lines are cut`() {
    #expect(Self.rows.lines(.table, width: 1) == ["+", "|", "+", "|", "|", "+", "…"])
  }

  @Test
  func `nothing is cut where there is room, or no limit`() {
    #expect(Self.rows.text(.box, FormatOptions(width: 80)) == Self.rows.text(.box))
    #expect(!Self.rows.text(.box).contains("…"))
  }

  @Test
  func `a wide character that has no room leaves its cell blank`() {
    let rows = Rows.texts("東京都庁", name: "n")
    #expect(rows.lines(.table, width: 10)[3] == "| 東京…  |")
    #expect(rows.lines(.table, width: 11)[3] == "| 東京都… |")
    #expect(rows.lines(.table, width: 12)[3] == "| 東京都庁 |")
  }

  @Test
  func `a very long text is cut without being read to its end, and says so`() {
    let line = Rows.texts(String(repeating: "é", count: 1_000_000), name: "n").lines(.table, width: 10)[3]
    #expect(line == "| ééééé… |")
    let zalgo = "a" + String(repeating: "\u{301}", count: 5000)
    #expect(Rows.texts(zalgo, name: "n").lines(.table, width: 10)[3].contains("…"))
  }

  @Test(
    "width of text in cells",
    arguments: [
      ("", 0), ("abc", 3), ("naïve", 5), ("e\u{301}", 1), ("東京", 4), ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇫🇷", 2), ("🇫", 1), ("❤", 1), ("❤️", 2), ("1️⃣", 2),
      ("\u{200B}", 0), ("…", 1), ("│", 1), ("𠀀", 2), ("नमस्ते", 4), ("ไทย", 3), ("🏳️‍🌈", 2), ("©", 1), ("\u{AD}", 1),
    ])
  func displayWidth(text: String, cells: Int) {
    #expect(DisplayWidth.of(text) == cells)
  }

  @Test
  func `text is cut to any number of cells`() {
    let text = "a東京🇫🇷b"
    let cuts = (0...9).map { DisplayWidth.cut(text, to: $0) }
    #expect(cuts == ["", "…", "a…", "a…", "a東…", "a東…", "a東京…", "a東京…", text, text])
  }
}
