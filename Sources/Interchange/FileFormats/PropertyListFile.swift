import Encodings
import Schema

extension FileFormat {
  /// A property list as XML, as macOS and Swift's `PropertyListEncoder` write it.
  ///
  /// Bytes are `<data>`, moments `<date>`; there is no null, and text holds no control characters.
  package static let propertyList = FileFormat(
    name: "plist", summary: "a property list (XML): an array of dictionaries, or one", endings: ["plist"],
    isPropertyList: true,
    read: { (input, _) throws(InterchangeError) in try .documents(propertyListReader(input)) },
    write: { PropertyListWriter(sink: $0) })
}

/// What reads a property list, which is XML or binary, whatever its name says.
func propertyListReader(_ input: ByteInput) throws(InterchangeError) -> any DocumentInput {
  while input.count < 8, try input.more(keeping: 0) {}
  let start = UnsafeBufferPointer(start: input.base, count: input.count)
  guard start.starts(with: "bplist0".utf8) else { return PropertyListReader(input) }
  return try BinaryPropertyListReader(input.everything(limit: BinaryPropertyListReader.largest))
}

/// Reads the elements of the array that a property list is, one at a time, or the one value that it is.
private final class PropertyListReader: DocumentInput {
  private var scanner: XMLScanner
  private var state = State.start
  private var isWrapped = false
  private(set) var isSingle = false
  private(set) var place: InterchangeError.Place?

  private enum State { case start, inList, done }

  init(_ input: ByteInput) {
    scanner = XMLScanner(input)
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    if state == .done { return nil }
    var tag = try scanner.tag()
    if state == .start {
      isWrapped = tag == XMLScanner.Tag(name: "plist")
      if isWrapped { tag = try scanner.tag() }
      if tag == XMLScanner.Tag(name: "array", isEmpty: true) { return try end() }
      guard tag == XMLScanner.Tag(name: "array") else { return try single(tag) }
      state = .inList
      tag = try scanner.tag()
    }
    place = scanner.place
    if tag == XMLScanner.Tag(name: "array", isClosing: true) { return try end() }
    return try PropertyListValue.read(tag, &scanner)
  }

  private func single(_ tag: XMLScanner.Tag) throws(InterchangeError) -> DocumentValue {
    isSingle = true
    place = scanner.place
    let value = try PropertyListValue.read(tag, &scanner)
    _ = try end()
    return value
  }

  private func end() throws(InterchangeError) -> DocumentValue? {
    state = .done
    if isWrapped { try scanner.close("plist") }
    try scanner.finish()
    return nil
  }
}

extension XMLScanner {
  fileprivate mutating func close(_ name: String) throws(InterchangeError) {
    let tag = try tag()
    guard tag == Tag(name: name, isClosing: true) else {
      throw .notClosed(name, found: tag, at: place)
    }
  }
}

/// Reads the value that a tag begins.
private enum PropertyListValue {
  static func read(
    _ tag: XMLScanner.Tag, _ scanner: inout XMLScanner, depth: Int = 0
  ) throws(InterchangeError) -> DocumentValue {
    let place = scanner.place
    if tag.isClosing { throw .noValue(found: tag, at: place) }
    guard depth < DocumentValue.deepest else { throw InterchangeError(.tooDeep(DocumentValue.deepest), at: place) }
    switch tag.name {
    case "array": return .list(tag.isEmpty ? [] : try elements(&scanner, depth))
    case "dict": return .map(tag.isEmpty ? [] : try members(&scanner, depth))
    case "true", "false":
      if !tag.isEmpty { try scanner.close(tag.name) }
      return .boolean(tag.name == "true")
    case "string", "integer", "real", "date", "data":
      var text = ""
      if !tag.isEmpty {
        text = try scanner.text()
        try scanner.close(tag.name)
      }
      if tag.name == "string" { return .text(text) }
      let trimmed = String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self)
      guard let value = plain(tag.name, trimmed) else {
        throw InterchangeError(.badValue(tag: tag.name, text: text), at: place)
      }
      return value
    default: throw InterchangeError(.unknownTag(tag.name), at: place)
    }
  }

  private static func elements(_ scanner: inout XMLScanner, _ depth: Int) throws(InterchangeError) -> [DocumentValue] {
    var elements: [DocumentValue] = []
    while true {
      let tag = try scanner.tag()
      if tag == XMLScanner.Tag(name: "array", isClosing: true) { return elements }
      elements.append(try read(tag, &scanner, depth: depth + 1))
    }
  }

  private static func members(
    _ scanner: inout XMLScanner, _ depth: Int
  ) throws(InterchangeError) -> [DocumentValue.Member] {
    let place = scanner.place
    var members: [DocumentValue.Member] = []
    while true {
      let tag = try scanner.tag()
      if tag == XMLScanner.Tag(name: "dict", isClosing: true) { break }
      guard tag.name == "key", !tag.isClosing else {
        throw .noKey(found: tag, at: scanner.place)
      }
      var name = ""
      if !tag.isEmpty {
        name = try scanner.text()
        try scanner.close("key")
      }
      members.append(DocumentValue.Member(name, try read(scanner.tag(), &scanner, depth: depth + 1)))
    }
    try members.checkNames(at: place)
    return members
  }

  /// The value that a text without blanks is.
  private static func plain(_ tag: String, _ text: String) -> DocumentValue? {
    switch tag {
    case "integer": integer(text)
    case "real": real(text)
    case "date": Moment(text: text).map { .date($0.text) }
    default: Base64.bytes(text.utf8).map { .data($0) }
    }
  }

  private static func integer(_ text: String) -> DocumentValue? {
    if let value = Int64(text) { return .integer(value) }
    if text.hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16).map { .integer($0) } }
    return (try? DocumentValue(json: text.utf8)).flatMap { number in
      if case .number = number, !text.contains(where: { ".eE".contains($0) }) { number } else { nil }
    }
  }

  private static func real(_ text: String) -> DocumentValue? {
    switch try? DocumentValue(json: text.utf8) {
    case .integer(let value): return .real(Double(value))
    case .number(let text): return .number(text)
    default: return Double(text).map { .real($0) }
    }
  }
}
