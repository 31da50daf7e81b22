import Encodings
import Schema

/// Writes binary property lists; of each object it keeps only where it begins.
///
/// References are 4 bytes wide, since how many objects there will be is not known when the first is written.
struct BinaryPropertyListWriter: DocumentOutput {
  /// 2001-01-01, from which its dates count, in seconds since 1970.
  static let epoch = 978_307_200.0

  private let sink: TextSink
  private var offset = 8
  private var offsets: [Int] = []
  /// The names of members, of which each is written once.
  private var names: [[UInt8]: UInt32] = [:]
  private var elements: [UInt32] = []
  private var isList = false

  init(to sink: TextSink) {
    self.sink = sink
  }

  mutating func begin(isList: Bool) {
    self.isList = isList
    sink.append("bplist00")
  }

  mutating func write(_ document: DocumentValue) throws(InterchangeError) {
    elements.append(try object(document))
  }

  mutating func end() throws(InterchangeError) {
    let top = isList ? try container(0xA0, count: elements.count, elements) : elements.first ?? 0
    let table = offset
    let size = table < 0x100 ? 1 : table < 0x1_0000 ? 2 : table < 0x1_0000_0000 ? 4 : 8
    for offset in offsets { number(UInt64(offset), size) }
    put([0, 0, 0, 0, 0, 0, UInt8(size), 4])
    for value in [offsets.count, Int(top), table] { number(UInt64(value), 8) }
  }

  // MARK: Objects

  /// Writes a value and returns its number.
  private mutating func object(_ document: DocumentValue) throws(InterchangeError) -> UInt32 {
    switch document {
    case .null: throw .nullInPropertyList
    case .boolean(let value):
      let object = try newObject()
      put([value ? 9 : 8])
      return object
    case .integer(let value): return try integer(value)
    case .number(let text): return try number(text)
    case .real(let value): return try real(0x23, value)
    case .date(let text): return try real(0x33, try seconds(text) - Self.epoch)
    case .data(let bytes):
      let object = try newObject()
      try marker(0x40, count: bytes.count)
      put(bytes)
      return object
    case .text(let text): return try self.text(text)
    case .list(let elements):
      var objects: [UInt32] = []
      for element in elements { objects.append(try object(element)) }
      return try container(0xA0, count: objects.count, objects)
    case .map(let members):
      var objects: [UInt32] = []
      for member in members { objects.append(try name(member.name)) }
      for member in members { objects.append(try object(member.value)) }
      return try container(0xD0, count: members.count, objects)
    }
  }

  private mutating func newObject() throws(InterchangeError) -> UInt32 {
    guard offsets.count < Int(UInt32.max) else {
      throw .tooManyValues
    }
    offsets.append(offset)
    return UInt32(offsets.count - 1)
  }

  private mutating func container(_ kind: UInt8, count: Int, _ objects: [UInt32]) throws(InterchangeError) -> UInt32 {
    let object = try newObject()
    try marker(kind, count: count)
    for reference in objects { number(UInt64(reference), 4) }
    return object
  }

  private mutating func name(_ name: String) throws(InterchangeError) -> UInt32 {
    let bytes = Array(name.utf8)
    if let object = names[bytes] { return object }
    let object = try text(name)
    if names.count < 10_000 { names[bytes] = object }
    return object
  }

  private mutating func text(_ text: String) throws(InterchangeError) -> UInt32 {
    let object = try newObject()
    let bytes = Array(text.utf8)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      try marker(0x50, count: bytes.count)
      put(bytes)
    } else {
      let units = Array(text.utf16)
      try marker(0x60, count: units.count)
      put(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }
    return object
  }

  private mutating func integer(_ value: Int64) throws(InterchangeError) -> UInt32 {
    let object = try newObject()
    // What is shorter than 8 bytes has no sign.
    let exponent = value < 0 || value > 0xFFFF_FFFF ? 3 : value > 0xFFFF ? 2 : value > 0xFF ? 1 : 0
    put([0x10 | UInt8(exponent)])
    number(UInt64(bitPattern: value), 1 << exponent)
    return object
  }

  private mutating func number(_ text: String) throws(InterchangeError) -> UInt32 {
    guard let value = UInt64(text) else { return try real(0x23, Double(text) ?? .nan) }
    let object = try newObject()
    put([0x14])
    number(0, 8)
    number(value, 8)
    return object
  }

  private mutating func real(_ kind: UInt8, _ value: Double) throws(InterchangeError) -> UInt32 {
    let object = try newObject()
    put([kind])
    number(value.bitPattern, 8)
    return object
  }

  private func seconds(_ text: String) throws(InterchangeError) -> Double {
    guard let moment = Moment(text: text) else {
      throw .momentInPropertyList(text)
    }
    return Double(moment.seconds)
  }

  // MARK: Bytes

  private mutating func marker(_ kind: UInt8, count: Int) throws(InterchangeError) {
    if count < 15 { return put([kind | UInt8(count)]) }
    let exponent = count > 0xFFFF_FFFF ? 3 : count > 0xFFFF ? 2 : count > 0xFF ? 1 : 0
    put([kind | 15, 0x10 | UInt8(exponent)])
    number(UInt64(count), 1 << exponent)
  }

  private mutating func number(_ value: UInt64, _ size: Int) {
    put((0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64((size - 1 - $0) * 8)) })
  }

  private mutating func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { sink.append($0) }
    offset += bytes.count
  }
}
