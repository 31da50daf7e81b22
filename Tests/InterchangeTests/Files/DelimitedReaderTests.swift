import Encodings
import Interchange
import Schema
import TestSupport
import Testing

@Suite("Rows of text are read as they were written")
struct DelimitedReaderTests {
  @Test
  func `csv knows quotes, empty text and NULL, and lines inside of fields`() throws {
    let text = "id,name,note\n1,\"Mister \"\"MV\"\"\",\n2,\"\",\"two\nlines, one comma\"\n"
    #expect(
      try rows(text) == [["id", "name", "note"], ["1", "Mister \"MV\"", "␀"], ["2", "", "two\nlines, one comma"]])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `line ends are LF, CRLF or CR, and the last may be missing`(end: String) throws {
    #expect(try rows(["a,b", "1,2", "3,4"].joined(separator: end)) == [["a", "b"], ["1", "2"], ["3", "4"]])
    #expect(try rows(["a,b", "1,\"2\"", "3,\"4\"", ""].joined(separator: end)).count == 3)
  }

  @Test
  func `a byte order mark is no part of the first name, and empty lines are no rows`() throws {
    #expect(try rows("\u{FEFF}a,b\n\n1,2\n\n") == [["a", "b"], ["1", "2"]])
    #expect(try rows("\na\n1\n\n3") == [["a"], ["1"], ["␀"], ["3"]])
  }

  @Test
  func `a quote inside a field that begins with none is a quote`() throws {
    #expect(try rows("a,b\n5\" disk,x\"y\"") == [["a", "b"], ["5\" disk", "x\"y\""]])
  }

  @Test func `tsv is read as spreadsheets write it, and with escapes where that is said`() throws {
    #expect(
      try rows("a\tb\nC:\\temp\t\"two\nlines\"\r\n\t\\N", .tsv)
        == [["a", "b"], ["C:\\temp", "two\nlines"], ["␀", "\\N"]])
    var options = ReadingOptions()
    options.hasEscapes = true
    #expect(
      try rows("a\tb\n1\\t2\\n\\\\\t\\N\r\n\t\\\\N", .tsv, options)
        == [["a", "b"], ["1\t2\n\\", "␀"], ["", "\\N"]])
  }

  @Test(
    "what is wrong says where",
    arguments: [
      ("", "it is empty: the first line names the columns"),
      ("a,b\n1,2\n1", "line 3, column 1: the row has 1 field, but there are 2 columns"),
      (
        "Sales of May\n\na,b,c\n1,2,3",
        "line 3, column 1: the row has 3 fields, but there is 1 column. Where it has the names of the columns, say { skip = 2 }"
      ),
      ("a,b\n1,é\"\n2,\"x\n", "line 3, column 3: the quote that begins here is never closed"),
      (
        "a,b\n\"x\ny\"z,2",
        "line 3, column 3: 'z…' stands behind a closing quote: a quote inside a quoted field is doubled (\"\")"
      ),
    ])
  func mistakes(text: String, words: String) {
    #expect(mistake(text, .csv) == words)
  }

  @Test(arguments: 4...20) func `what stands behind a quote is shown the same however little is read at once`(
    window: Int
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("a\n\"x\"éüö,1\n", to: "rows.csv")
    do {
      _ = try FileFormat.csv.value(from: ByteInput(path: folder.file("rows.csv"), window: window))
      Issue.record("it is taken")
    } catch {
      #expect(error.description.hasPrefix("line 2, column 4: 'é…' stands behind a closing quote"))
    }
  }

  @Test
  func `an escape that tsv does not know says so`() {
    var options = ReadingOptions()
    options.hasEscapes = true
    for (text, words) in [
      ("a\tb\nx\té\\q", "line 2, column 4: unknown escape '\\q': a backslash is written \\\\"),
      ("a\n\\", "line 2, column 1: unknown escape '\\': a backslash is written \\\\"),
    ] {
      let error = #expect(throws: InterchangeError.self) { try rows(text, .tsv, options) }
      #expect(error?.description == words)
    }
  }

  @Test
  func `what is no UTF-8 says so`() {
    let words = "bytes that are no UTF-8: say what the file is, as in { encoding = \"latin1\" }"
    #expect(mistake([0x61, 0xFF, 0x0A], .csv) == "line 1, column 1: " + words)
    #expect(mistake([0x61, 0x0A, 0xFF], .csv) == "line 2, column 1: " + words)
  }

  @Test
  func `a row after one with too few fields can be read`() throws {
    guard case .rows(let reader) = try FileFormat.csv.reader(ByteInput(Array("a,b\n1\n2,3\n".utf8))) else { return }
    #expect(throws: InterchangeError.self) { try reader.next() }
    #expect(reader.canGoOn && reader.line == 2)
    #expect(try reader.next() && reader.line == 3)
    #expect(try !reader.next())
  }

  @Test(arguments: [1, 2, 3, 20_260_001] as [UInt64])
  func `what the writers write comes back`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let table = Rows(
      columns: [OutputColumn("a", .text), OutputColumn("b,\t\"", .text)],
      rows: (0..<300).map { _ in
        (0..<2).map { _ in Int.random(in: 0..<6, using: &dice) == 0 ? .null : .text(dice.text()) }
      })
    for (format, file) in [(Format.csv, FileFormat.csv), (.tsv, .tsv)] {
      let read = try rows(table.text(format), file)
      #expect(read.count == 301, "seed \(seed)")
      for (row, values) in zip(read.dropFirst(), table.rows) {
        let expected = values.map { value in if case .text(let text) = value { text } else { "␀" } }
        #expect(row == expected, "seed \(seed)")
      }
    }
  }
}
