import Interchange
import Schema
import TestSupport
import Testing

/// Random rows of an integer, a real, a text and bytes.
private func randomRows(_ count: Int, seed: UInt64) -> Rows {
  var dice = Dice(seed: seed)
  let kinds: [OutputColumn.Kind] = [.integer, .real, .text, .data]
  let columns = zip(["i", "the \"real\"", "end", "d,1"], kinds).map { OutputColumn($0, $1) }
  return Rows(columns: columns, rows: (0..<count).map { _ in Dice.OutputKind.allCases.map { dice.value($0) } })
}

/// Whether two values are the same, nan included.
private func same(_ one: Value, _ other: Value) -> Bool {
  if case .real(let a) = one, case .real(let b) = other { return a == b ? a.sign == b.sign : a.isNaN && b.isNaN }
  return one == other
}

@Suite("What is written can be read back")
struct RoundTripTests {
  static let seeds: [UInt64] = [1, 2, 3, 20_260_000]

  @Test(arguments: seeds)
  func `csv gives back every field, NULL and empty text apart`(seed: UInt64) throws {
    try check(randomRows(300, seed: seed), .csv, readCSV)
  }

  @Test(arguments: seeds)
  func `tsv gives back every field, NULL and empty text apart`(seed: UInt64) throws {
    try check(randomRows(300, seed: seed), .tsv, readTSV)
  }

  private func check(_ rows: Rows, _ format: Format, _ read: ([UInt8]) -> [[[UInt8]?]]) throws {
    let lines = read(rows.bytes(format))
    try #require(lines.count == rows.rows.count + 1)
    #expect(lines[0] == rows.columns.map { Array($0.name.utf8) })
    for (row, line) in zip(rows.rows, lines.dropFirst()) {
      try #require(line.count == row.count)
      for (value, field) in zip(row, line) { #expect(same(value, try decode(field, like: value))) }
    }
  }

  /// The value of a field, of the kind of another.
  private func decode(_ field: [UInt8]?, like value: Value) throws -> Value {
    guard let field else { return .null }
    let text = String(decoding: field, as: UTF8.self)
    switch value {
    case .null: return .text(text)
    case .integer: return .integer(try #require(Int64(text)))
    case .real: return .real(try #require(Double(text)))
    case .text, .brokenText: return .text(text)
    case .data: return .data(try #require(readBase64(field)))
    }
  }

  @Test(arguments: seeds)
  func `json is valid and exact`(seed: UInt64) throws {
    let rows = randomRows(300, seed: seed)
    guard case .array(let objects) = try StrictJSONReader.read(rows.bytes(.jsonFile)) else {
      Issue.record("not an array")
      return
    }
    try #require(objects.count == rows.rows.count)
    for (row, object) in zip(rows.rows, objects) { #expect(object == expectedObject(row, rows.columns)) }
  }

  @Test(arguments: seeds)
  func `each line of jsonl is an object`(seed: UInt64) throws {
    let rows = randomRows(100, seed: seed)
    let lines = rows.bytes(.jsonLinesFile).split(separator: 0x0A)
    try #require(lines.count == rows.rows.count)
    for (row, line) in zip(rows.rows, lines) {
      #expect(try StrictJSONReader.read(Array(line)) == expectedObject(row, rows.columns))
    }
  }

  private func expectedObject(_ row: [Value], _ columns: [OutputColumn]) -> JSONValue {
    .object(zip(columns, row).map { .init(name: $0.name, value: expected($1)) })
  }

  private func expected(_ value: Value) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .number(String(number))
    case .real(let number):
      number.isNaN ? .null : .number(number.isFinite ? number.description : number < 0 ? "-9e999" : "9e999")
    case .text(let text): .string(text)
    case .data(let bytes): .string(String(decoding: base64(bytes), as: UTF8.self))
    case .brokenText(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Plain and slow, to be compared with.
  private func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bits = bytes.flatMap { byte in (0..<8).map { Int(byte >> (7 - $0)) & 1 } }
    var text = stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[(0..<6).reduce(0) { $0 * 2 + (start + $1 < bits.count ? bits[start + $1] : 0) }]
    }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return text
  }

  @Test(arguments: seeds)
  func `lua is exact, whatever the bytes`(seed: UInt64) throws {
    let rows = randomRows(300, seed: seed)
    let read = try LuaReader.read(rows.bytes(.lua))
    try #require(read.count == rows.rows.count)
    for (row, pairs) in zip(rows.rows, read) {
      #expect(pairs.map { String(decoding: $0.key, as: UTF8.self) } == rows.columns.map(\.name))
      for (value, pair) in zip(row, pairs) { #expect(same(asBytes(value), pair.value)) }
    }
  }

  private func asBytes(_ value: Value) -> Value {
    if case .text(let text) = value { .data(Array(text.utf8)) } else { value }
  }
}
