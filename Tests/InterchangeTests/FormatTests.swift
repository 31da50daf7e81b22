import Encodings
import Interchange
import Schema
import Testing

@Suite("The list of formats")
struct FormatTests {
  @Test
  func `names are unique, and each format says what it is`() {
    #expect(Set(Format.all.map(\.name)).count == Format.all.count)
    for format in Format.all {
      #expect(!format.summary.isEmpty && !format.summary.contains("\n"))
      #expect(Format.named(format.name)?.summary == format.summary)
    }
    #expect(
      Format.all.map(\.name).sorted() == [
        "box", "csv", "html", "insert", "json", "jsonl", "line", "lua", "markdown", "table", "tsv",
      ])
    #expect(Format.all.filter(\.isForPeople).map(\.name) == ["box", "table", "line"])
    #expect(Format.named("yaml") == nil)
  }

  @Test(arguments: Array(1...60))
  func `tables keep to the width, whatever it is`(width: Int) {
    for format in [Format.box, .table] {
      for rows in [sample, wideSample] {
        for line in rows.lines(format, width: width) {
          #expect(DisplayWidth.of(line) <= width, "\(format.name): \(line)")
        }
      }
    }
  }

  @Test
  func `formats for programs are neither cut nor coloured`() {
    for format in Format.all where !format.isForPeople {
      let whole = sample.text(format)
      for width in 1...60 { #expect(sample.text(format, FormatOptions(width: width, style: .colours)) == whole) }
    }
  }

  @Test
  func `every format writes rows of no columns and columns of no rows`() {
    for format in Format.all {
      #expect(Rows(columns: [], rows: []).text(format) == Rows(columns: [], rows: []).text(format))
      _ = Rows(columns: [], rows: [[]]).text(format)
      _ = Rows(columns: sample.columns, rows: []).text(format)
    }
  }

  @Test(
    "a typo finds its neighbour, and nothing when nothing is close",
    arguments: [
      ("jsn", ["json"]), ("josn", ["json"]), ("mark", ["markdown"]), ("JSON", ["json", "jsonl"]), ("tabel", ["table"]),
      ("cvs", ["csv"]), ("yaml", []), ("", []), ("xxxxxxxx", []),
    ])
  func nearest(typed: String, expected: [String]) {
    #expect(Format.nearest(to: typed).prefix(expected.isEmpty ? 3 : expected.count) == expected[...])
  }

  @Test
  func `a sink hands on everything in order, however small its buffer`() {
    for format in Format.all {
      var pieces: [UInt8] = []
      let sink = TextSink(capacity: 1) { pieces += $0 }
      var writer = format.writer(to: sink)
      writer.begin(sample.columns)
      for row in sample.rows { writer.row(values: row) }
      writer.end()
      sink.flush()
      #expect(pieces == sample.bytes(format))
    }
  }
}

/// Text whose characters take two cells, or none, or are many code points.
let wideSample = Rows(
  columns: [OutputColumn("名前", .text), OutputColumn("n", .integer), OutputColumn("🏷", .text)],
  rows: [
    [.text("東京都庁舎展望室"), .integer(1), .text("👩‍👩‍👧‍👦👍🏽")],
    [.text("한국어"), .integer(22), .text("🇫🇷🇯🇵")],
    [.text("e\u{301}te\u{301}"), .integer(333), .text("naïve")],
  ])
