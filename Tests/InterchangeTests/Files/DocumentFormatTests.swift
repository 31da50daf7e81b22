import Encodings
import Interchange
import TestSupport
import Testing

private let documentFormats: [FileFormat] = [.json, .jsonLines, .propertyList, .binaryPropertyList]

@Suite("Documents are read as they were written")
struct DocumentFormatTests {
  @Test(arguments: [1, 2, 3, 20_260_002] as [UInt64])
  func `random documents come back, one or many`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for format in documentFormats {
      let documents = (0..<100).map { _ in DocumentValue.map(["it": dice.document(for: format)]) }
      #expect(try format.value(of: written(documents, format)) == .list(documents), "\(format.name), seed \(seed)")
      guard format.name != "jsonl" else { continue }
      for document in documents.prefix(20) {
        let bytes = try written([document], format, isList: false)
        #expect(try format.value(of: bytes) == document, "\(format.name), seed \(seed)")
      }
    }
  }

  @Test(arguments: documentFormats.map(\.name))
  func `numbers are exact: 64 bits, digits behind the point, infinities`(name: String) throws {
    let format = try #require(FileFormat.named(name))
    let values: [DocumentValue] = [.integer(.min), .integer(.max), .integer(-1), .integer(255), .integer(65536)]
    #expect(try format.value(of: written(values, format)) == .list(values))
    let number = try format.value(of: written([.number("18446744073709551615")], format))
    #expect(number == .list([.number("18446744073709551615")]))
    let reals: [DocumentValue] = [.real(0.1), .real(-.infinity), .real(.greatestFiniteMagnitude)]
    guard case .list(let read) = try format.value(of: written(reals, format)) else { return }
    #expect(read.map(real) == [0.1, -.infinity, .greatestFiniteMagnitude])
  }

  private func real(_ document: DocumentValue) -> Double? {
    switch document {
    case .real(let value): value
    case .number(let text): Double(text)
    default: nil
    }
  }

  @Test
  func `json is what it was, escapes and surrogates included`() throws {
    let value = try FileFormat.json.value(
      of: Array(#" { "a\u00e9\ud83d\ude00" : [ 1 , 0.10, -0 ] , "b":"\/\b" } "#.utf8))
    #expect(value == .map(["aé😀": .list([.integer(1), .number("0.10"), .integer(0)]), "b": .text("/\u{8}")]))
    #expect(try FileFormat.json.value(of: Array("[]".utf8)) == .list([]))
    #expect(try FileFormat.json.value(of: Array("\u{FEFF}null".utf8)) == .null)
    #expect(try FileFormat.jsonLines.value(of: Array("1\n\n{}\n".utf8)) == .list([.integer(1), .map([:])]))
  }

  @Test(
    "what is wrong with json says where",
    arguments: [
      ("", "line 1, column 1: expected a value, not the end"),
      ("[1,\n 2 3]", "line 2, column 4: expected ',' or ']', not '3'"),
      ("{\"é\" 1}", "line 1, column 6: expected ':', not '1'"),
      ("{a:1}", "line 1, column 2: expected a name in quotes, not 'a'"),
      ("{\"a\":1,\"a\":2}", "line 1, column 8: the name 'a' stands twice in one object"),
      ("[1] x", "line 1, column 5: expected the end, not 'x'"),
      ("[tru]", "line 1, column 5: expected the word 'true', not ']'"),
      ("[01]", "line 1, column 3: expected ',' or ']', not '1'"),
      ("[1.]", "line 1, column 4: expected a digit, not ']'"),
      ("[\"a", "line 1, column 2: the quote that begins here is never closed"),
      ("[\"a\nb\"]", "line 1, column 4: a control character (10) in a string must be written \\u00…"),
      ("[\"\\ud800x\"]", "line 1, column 4: half a surrogate pair"),
      ("[\"\\x\"]", "line 1, column 4: expected an escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u), not 'x'"),
      ("[\"\\u12g4\"]", "line 1, column 7: expected four hexadecimal digits, not 'g'"),
      (
        String(repeating: "[", count: 300), "line 1, column 202: more than 200 values stand one in another"
      ),
    ])
  func jsonMistakes(text: String, words: String) {
    #expect(mistake(text, .json) == words)
  }

  @Test
  func `a second value on a line of jsonl is a mistake`() {
    #expect(mistake("{} {}", .jsonLines) == "line 1, column 4: expected the end of the line, not '{'")
  }

  @Test
  func `a property list may have comments, sections, entities and tags of its own kind`() throws {
    let text = """
      <?xml version='1.0' encoding="utf-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- a comment --><plist version="1.0"><dict>
        <key>a&amp;&#233;</key><string>x<!-- no --><![CDATA[<&>]]>&lt;&#x1F600;</string>
        <key>list</key><array><true/><false></false><integer> 0x1F </integer><real>0.10</real><real>-infinity</real></array>
        <key>bytes</key><data> AP8
           Q </data><key>day</key><date>2024-02-29T12:30:00Z</date><key></key><string/>
      </dict></plist>
      """
    #expect(
      try FileFormat.propertyList.value(of: Array(text.utf8))
        == .map([
          "a&é": .text("x<&><😀"),
          "list": .list([.boolean(true), .boolean(false), .integer(31), .number("0.10"), .real(-.infinity)]),
          "bytes": .data([0, 255, 16]), "day": .date("2024-02-29T12:30:00Z"), "": .text(""),
        ]))
    #expect(try FileFormat.propertyList.value(of: Array("<plist><array/></plist>".utf8)) == .list([]))
  }

  @Test
  func `a property list is written as macOS writes it`() throws {
    let bytes = try written(
      [.map(["id": .integer(1), "tags": .list([.text("a<b")]), "none": .list([])])], .propertyList)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <array>
        \t<dict>
        \t\t<key>id</key>
        \t\t<integer>1</integer>
        \t\t<key>tags</key>
        \t\t<array>
        \t\t\t<string>a&lt;b</string>
        \t\t</array>
        \t\t<key>none</key>
        \t\t<array/>
        \t</dict>
        </array>
        </plist>

        """)
  }

  @Test(
    "what is wrong with a property list says where",
    arguments: [
      ("x", "line 1, column 1: expected a tag, not 'x'"),
      ("<plist><array><foo/></array></plist>", "line 1, column 15: unknown tag <foo>"),
      ("<plist>\n<string>a</int>", "line 2, column 10: expected </string>, not </int>"),
      ("<plist><string>&nbsp;</string></plist>", "line 1, column 17: unknown entity &nbsp;"),
      ("<plist><integer>1.5</integer></plist>", "line 1, column 8: '1.5' is no <integer>"),
      ("<plist><date>2023-02-29T00:00:00Z</date></plist>", "line 1, column 8: '2023-02-29T00:00:00Z' is no <date>"),
      ("<plist><data>AP8</data></plist>", "line 1, column 8: 'AP8' is no <data>"),
      ("<plist><dict><string/></dict></plist>", "line 1, column 14: expected <key>, not <string/>"),
      ("<!DOCTYPE a [<!ENTITY x 'y'>]>", "line 1, column 13: expected a document type without definitions, not '['"),
      (
        "<?xml version='1.0' encoding='latin1'?><plist/>", "line 1, column 3: this is 'latin1': save the file as UTF-8"
      ),
      ("<plist><true/></plist> <a/>", "line 1, column 25: expected the end, not 'a'"),
    ])
  func propertyListMistakes(text: String, words: String) {
    #expect(mistake(text, .propertyList) == words)
  }

  @Test
  func `what a format cannot hold is refused`() {
    let cases: [(DocumentValue, FileFormat, String)] = [
      (.null, .propertyList, "a property list cannot hold null"),
      (.text("a\u{1}"), .propertyList, "plist cannot hold the character 1: use bplist or json"),
      (.list([.null]), .binaryPropertyList, "a property list cannot hold null"),
      (.real(.nan), .json, "json cannot hold nan"),
      (.integer(1), .csv, "csv cannot hold the integer 1 as a row"),
    ]
    for (document, format, words) in cases {
      #expect {
        try written([document], format)
      } throws: { error in
        (error as? InterchangeError)?.description == words
      }
    }
  }

  @Test(arguments: [true, false])
  func `a binary property list of another program is read`(isWide: Bool) throws {
    // {"a": [1, true, "é", 2001-01-01, UID 5]}, as plistlib writes it, with references of one byte and of two.
    let one: [UInt8] = [
      0x62, 0x70, 0x6C, 0x69, 0x73, 0x74, 0x30, 0x30, 0xD1, 0x01, 0x02, 0x51, 0x61, 0xA5, 0x03, 0x04, 0x05, 0x06, 0x07,
      0x10, 0x01, 0x09, 0x61, 0x00, 0xE9, 0x33, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x05,
    ]
    let wide: [UInt8] = [
      0x62, 0x70, 0x6C, 0x69, 0x73, 0x74, 0x30, 0x30, 0xD1, 0, 0x01, 0, 0x02, 0x51, 0x61, 0xA5, 0, 0x03, 0, 0x04, 0,
      0x05, 0, 0x06, 0, 0x07, 0x10, 0x01, 0x09, 0x61, 0x00, 0xE9, 0x33, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x05,
    ]
    let offsets: [UInt8] = isWide ? [8, 13, 15, 26, 28, 29, 32, 41] : [8, 11, 13, 19, 21, 22, 25, 34]
    let objects = isWide ? wide : one
    let trailer: [UInt8] =
      [0, 0, 0, 0, 0, 0, 1, isWide ? 2 : 1] + [0, 0, 0, 0, 0, 0, 0, 8] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
    #expect(
      try FileFormat.binaryPropertyList.value(of: objects + offsets + trailer)
        == .map([
          "a": .list([
            .integer(1), .boolean(true), .text("é"), .date("2001-01-01T00:00:00Z"), .map(["CF$UID": .integer(5)]),
          ])
        ]))
  }

  @Test
  func `a binary property list that is none, is cut off or contains itself says so`() throws {
    #expect(mistake("hello", .binaryPropertyList) == "it is no binary property list")
    let whole = try written([.list([.text("a")])], .binaryPropertyList)
    #expect(mistake(Array(whole.prefix(20)), .binaryPropertyList) == "it is cut off")
    // The inner list refers to the outer one.
    var circle = whole
    let reference = try #require(circle.firstIndex(of: 0xA1)) + 4
    circle[reference] = 2
    #expect(mistake(circle, .binaryPropertyList) == "byte 15: a value contains itself")
  }
}
