import Encodings
import Schema

extension FileFormat {
  /// A property list as bytes: objects one behind another, and a table of where each begins.
  ///
  /// The table is at the end, so that a file is read whole before its first document is.
  package static let binaryPropertyList = FileFormat(
    name: "bplist", summary: "a binary property list", endings: ["bplist"], isText: false, isPropertyList: true,
    read: { (input, _) throws(InterchangeError) in
      .documents(try binaryPropertyListReader(input))
    },
    write: { BinaryPropertyListWriter(to: $0) })
}

/// What reads a property list that should be binary; one of XML is read, too.
private func binaryPropertyListReader(_ input: ByteInput) throws(InterchangeError) -> any DocumentInput {
  while input.count < 64, try input.more(keeping: 0) {}
  let start = UnsafeBufferPointer(start: input.base, count: input.count)
  if start.starts(with: "<?xml".utf8) || start.starts(with: "<plist".utf8) { return try propertyListReader(input) }
  return try BinaryPropertyListReader(input.everything(limit: BinaryPropertyListReader.largest))
}

/// Reads the elements of the array that a binary property list is, or the one value that it is.
///
/// After the description at the head of CFBinaryPList.c (CF-1153, Apple).
final class BinaryPropertyListReader: DocumentInput {
  /// How many bytes are read into memory.
  static let largest = 1 << 30

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let top: Int
  private let table: Int
  /// How many values may still be made: values in one another would else grow without end.
  private var budget: Int
  private var elements: [Int]?
  private var index = 0
  private(set) var isSingle = false
  private(set) var place: InterchangeError.Place?

  init(_ bytes: [UInt8]) throws(InterchangeError) {
    self.bytes = bytes
    guard bytes.starts(with: "bplist0".utf8) else { throw InterchangeError(.notBinaryPropertyList) }
    guard bytes.count >= 40 else { throw InterchangeError(.truncated) }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    func number(_ offset: Int) -> Int? {
      let value = bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return value <= UInt64(bytes.count) ? Int(value) : nil
    }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = number(trailer + 8),
      let top = number(trailer + 16), let table = number(trailer + 24), top < count, table >= 8,
      table + count * offsetSize <= trailer
    else { throw InterchangeError(.truncated) }
    (self.count, self.top, self.table) = (count, top, table)
    budget = 100_000 + bytes.count * 8
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    if elements == nil {
      let start = try offset(of: top)
      guard bytes[start] >> 4 == 0xA else {
        (isSingle, elements) = (true, [])
        return try value(top, [])
      }
      elements = try list(start)
    }
    guard let elements, index < elements.count else { return nil }
    defer { index += 1 }
    place = .byte(try offset(of: elements[index]))
    return try value(elements[index], [top])
  }

  // MARK: Values

  /// The value of an object; `path` are those that it stands in.
  private func value(_ object: Int, _ path: [Int]) throws(InterchangeError) -> DocumentValue {
    let start = try offset(of: object)
    let marker = bytes[start]
    let size = Int(marker & 15)
    budget -= 1
    if budget < 0 { throw InterchangeError(.expandsTooMuch, at: .byte(start)) }
    switch marker >> 4 {
    case 0x0: return try simple(marker, start)
    case 0x1: return try integer(start, 1 << size)
    case 0x2: return try real(start, 1 << size)
    case 0x3: return try date(start, 1 << size)
    case 0x4: return .data(Array(bytes[try content(start, width: 1)]))
    case 0x5: return .text(try text(try content(start, width: 1), start))
    case 0x6: return .text(try wideText(try content(start, width: 2), start))
    case 0x8: return .map([DocumentValue.Member("CF$UID", try identifier(start, size + 1))])
    case 0xA, 0xC:
      return .list(
        try inside(object, start, path) { (path) throws(InterchangeError) in
          var elements: [DocumentValue] = []
          for element in try list(start) { elements.append(try value(element, path)) }
          return elements
        })
    case 0xD:
      return .map(
        try inside(object, start, path) { (path) throws(InterchangeError) in
          try members(start, path)
        })
    default: throw InterchangeError(.badObject(marker), at: .byte(start))
    }
  }

  private func inside<Result>(
    _ object: Int, _ start: Int, _ path: [Int], _ body: ([Int]) throws(InterchangeError) -> Result
  ) throws(InterchangeError) -> Result {
    if path.contains(object) { throw InterchangeError(.containsItself, at: .byte(start)) }
    guard path.count <= DocumentValue.deepest else {
      throw InterchangeError(.tooDeep(DocumentValue.deepest), at: .byte(start))
    }
    return try body(path + [object])
  }

  private func members(_ start: Int, _ path: [Int]) throws(InterchangeError) -> [DocumentValue.Member] {
    let references = try list(start, perElement: 2)
    let half = references.count / 2
    var members: [DocumentValue.Member] = []
    for place in 0..<half {
      guard case .text(let name) = try value(references[place], path) else {
        throw .noName(at: .byte(start))
      }
      members.append(DocumentValue.Member(name, try value(references[half + place], path)))
    }
    try members.checkNames(at: .byte(start))
    return members
  }

