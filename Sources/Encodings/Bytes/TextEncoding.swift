/// How the bytes of a text stand for its letters.
///
///     TextEncoding.named("latin1")                   // as spreadsheets of Windows write it
package enum TextEncoding: Sendable, Hashable {
  case utf8
  /// Two bytes a unit; the mark at the beginning says which comes first, and without one it is the lower.
  case utf16(isBigEndian: Bool)
  /// ISO 8859-1 with the letters that Windows has where that has control codes: `€` is 0x80.
  case latin1

  private static let names: [(String, TextEncoding)] = [
    ("utf8", .utf8), ("utf16", .utf16(isBigEndian: false)), ("utf16be", .utf16(isBigEndian: true)),
    ("utf16le", .utf16(isBigEndian: false)), ("latin1", .latin1), ("windows1252", .latin1),
    ("cp1252", .latin1), ("iso88591", .latin1),
  ]

  /// The names that errors show.
  package static let shownNames = ["utf8", "utf16", "latin1"]

  /// The encoding that a name means, whatever its hyphens and capitals.
  package static func named(_ name: String) -> TextEncoding? {
    let letters = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    return names.first { $0.0 == letters }?.1
  }

  /// The encoding that the mark at the beginning of some bytes says, and how long the mark is.
  static func mark(of start: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if start.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
    if start.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
    return nil
  }

  /// UTF-16 without a mark, which the zeros in its first two letters tell: no text begins with such bytes.
  static func unmarked(_ start: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
    guard start.count == 4 else { return nil }
    let zeros = start.map { $0 == 0 }
    if zeros == [false, true, false, true] { return (.utf16(isBigEndian: false), 0) }
    return zeros == [true, false, true, false] ? (.utf16(isBigEndian: true), 0) : nil
  }

  /// Whether there are four bytes for each letter.
  static func isUTF32(_ start: [UInt8]) -> Bool {
    start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF]
  }
}

/// Turns the bytes of a text, as they come, into UTF-8.
struct TextDecoder {
  let encoding: TextEncoding
  /// What came before and is no whole letter yet.
  private var rest: [UInt8] = []

  /// As many bytes of UTF-8 may one byte become.
  static let growth = 3

  init(_ encoding: TextEncoding) {
    self.encoding = encoding
  }

  /// Gives the bytes of UTF-8 for some more bytes to `put`.
  mutating func decode(_ bytes: [UInt8], put: (UInt8) -> Void) throws(InterchangeError) {
    switch encoding {
    case .utf8: bytes.forEach(put)
    case .latin1: for byte in bytes { Self.write(Self.latin1(byte), put) }
    case .utf16(let isBigEndian): try decode16(rest + bytes, isBigEndian, put)
    }
  }

  /// Says that nothing more comes.
  func finish() throws(InterchangeError) {
    if !rest.isEmpty { throw InterchangeError(.truncated) }
  }

  private mutating func decode16(
    _ bytes: [UInt8], _ isBigEndian: Bool, _ put: (UInt8) -> Void
  ) throws(InterchangeError) {
    func unit(_ place: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var place = 0
    while place + 2 <= bytes.count {
      let high = unit(place)
      if high & 0xFC00 == 0xD800 {
        guard place + 4 <= bytes.count else { break }
        let low = unit(place + 2)
        guard low & 0xFC00 == 0xDC00 else { throw InterchangeError(.loneSurrogate) }
        Self.write(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, put)
        place += 4
      } else {
        guard high & 0xFC00 != 0xDC00 else { throw InterchangeError(.loneSurrogate) }
        Self.write(high, put)
        place += 2
      }
    }
    rest = Array(bytes[place...])
  }

  private static func write(_ scalar: UInt32, _ put: (UInt8) -> Void) {
    if scalar < 0x80 { return put(UInt8(scalar)) }
    if scalar < 0x800 {
      put(UInt8(0xC0 | scalar >> 6))
    } else if scalar < 0x10000 {
      put(UInt8(0xE0 | scalar >> 12))
      put(UInt8(0x80 | scalar >> 6 & 0x3F))
    } else {
      put(UInt8(0xF0 | scalar >> 18))
      put(UInt8(0x80 | scalar >> 12 & 0x3F))
      put(UInt8(0x80 | scalar >> 6 & 0x3F))
    }
    put(UInt8(0x80 | scalar & 0x3F))
  }

  private static func latin1(_ byte: UInt8) -> UInt32 {
    (0x80..<0xA0).contains(byte) ? windows[Int(byte) - 0x80] : UInt32(byte)
  }

  /// What Windows has at 0x80 to 0x9F; five places are empty there, and stay what they are.
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E,
    0x178,
  ]
}
