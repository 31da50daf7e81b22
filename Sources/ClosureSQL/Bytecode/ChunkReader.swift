import LuaRuntime

/// Reads what `lua_dump` writes of a function: the binary chunk of Lua 5.4.
///
/// Anything but exactly that format is nil: then no closure is understood, and each runs row by row.
struct ChunkReader {
  private let bytes: [UInt8]
  private var place = 0

  /// The signature, version 5.4, the official format, the check bytes, and the sizes of an instruction, an integer
  /// and a float; then 0x5678 and 370.5 in those.
  private static let header: [UInt8] =
    [0x1B, 0x4C, 0x75, 0x61, 0x54, 0x00, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A, 4, 8, 8]
    + [0x78, 0x56, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0x28, 0x77, 0x40]

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func read(_ bytes: [UInt8]) -> Prototype? {
    guard bytes.starts(with: header) else { return nil }
    var reader = ChunkReader(bytes)
    reader.place = header.count + 1
    guard let result = reader.prototype(source: ""), reader.place == bytes.count else { return nil }
    return result
  }

  // MARK: Parts

  private mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  /// A number of 7-bit groups, the highest first; the last one is marked.
  private mutating func size() -> Int? {
    var value = 0
    while true {
      guard let byte = byte(), value < 1 << 48 else { return nil }
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 != 0 { return value }
    }
  }

  /// How many of something follow, each of at least `width` bytes.
  private mutating func count(width: Int = 1) -> Int? {
    guard let count = size(), count <= (bytes.count - place) / width else { return nil }
    return count
  }

  private mutating func word(_ width: Int) -> UInt64? {
    guard place + width <= bytes.count else { return nil }
    defer { place += width }
    return (0..<width).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
  }

  private mutating func string() -> [UInt8]?? {
    guard let size = size() else { return nil }
    if size == 0 { return .some(nil) }
    guard place + size - 1 <= bytes.count else { return nil }
    defer { place += size - 1 }
    return Array(bytes[place..<place + size - 1])
  }

  private mutating func constant() -> Constant? {
    switch byte() {
    case 0x00: return .nil
    case 0x01: return .boolean(false)
    case 0x11: return .boolean(true)
    case 0x03: return word(8).map { .integer(Int64(bitPattern: $0)) }
    case 0x13: return word(8).map { .number(bits: $0) }
    case 0x04, 0x14:
      guard let string = string() else { return nil }
      return .string(string ?? [])
    default: return nil
    }
  }

  // MARK: Functions

  private mutating func prototype(source parent: String) -> Prototype? {
    let result = Prototype()
    guard let source = string() else { return nil }
    result.source = source.map { String(decoding: $0, as: UTF8.self) } ?? parent
    guard let first = size(), size() != nil, let parameters = byte(), let variadic = byte(), let registers = byte()
    else { return nil }
    result.firstLine = first
    result.parameterCount = Int(parameters)
    result.isVariadic = variadic != 0
    result.registerCount = Int(registers)
    guard readCode(into: result), readChildren(into: result), readLines(into: result), readNames(into: result) else {
      return nil
    }
    return result
  }

  private mutating func readCode(into result: Prototype) -> Bool {
    guard let codeCount = count(width: 4) else { return false }
    for _ in 0..<codeCount {
      guard let bits = word(4) else { return false }
      result.code.append(Instruction(bits: UInt32(truncatingIfNeeded: bits)))
    }
    guard let constantCount = count() else { return false }
    for _ in 0..<constantCount {
      guard let constant = constant() else { return false }
      result.constants.append(constant)
    }
    guard let upvalueCount = count(width: 3) else { return false }
    for _ in 0..<upvalueCount {
      guard let inStack = byte(), let place = byte(), byte() != nil else { return false }
      result.upvalues.append(Prototype.Upvalue(name: "?", isInStack: inStack != 0, place: Int(place)))
    }
    return true
  }

  private mutating func readChildren(into result: Prototype) -> Bool {
    guard let count = count() else { return false }
    for _ in 0..<count {
      guard let child = prototype(source: result.source) else { return false }
      result.children.append(child)
    }
    return true
  }

  /// Lines are differences, except where one is too large, which is marked by -128.
  private mutating func readLines(into result: Prototype) -> Bool {
    guard let count = count() else { return false }
    var differences: [Int8] = []
    for _ in 0..<count {
      guard let byte = byte() else { return false }
      differences.append(Int8(bitPattern: byte))
    }
    guard let absoluteCount = self.count(width: 2) else { return false }
    var absolute: [Int: Int] = [:]
    for _ in 0..<absoluteCount {
      guard let place = size(), let line = size() else { return false }
      absolute[place] = line
    }
    var line = result.firstLine
    for (place, difference) in differences.enumerated() {
      line = difference == -128 ? absolute[place] ?? line : line + Int(difference)
      result.lines.append(line)
    }
    return true
  }

  private mutating func readNames(into result: Prototype) -> Bool {
    guard let variables = count() else { return false }
    for _ in 0..<variables {
      guard string() != nil, size() != nil, size() != nil else { return false }
    }
    guard let names = count() else { return false }
    for index in 0..<names {
      guard let name = string() else { return false }
      if let name, result.upvalues.indices.contains(index) {
        result.upvalues[index].name = String(decoding: name, as: UTF8.self)
      }
    }
    return true
  }
}
