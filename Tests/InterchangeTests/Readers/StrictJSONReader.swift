/// A JSON value, its numbers as they were written.
enum JSONValue: Equatable {
  case null
  case truth(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Pair])

  struct Pair: Equatable {
    let name: String
    let value: JSONValue
  }
}

struct NotJSON: Error {
  let position: Int
}

/// Reads exactly one JSON document (RFC 8259) and nothing else.
struct StrictJSONReader {
  private let bytes: [UInt8]
  private var position = 0

  static func read(_ bytes: [UInt8]) throws(NotJSON) -> JSONValue {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw NotJSON(position: -1) }
    var reader = StrictJSONReader(bytes: bytes)
    let value = try reader.value()
    reader.skipBlanks()
    guard reader.position == bytes.count else { throw NotJSON(position: reader.position) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { position += 1 }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  private mutating func require(_ scalar: Unicode.Scalar) throws(NotJSON) {
    guard take(scalar) else { throw NotJSON(position: position) }
  }

  private mutating func value() throws(NotJSON) -> JSONValue {
    if take("{") { return try object() }
    if take("[") { return try array() }
    if take("\"") { return .string(try string()) }
    for (word, value) in [("null", JSONValue.null), ("true", .truth(true)), ("false", .truth(false))]
    where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    return .number(try number())
  }

  private mutating func object() throws(NotJSON) -> JSONValue {
    var pairs: [JSONValue.Pair] = []
    if take("}") { return .object(pairs) }
    repeat {
      try require("\"")
      let name = try string()
      try require(":")
      pairs.append(.init(name: name, value: try value()))
    } while take(",")
    try require("}")
    return .object(pairs)
  }

  private mutating func array() throws(NotJSON) -> JSONValue {
    var values: [JSONValue] = []
    if take("]") { return .array(values) }
    repeat { values.append(try value()) } while take(",")
    try require("]")
    return .array(values)
  }

  private mutating func string() throws(NotJSON) -> String {
    var units: [UInt8] = []
    while let byte = next, byte >= 0x20 {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units += try escape().utf8
      default: units.append(byte)
      }
    }
    throw NotJSON(position: position)
  }

  private mutating func escape() throws(NotJSON) -> String {
    guard let byte = next else { throw NotJSON(position: position) }
    position += 1
    let simple: [Unicode.Scalar: String] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    if let text = simple[Unicode.Scalar(byte)] { return text }
    let digits = String(decoding: bytes[position..<min(position + 4, bytes.count)], as: UTF8.self)
    guard byte == UInt8(ascii: "u"), digits.count == 4, let unit = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(unit)
    else { throw NotJSON(position: position) }
    position += 4
    return String(scalar)
  }

  private mutating func number() throws(NotJSON) -> String {
    let start = position
    while let next, "+-.0123456789eE".utf8.contains(next) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else {
      throw NotJSON(position: start)
    }
    return text
  }
}
