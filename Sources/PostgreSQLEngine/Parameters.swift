import CPostgreSQL
import Schema
import Store

/// The values of a statement as they are sent: texts, and bytes as they are.
struct Parameters {
  /// What a value tells of its type where the statement leaves that open, or where it is of another.
  enum Class: UInt8 {
    case open, integer, real, text, data

    var type: ServerType {
      switch self {
      case .open: .unknown
      case .integer: .int8
      case .real: .float8
      case .text: .text
      case .data: .bytea
      }
    }
  }

  private(set) var count = 0
  /// The bytes of all values one after another, each with a NUL behind it.
  private var bytes: [UInt8] = []
  /// Where each value begins in them; less than 0 = NULL.
  private var starts: [Int] = []
  private(set) var lengths: [Int32] = []
  private(set) var formats: [Int32] = []
  private(set) var kinds: [Cell.Kind] = []
  /// The integers among them, for the question whether a smaller type holds them.
  private var integers: [Int64] = []

  mutating func removeAll() {
    count = 0
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    kinds.removeAll(keepingCapacity: true)
    integers.removeAll(keepingCapacity: true)
  }

  /// Adds a value; false for a text with a NUL in it, which the server does not take.
  mutating func append(_ cell: Cell) -> Bool {
    let start = bytes.count
    var kind = cell.kind
    var number: Int64 = 0
    switch kind {
    case .null: break
    case .integer:
      number = cell.integer
      bytes.append(contentsOf: String(number).utf8)
    case .real:
      // As in a file of SQLite: what is no number is NULL, and zero has no sign.
      if cell.real.isNaN {
        kind = .null
      } else {
        bytes.append(contentsOf: (cell.real == 0 ? "0" : "\(cell.real)").utf8)
      }
    case .text:
      if cell.bytes.contains(0) { return false }
      bytes.append(contentsOf: cell.bytes)
    case .data: bytes.append(contentsOf: cell.bytes)
    }
    count += 1
    kinds.append(kind)
    integers.append(number)
    starts.append(kind == .null ? -1 : start)
    lengths.append(Int32(bytes.count - start))
    formats.append(kind == .data ? 1 : 0)
    if kind != .null { bytes.append(0) }
    return true
  }

  /// Adds a text without a NUL in it.
  mutating func append(text: [UInt8]) {
    starts.append(bytes.count)
    lengths.append(Int32(text.count))
    formats.append(0)
    kinds.append(.text)
    integers.append(0)
    count += 1
    bytes.append(contentsOf: text)
    bytes.append(0)
  }

  /// What must be said of the types where the server expects these; nil where nothing must.
  func classes(for expected: [ServerType]) -> [Class]? {
    var result: [Class] = []
    var isAllOpen = true
    for place in 0..<count {
      let type = place < expected.count ? expected[place] : .unknown
      var one = Self.class(of: kinds[place], integers[place], for: type)
      if one == .text, type == .numeric, isNumber(place) { one = .open }
      if one != .open { isAllOpen = false }
      result.append(one)
    }
    return isAllOpen ? nil : result
  }

  /// Whether a text that is to be JSON has a NUL in it, which the server takes and cannot read again.
  func writeZero(into types: [ServerType]) -> Bool {
    (0..<min(count, types.count)).contains { place in
      kinds[place] == .text && types[place].isJSON
        && bytes[starts[place]..<starts[place] + Int(lengths[place])].writesZero
    }
  }

  /// Whether a text is a number of digits, as decimals are.
  private func isNumber(_ place: Int) -> Bool {
    let text = bytes[starts[place]..<starts[place] + Int(lengths[place])]
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { (48...57).contains($0) } }
  }

  /// The types that the values have by themselves; NULL may be a text.
  var ownClasses: [Class] { kinds.map { $0 == .null ? .text : Self.class(of: $0, 0, for: .unknown) } }

  static func `class`(of kind: Cell.Kind, _ number: Int64, for type: ServerType) -> Class {
    switch kind {
    case .null: .open
    case .integer:
      switch type {
      case .int8, .float8, .float4, .numeric: .open
      case .int4: Int32(exactly: number) == nil ? .integer : .open
      case .int2: Int16(exactly: number) == nil ? .integer : .open
      case .bool: number == 0 || number == 1 ? .open : .integer
      default: .integer
      }
    case .real: type == .float8 || type == .float4 || type == .numeric ? .open : .real
    case .text: type.isNumber || type == .bool || type == .bytea ? .text : .open
    case .data: type == .bytea ? .open : .data
    }
  }

  /// Calls `body` with the addresses of the values, as libpq wants them.
  func withAddresses<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      let base = bytes.bindMemory(to: CChar.self).baseAddress
      let addresses = starts.map { start in start < 0 ? nil : base.map { $0 + start } }
      return addresses.withUnsafeBufferPointer { addresses in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            body(addresses.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}

extension Collection<UInt8> {
  /// Whether a text of JSON has the mark of a NUL in it: `\u0000` behind no backslash that takes the first away.
  var writesZero: Bool {
    var rest = self[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "\\")) {
      let behind = rest[rest.index(after: start)...]
      if behind.starts(with: "u0000".utf8) { return true }
      rest = behind.dropFirst()
    }
    return false
  }
}