  private func simple(_ marker: UInt8, _ start: Int) throws(InterchangeError) -> DocumentValue {
    switch marker {
    case 0x00: return .null
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    default: throw InterchangeError(.badObject(marker), at: .byte(start))
    }
  }

  /// Of 1, 2 and 4 bytes without a sign, of 8 with one; of 16 as much as fits.
  private func integer(_ start: Int, _ size: Int) throws(InterchangeError) -> DocumentValue {
    guard size <= 16 else { throw InterchangeError(.badObject(bytes[start]), at: .byte(start)) }
    let content = try range(start + 1, size)
    let value = bytes[content].reduce(Int128(0)) { $0 << 8 | Int128($1) }
    if size == 8 { return .integer(Int64(truncatingIfNeeded: value)) }
    return Int64(exactly: value).map { .integer($0) } ?? .number(String(value))
  }

  /// Without a sign.
  private func identifier(_ start: Int, _ size: Int) throws(InterchangeError) -> DocumentValue {
    let value = try unsigned(start + 1, size)
    return Int64(exactly: value).map { .integer($0) } ?? .number(String(value))
  }

  private func real(_ start: Int, _ size: Int) throws(InterchangeError) -> DocumentValue {
    switch size {
    case 4: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try unsigned(start + 1, 4)))))
    case 8: return .real(Double(bitPattern: try unsigned(start + 1, 8)))
    default: throw InterchangeError(.badObject(bytes[start]), at: .byte(start))
    }
  }

  private func date(_ start: Int, _ size: Int) throws(InterchangeError) -> DocumentValue {
    guard size == 8 else { throw InterchangeError(.badObject(bytes[start]), at: .byte(start)) }
    let seconds = Double(bitPattern: try unsigned(start + 1, 8)) + BinaryPropertyListWriter.epoch
    guard abs(seconds) < 1e12, let moment = Moment(seconds: Int64(seconds.rounded(.down))) else {
      throw .noDate(seconds: seconds, at: .byte(start))
    }
    let fraction = seconds - seconds.rounded(.down)
    // A fraction is kept: the reader decides whether to take it.
    return .date(fraction == 0 ? moment.text : moment.text.dropLast() + "\(fraction)".dropFirst() + "Z")
  }

  private func text(_ content: Range<Int>, _ start: Int) throws(InterchangeError) -> String {
    guard let text = String(validating: bytes[content], as: UTF8.self) else {
      throw InterchangeError(.notUTF8, at: .byte(start))
    }
    return text
  }

  private func wideText(_ content: Range<Int>, _ start: Int) throws(InterchangeError) -> String {
    let units = stride(from: content.lowerBound, to: content.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw InterchangeError(.loneSurrogate, at: .byte(start))
    }
    return text
  }

  // MARK: Bytes

  /// Where an object begins.
  private func offset(of object: Int) throws(InterchangeError) -> Int {
    guard object < count else { throw InterchangeError(.badReference, at: .byte(table)) }
    let entry = table + object * offsetSize
    let offset = try unsigned(entry, offsetSize)
    guard offset >= 8, offset < UInt64(table) else { throw InterchangeError(.badReference, at: .byte(entry)) }
    return Int(offset)
  }

  /// The objects that a container refers to.
  private func list(_ start: Int, perElement: Int = 1) throws(InterchangeError) -> [Int] {
    let content = try content(start, width: referenceSize * perElement)
    var objects: [Int] = []
    objects.reserveCapacity(content.count / referenceSize)
    for place in stride(from: content.lowerBound, to: content.upperBound, by: referenceSize) {
      let object = try unsigned(place, referenceSize)
      guard object < UInt64(count) else { throw InterchangeError(.badReference, at: .byte(place)) }
      objects.append(Int(object))
    }
    return objects
  }

  /// The bytes behind a marker whose low half is a count, or says that the count follows.
  private func content(_ start: Int, width: Int) throws(InterchangeError) -> Range<Int> {
    let low = Int(bytes[start] & 15)
    if low < 15 { return try range(start + 1, low * width) }
    guard start + 1 < table, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 15 <= 3 else {
      throw InterchangeError(.badObject(bytes[start]), at: .byte(start))
    }
    let size = 1 << Int(bytes[start + 1] & 15)
    let count = try unsigned(start + 2, size)
    guard count <= UInt64(bytes.count / width) else { throw InterchangeError(.truncated, at: .byte(start)) }
    return try range(start + 2 + size, Int(count) * width)
  }

  private func unsigned(_ start: Int, _ size: Int) throws(InterchangeError) -> UInt64 {
    let content = try range(start, size)
    guard size <= 8 else {
      let high = bytes[content].dropLast(8)
      guard high.allSatisfy({ $0 == 0 }) else { throw InterchangeError(.badReference, at: .byte(start)) }
      return bytes[content].suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    return bytes[content].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func range(_ start: Int, _ size: Int) throws(InterchangeError) -> Range<Int> {
    guard start + size <= bytes.count - 32 else { throw InterchangeError(.truncated, at: .byte(start)) }
    return start..<start + size
  }
}
