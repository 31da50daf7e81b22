import Encodings
import Interchange

extension FuzzTarget {
  private static let xmlWords = [
    "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml", "?>", "&amp;", "&#x10FFFF;", "&#0;", "&lt;", "\r",
    "<array>", "</array>", "<dict>", "</dict>", "<key>", "</key>", "<string>", "</string>", "<integer>",
    "<real>nan</real>",
    "<date>2024-02-29T12:00:00Z</date>", "<data>AAEC</data>", "<true/>", "<integer>-9223372036854775808</integer>",
    "<integer>18446744073709551615</integer>", "<real>1e308</real>", "<plist version=\"1.0\">", "</plist>",
    "<!DOCTYPE a>",
  ]

  static let propertyList = FuzzTarget(
    name: "plist",
    corpus: [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><array>
      <dict><key>name</key><string>a &amp; b</string><key>age</key><integer>31</integer><key>x</key><real>2.5</real></dict>
      <dict><key>when</key><date>2024-02-29T12:00:00Z</date><key>bytes</key><data>AAEC/w==</data><key>ok</key><true/></dict>
      </array></plist>
      """, "<plist><dict><key>a</key><array><string><![CDATA[<x>]]></string><!-- c --></array></dict></plist>",
      "<array/>",
    ], words: xmlWords, feeder: { { try FileFormat.propertyList.feed($0, isExact: false) } })

  static let binaryPropertyList = FuzzTarget(
    name: "bplist", corpus: [], binaryCorpus: binaryPropertyLists, words: ["bplist00", "\u{0}\u{0}\u{0}\u{0}"],
    feeder: { { try FileFormat.binaryPropertyList.feed($0, isExact: false) } })

  /// Written by ourselves, of values of every kind.
  private static var binaryPropertyLists: [[UInt8]] {
    let row: DocumentValue = .map([
      .init("name", .text("Zerator")), .init("é", .text("\u{1F600}")), .init("age", .integer(-31)),
      .init("x", .real(2.5)), .init("bytes", .data([0, 1, 255])), .init("when", .date("2024-02-29T12:00:00Z")),
      .init("list", .list([.boolean(true), .boolean(false), .integer(1 << 40)])),
    ])
    return [[row, row], [.text(String(repeating: "long ", count: 20))], []].compactMap { list in
      var bytes: [UInt8] = []
      let sink = TextSink { bytes += $0 }
      var writer = FileFormat.binaryPropertyList.writer(to: sink)
      writer.begin(isList: true)
      do throws(InterchangeError) {
        for value in list { try writer.write(value) }
        try writer.end()
      } catch { return nil }
      sink.flush()
      return bytes
    }
  }

  static let dataModel = FuzzTarget(
    name: "xcdatamodel",
    corpus: [
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataDataModeler.DataModel" documentVersion="1.0">
      <entity name="Player" representedClassName="Player" syncable="YES">
      <attribute name="age" optional="YES" attributeType="Integer 16" defaultValueString="0" minValueString="1"/>
      <attribute name="born" attributeType="Date"/><attribute name="end" attributeType="String"/>
      <relationship name="games" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Game"
      inverseName="player" inverseEntity="Game"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="age"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Game" parentEntity="Player" isAbstract="YES"><relationship name="player" maxCount="1"
      deletionRule="Nullify" destinationEntity="Player" inverseName="games" inverseEntity="Player"/></entity>
      </model>
      """
    ],
    words: xmlWords + ["<entity name=\"A\"/>", "toMany=\"YES\"", "attributeType=\"Decimal\"", "parentEntity=\"Game\""],
    feeder: {
      { input in
        do { return try !CoreDataSource(ByteInput(input), reserved: ["end"]).text.isEmpty } catch { return false }
      }
    })
}
