import Encodings
import Interchange
import TestSupport
import Testing

/// Files that are damaged at random: whatever they hold, they are read or refused.
@Suite("No bytes bring a reader down")
struct FileFuzzTests {
  @Test(arguments: FileFormat.all.map(\.name))
  func `damaged files`(name: String) throws {
    let format = try #require(FileFormat.named(name))
    let seed = Dice.seed()
    print("seed of the damaged \(name): \(seed)")
    var dice = Dice(seed: seed)
    for _ in 0..<25 {
      let whole = try sample(format, &dice)
      for _ in 0..<40 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &dice) { damage(&bytes, &dice) }
        _ = try? format.value(of: bytes)
      }
    }
  }

  @Test
  func `an identifier that is larger than an integer is a number`() throws {
    let format = try #require(FileFormat.named("bplist"))
    // One object of eight bytes, the table with its place, and where that is.
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0x87] + [UInt8](repeating: 0xFF, count: 8) + [8]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 17]
    let value = try format.value(of: bytes)
    #expect(value == .map([DocumentValue.Member("CF$UID", .number("18446744073709551615"))]))
  }

  @Test
  func `damaged data models`() throws {
    let seed = Dice.seed()
    print("seed of the damaged models: \(seed)")
    var dice = Dice(seed: seed)
    let whole = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="x"><entity name="A" parentEntity="B" isAbstract="YES"><attribute name="a" attributeType="Decimal"
      defaultValueString="1.5" minValueString="-1&#48;"><userInfo><entry key="primaryKey" value="true"/></userInfo></attribute>
      <relationship name="b" toMany="YES" destinationEntity="A" inverseName="b" inverseEntity="A"/></entity></model>
      """
    #expect(try CoreDataSource(ByteInput(whole.utf8), reserved: []).text.contains("moon.entity \"A\" {"))
    for _ in 0..<2000 {
      var bytes = Array(whole.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &dice) { damage(&bytes, &dice) }
      _ = try? CoreDataSource(ByteInput(bytes), reserved: ["a"])
    }
  }

  private func sample(_ format: FileFormat, _ dice: inout Dice) throws -> [UInt8] {
    if let rows = format.rows {
      let table = Rows(
        columns: [OutputColumn("a", .text), OutputColumn("b", .any)],
        rows: (0..<5).map { _ in [.text(dice.text()), .integer(dice.integer())] })
      if format.name == "csv" || format.name == "tsv" { return table.bytes(rows) }
    }
    return try written((0..<3).map { _ in .map(["it": dice.document(for: format)]) }, format)
  }

  private func damage(_ bytes: inout [UInt8], _ dice: inout Dice) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &dice)
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: dice.next())
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(Array("\"\\,\n\r\t{}[]<>&;/x".utf8)[Int(dice.next() % 16)], at: place)
    case 3: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice))
    default: bytes[place] = bytes[place] ^ (1 << UInt8(dice.next() % 8))
    }
  }
}
