import Schema

struct NotLua: Error {
  let position: Int
}

/// Reads `return { { key = value, … }, … }`; text comes as bytes, nil and boolean as they are.
struct LuaReader {
  private let bytes: [UInt8]
  private var position = 0

  static func read(_ bytes: [UInt8]) throws(NotLua) -> [[(key: [UInt8], value: Value)]] {
    var reader = LuaReader(bytes: bytes)
    var rows: [[(key: [UInt8], value: Value)]] = []
    try reader.require("return")
    try reader.require("{")
    while reader.take("{") {
      rows.append(try reader.row())
      try reader.require(",")
    }
    try reader.require("}")
    return rows
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func take(_ word: String) -> Bool {
    while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x0A { position += 1 }
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func require(_ word: String) throws(NotLua) {
    guard take(word) else { throw NotLua(position: position) }
  }

  private mutating func row() throws(NotLua) -> [(key: [UInt8], value: Value)] {
    var pairs: [(key: [UInt8], value: Value)] = []
    while !take("}") {
      let key = try key()
      try require("=")
      pairs.append((key, try value()))
      _ = take(",")
    }
    return pairs
  }

  private mutating func key() throws(NotLua) -> [UInt8] {
    guard take("[") else { return Array(word(" =")) }
    try require("\"")
    let key = try string()
    try require("]")
    return key
  }

  private mutating func word(_ ends: String) -> ArraySlice<UInt8> {
    _ = take("")
    let word = bytes[position...].prefix { !ends.utf8.contains($0) }
    position += word.count
    return word
  }

  private mutating func value() throws(NotLua) -> Value {
    if take("\"") { return .data(try string()) }
    let word = String(decoding: word(" ,}"), as: UTF8.self)
    switch word {
    case "nil": return .null
    case "true": return .text("true")
    case "false": return .text("false")
    case "math.mininteger": return .integer(.min)
    case "math.huge": return .real(.infinity)
    case "-math.huge": return .real(-.infinity)
    case "0/0": return .real(.nan)
    default:
      if let integer = Int64(word) { return .integer(integer) }
      guard let real = Double(word) else { throw NotLua(position: position) }
      return .real(real)
    }
  }

  private mutating func string() throws(NotLua) -> [UInt8] {
    var result: [UInt8] = []
    while position < bytes.count, bytes[position] != 0x0A {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return result }
      result.append(byte == UInt8(ascii: "\\") ? try escape() : byte)
    }
    throw NotLua(position: position)
  }

  private mutating func escape() throws(NotLua) -> UInt8 {
    let letter = bytes[position]
    switch Unicode.Scalar(letter) {
    case "n", "r", "t", "\"", "\\":
      position += 1
      return ["n": 0x0A, "r": 0x0D, "t": 0x09][Unicode.Scalar(letter)] ?? letter
    default:
      let digits = bytes[position...].prefix(3).prefix { (48...57).contains($0) }
      guard let byte = UInt8(String(decoding: digits, as: UTF8.self)) else { throw NotLua(position: position) }
      position += digits.count
      return byte
    }
  }
}
