import Encodings
import Interchange
import Testing

/// Files as spreadsheets, databases and libraries write them.
@Suite struct DialectTests {
  private static let expected = [["id", "name", "note"], ["1", "Ann", "a, b"], ["2", "Bob; Co", "␀"]]

  @Test(arguments: [
    "id,name,note\n1,Ann,\"a, b\"\n2,Bob; Co,\n",
    "id;name;note\r\n1;Ann;a, b\r\n2;\"Bob; Co\";\r\n",
    "id\tname\tnote\n1\tAnn\ta, b\n2\tBob; Co\t\n",
    "id|name|note\n1|Ann|a, b\n2|Bob; Co|\n",
    "sep=;\r\nid;name;note\r\n1;Ann;a, b\r\n2;\"Bob; Co\";\r\n",
    "\u{FEFF}id;name;note\n1;Ann;a, b\n2;\"Bob; Co\";",
    "\"id\";\"name\";\"note\"\n\"1\";\"Ann\";\"a, b\"\n\"2\";\"Bob; Co\";\n",
    "id, name, note\n1, Ann, \"a, b\"\n2, Bob; Co,\n",
    " id , name , note \n1,Ann,\"a, b\"\n2,Bob; Co,\n",
    "id,name,note\n1,Ann,\"a, b\" \n2,\"Bob; Co\" ,\n",
    "id;name;note;;\n1;Ann;a, b;;\n2;\"Bob; Co\";;;\n",
    "id,name,note\n1,Ann,\"a, b\",\n2,Bob; Co,,,\n",
    "\n\nid,name,note\n\n1,Ann,\"a, b\"\n\n2,Bob; Co,\n\n",
    "id;name;note\r1;Ann;a, b\r2;\"Bob; Co\";",
  ]) func `separators, quotes, blanks and line ends are recognised`(text: String) throws {
    for format in [FileFormat.csv, .tsv] {
      let read = try rows(text, format).map { $0.prefix(3).map(\.self) }
      #expect(read == Self.expected, "\(format.name)")
    }
  }

