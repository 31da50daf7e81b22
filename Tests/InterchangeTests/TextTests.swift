import Interchange
import Schema
import TestSupport
import Testing

@Suite("Text, numbers and documents in formats for programs")
struct TextTests {
  @Test
  func `text that is no UTF-8 makes valid JSON, and stays what it is where bytes can`() throws {
    var dice = Dice(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...30, using: &dice)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      let json = Array(written(bytes, .json).utf8)
      #expect(throws: Never.self) { try StrictJSONReader.read(json) }
      let lua = Array(written(bytes, .lua).utf8)
      #expect(try LuaReader.read(lua).first?.first?.value == .data(bytes))
    }
  }

  @Test
  func `each byte that is no UTF-8 becomes one U+FFFD in JSON`() {
    let surrogate: [UInt8] = [0xED, 0xA0, 0x80]
    #expect(
      written([0x61, 0xFF, 0xC3, 0x28] + surrogate, .jsonLines)
        == "{\"a\":\"a\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}\"}\n")
    #expect(written([0xE2, 0x82], .jsonLines) == "{\"a\":\"\u{FFFD}\u{FFFD}\"}\n")
  }

  @Test
  func `control characters, quotes and backslashes are escaped at every place of a word`() throws {
    for length in 1...20 {
      for place in 0..<length {
        for special in ["\"", "\\", "\n", "\u{1}", "é", "\u{7F}", "👍"] {
          let behind = String(repeating: "x", count: length - place - 1)
          let text = String(repeating: "x", count: place) + special + behind
          let line = written(Array(text.utf8), .jsonLines)
          #expect(try StrictJSONReader.read(Array(line.utf8)) == .object([.init(name: "a", value: .string(text))]))
          #expect(readCSV(Array(written(Array(text.utf8), .csv).utf8))[1] == [Array(text.utf8)])
          #expect(readTSV(Array(written(Array(text.utf8), .tsv).utf8))[1] == [Array(text.utf8)])
        }
      }
    }
  }

  @Test
  func `text longer than a buffer comes whole`() throws {
    let text = String(repeating: "\"é\u{1}x", count: 50_000)
    let line = written(Array(text.utf8), .jsonLines)
    #expect(try StrictJSONReader.read(Array(line.utf8)) == .object([.init(name: "a", value: .string(text))]))
    let data = Rows.row([.data], .data(Array(repeating: 7, count: 100_000))).text(.csv)
    #expect(data.utf8.count == 2 + (100_000 + 2) / 3 * 4 + 1)
  }

  @Test(
    "a JSON column is written as its document, without blanks, or as text when it holds none",
    arguments: [
      ("{ \"a\" : [ 1 , -2.5e+3 , null , true , false ] }", "{\"a\":[1,-2.5e+3,null,true,false]}"),
      ("\"a b\\u00e9\\n\"", "\"a b\\u00e9\\n\""), (" 0 ", "0"), ("{}", "{}"), ("[\n]", "[]"), ("[[],{}]", "[[],{}]"),
      ("", "\"\""), ("nul", "\"nul\""), ("[1,]", "\"[1,]\""), ("{\"a\"}", "\"{\\\"a\\\"}\""), ("01", "\"01\""),
      ("1.", "\"1.\""), ("-", "\"-\""), ("[1] 2", "\"[1] 2\""), ("\"\\x\"", "\"\\\"\\\\x\\\"\""), ("1e", "\"1e\""),
      ("\"\\u12\"", "\"\\\"\\\\u12\\\"\""), ("[", "\"[\""), ("NaN", "\"NaN\""), ("{1:2}", "\"{1:2}\""),
    ])
  func jsonColumn(stored: String, expected: String) {
    #expect(Rows.row([.json], .text(stored)).text(.jsonLines) == "{\"a\":\(expected)}\n")
  }

  @Test
  func `a document too deep for readers is text`() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(Rows.row([.json], .text(deep)).text(.jsonLines) == "{\"a\":\"\(deep)\"}\n")
  }

  @Test
  func `a real is the shortest text that reads back as the same real`() {
    var dice = Dice(seed: 11)
    for _ in 0..<20_000 {
      let value = dice.real()
      let text = Rows.row([.real], .real(value)).text(.csv, FormatOptions(showsHeader: false)).dropLast()
      #expect(text == (value.isNaN ? "nan" : value.description))
    }
  }

  @Test
  func `decimals of few places are the shortest text, too`() {
    let values = (0...30_000).map { Double($0) / 10_000 } + (-500...500).map { Double($0) / 8 }
    let rows = Rows(columns: [OutputColumn("a", .real)], rows: values.map { [.real($0)] })
    #expect(rows.lines(.csv).dropFirst().elementsEqual(values.map(\.description)))
  }

  @Test
  func `a chosen text for NULL is quoted in csv where it is a value`() {
    let rows = Rows(columns: [OutputColumn("a", .text)], rows: [[.null], [.text("NULL")], [.text("")]])
    #expect(rows.text(.csv, FormatOptions(nullText: "NULL")) == "a\nNULL\n\"NULL\"\n\"\"\n")
    #expect(rows.text(.html, FormatOptions(nullText: "-")).contains("<i>-</i>"))
    #expect(rows.text(.json, FormatOptions(nullText: "-")) == "[{\"a\":null},{\"a\":\"NULL\"},{\"a\":\"\"}]\n")
  }

  @Test
  func `insert writes literals that give the same value`() {
    let values: [Value] = [
      .integer(.min), .real(1), .real(.infinity), .real(.nan), .text("a\u{0}b"), .text("it's\n\"é\""), .data([]), .null,
    ]
    let rows = Rows(columns: [OutputColumn("a")], rows: values.map { [$0] })
    let literals = rows.lines(.insert).joined(separator: "\n").split(separator: "INSERT INTO \"table\" (\"a\") VALUES(")
    #expect(
      literals.map { $0.split(separator: ");").first ?? "" } == [
        "-9223372036854775808", "1.0", "9e999", "NULL", "CAST(x'610062' AS TEXT)", "'it''s\n\"é\"'", "x''", "NULL",
      ])
    #expect(written([0x61, 0xFF], .insert).contains("VALUES(CAST(x'61ff' AS TEXT));"))
  }

  @Test
  func `markdown shows text as it is, whatever markup it contains`() {
    let text = written(Array("*a* _b_ c_d `e` <f> [g](h) | \\ ~i~\r\nj\u{1B}".utf8), .markdown)
    let last = text.split(separator: "\n").last.map(String.init) ?? ""
    #expect(
      last
        == #"| \*a\* \_b\_ c_d \`e\` \<f> \[g\](h) \| \\ \~i\~<br>j"# + "\u{FFFD} |")
  }
}