  @Test(arguments: [
    // One column, whatever is in it.
    ("name\na;b\nc;d\n", [["name"], ["a;b"], ["c;d"]]),
    // The header says it, not a comma in a text.
    (
      "Name, Vorname;Ort;Alter\nMeier, Hans;Berlin;20\nSchulz;Hamburg;30\n",
      [["Name, Vorname", "Ort", "Alter"], ["Meier, Hans", "Berlin", "20"], ["Schulz", "Hamburg", "30"]]
    ),
    // Numbers with a comma between semicolons.
    ("a;b\n1,5;2,5\n", [["a", "b"], ["1,5", "2,5"]]),
    // What the format is named for wins where two would do.
    ("a,b;c,d\n1,2;3,4\n", [["a", "b;c", "d"], ["1", "2;3", "4"]]),
    // Line ends within quotes do not end a record.
    ("a;b\n\"x\ny,z\";1\n", [["a", "b"], ["x\ny,z", "1"]]),
    // Blanks of texts stay where not every field has one.
    ("a,b\n1, x\n2,y\n", [["a", "b"], ["1", " x"], ["2", "y"]]),
    // Where each has one it belongs to the separator; further ones, and those of the first field, are of the text.
    ("a, b, c\n x,  y, z \n  ,  , \n", [["a", "b", "c"], [" x", " y", "z "], ["  ", " ", "␀"]]),
    // Numbers stand under each other.
    ("id,   n, t\n 1,   5, \"a\"\n10,  -2.5,  b\n", [["id", "n", "t"], ["1", "5", "a"], ["10", "-2.5", " b"]]),
  ]) func `what could be two things is the likelier one`(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test func `UTF-16 and the letters of Windows are read`() throws {
    let text = "Größe;Preis\n1,80;5 €\n„x“;👍\n"
    let expected = [["Größe", "Preis"], ["1,80", "5 €"], ["„x“", "👍"]]
    let units = Array(text.utf16)
    let little: [UInt8] = units.reduce(into: [0xFF, 0xFE]) { $0 += [UInt8($1 & 255), UInt8($1 >> 8)] }
    let big: [UInt8] = units.reduce(into: [0xFE, 0xFF]) { $0 += [UInt8($1 >> 8), UInt8($1 & 255)] }
    #expect(try rows(little) == expected)
    #expect(try rows(big) == expected)
    #expect(try rows(Array(little.dropFirst(2)), encoding: .utf16(isBigEndian: false)) == expected)
    // Without a mark the zeros tell.
    #expect(try rows(Array(little.dropFirst(2))) == expected)
    #expect(try rows(Array(big.dropFirst(2))) == expected)
    var windows = Array("Gr".utf8) + [0xF6, 0xDF]
    windows += Array("e;x\n5 ".utf8) + [0x80, 0x3B, 0x84, 0x93]
    #expect(try rows(windows, encoding: .latin1) == [["Größe", "x"], ["5 €", "„“"]])
  }

  @Test func `half a letter of UTF-16 is an error`() {
    #expect(mistake([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .csv) == "this is UTF-32: save the file as UTF-8")
    #expect(mistake([0xFF, 0xFE, 0x61], .csv) == "it is cut off")
    #expect(mistake([0xFF, 0xFE, 0x00, 0xDC], .csv) == "half a surrogate pair")
    #expect(mistake([0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0], .csv) == "half a surrogate pair")
  }

  @Test func `what is said is not guessed`() throws {
    var options = ReadingOptions(separator: UInt8(ascii: ":"))
    options.nulls = [Array("NA".utf8), Array("-".utf8)]
    let text = "a:b,c\nNA:x\n:-\n\"\":\"NA\"\n"
    #expect(try rows(text, .csv, options) == [["a", "b,c"], ["␀", "x"], ["", "␀"], ["", "␀"]])
    options = ReadingOptions()
    options.hasHeader = false
    #expect(try rows("1;\"a\"\n2;b\n", .csv, options) == [["1", "2"], ["1", "a"], ["2", "b"]])
  }

  @Test func `a name that holds a separator is quoted, so that the file is read as it was written`() throws {
    let table = Rows(columns: [OutputColumn("a;b|c")], rows: [[.text("x;y")]])
    for (format, file) in [(Format.csv, FileFormat.csv), (.tsv, .tsv)] {
      #expect(try rows(table.text(format), file) == [["a;b|c"], ["x;y"]])
    }
  }

  @Test(arguments: [
    (",", "1.234,50", "1234.50"), (",", "-0,5", "-0.5"), (",", "1 234 567,8", "1234567.8"), (",", "12", "12"),
    (".", "1,234.50", "1234.50"), (".", "1'234'567.8", "1234567.8"), (",", "1\u{A0}234,5", "1234.5"),
    (",", " 7,0 ", "7.0"), (",", "1,5e3", "1.5e3"), (",", "1.5", nil), (",", "1.23.456", nil), (",", "12.3456", nil),
  ]) func `numbers of other countries are read`(point: String, text: String, plain: String?) throws {
    let style = NumberStyle(point: try #require(point.utf8.first))
    let result = Array(text.utf8).withUnsafeBytes { style.plain($0) }
    #expect(result.map { String(decoding: $0, as: UTF8.self) } == plain)
  }

  @Test(arguments: [
    ("dd.mm.yyyy", "31.12.2025", "2025-12-31T00:00:00Z"), ("dd.mm.yyyy", "31.12.2025 12:30", "2025-12-31T12:30:00Z"),
    ("m/d/yy", "2/9/69", "2069-02-09T00:00:00Z"), ("m/d/yy", "12/31/99", "1999-12-31T00:00:00Z"),
    ("yyyymmdd hhmmss", "20240229 010203", "2024-02-29T01:02:03Z"), ("dd.mm.yyyy", "1.2.2025", nil),
    ("d.m.yyyy", "1.2.2025", "2025-02-01T00:00:00Z"), ("d.m.yyyy", "30.2.2025", nil), ("d.m.yyyy", "1.2.2025x", nil),
    ("dd.mm.yyyy hh:mm", "31.12.2025 7:30", nil),
  ]) func `days of other countries are read`(pattern: String, text: String, moment: String?) throws {
    let pattern = try #require(DatePattern(pattern))
    #expect(Array(text.utf8).withUnsafeBytes { pattern.moment($0)?.text } == moment)
  }

  @Test(arguments: ["", "dd.mm", "ddd.mm.yyyy", "dd.mm.yyy", "tt.mm.jjjj", "dd.dd.yyyy"])
  func `a pattern without a day, a month and a year is none`(pattern: String) {
    #expect(DatePattern(pattern) == nil)
  }
}
