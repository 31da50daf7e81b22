/// Makes the tree of what a JSON text says.
///
/// Numbers are exact: integers of 64 bits, everything else as it is written.
private struct DocumentBuilder: JSONBuilder {
  /// Whether numbers that no double can hold stay as they are written, for a document that is written anew.
  var keepsWords = false

  struct Map {
    var members: [DocumentValue.Member] = []
    var name = ""
    /// Whether there is a member of that name.
    var isRepeated = false
    /// The names of a large map.
    var names: Set<[UInt8]> = []
  }

  func null() -> DocumentValue { .null }
  func boolean(_ value: Bool) -> DocumentValue { .boolean(value) }
  func integer(_ value: Int64, _ written: UnsafeRawBufferPointer) -> DocumentValue { .integer(value) }

  func number(_ written: UnsafeRawBufferPointer) -> DocumentValue {
    .number(String(decoding: written, as: UTF8.self))
  }

  func beyond(_ written: UnsafeRawBufferPointer) -> DocumentValue {
    if keepsWords { return number(written) }
    return .number(written.first == UInt8(ascii: "-") ? "-9e999" : "9e999")
  }

  func text(_ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer) -> DocumentValue {
    .text(String(decoding: content, as: UTF8.self))
  }

  func list() -> [DocumentValue] { [] }
  func add(_ value: DocumentValue, to list: inout [DocumentValue]) { list.append(value) }
  func end(_ list: [DocumentValue]) -> DocumentValue { .list(list) }

  func map() -> Map { Map() }

  func name(_ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer, in map: inout Map) -> Bool {
    map.name = String(decoding: content, as: UTF8.self)
    map.isRepeated = map.hasMember(content)
    return !map.isRepeated
  }

  func add(_ value: DocumentValue, to map: inout Map) {
    if map.isRepeated { map.members.removeAll { $0.name.utf8.elementsEqual(map.name.utf8) } }
    map.members.append(DocumentValue.Member(map.name, value))
  }

  func end(_ map: Map) -> DocumentValue { .map(map.members) }
}

extension DocumentBuilder.Map {
  /// Whether there is a member of the name, which from now on there is.
  fileprivate mutating func hasMember(_ name: UnsafeRawBufferPointer) -> Bool {
    // A few are compared one by one: that takes less than to hash them.
    if members.count < 9 { return members.contains { $0.hasName(name) } }
    if names.isEmpty { names = Set(members.map { [UInt8]($0.name.utf8) }) }
    return !names.insert([UInt8](name)).inserted
  }
}

extension DocumentValue.Member {
  fileprivate func hasName(_ bytes: UnsafeRawBufferPointer) -> Bool {
    name.utf8.count == bytes.count && name.utf8.elementsEqual(bytes)
  }
}

extension JSONReader {
  /// The next value as a tree.
  package mutating func document() throws(InterchangeError) -> DocumentValue {
    var builder = DocumentBuilder()
    return try value(&builder)
  }
}

extension DocumentValue {
  /// The document that a JSON text is.
  package init(json bytes: UnsafeRawBufferPointer) throws(InterchangeError) {
    var reader = JSONReader(bytes)
    var builder = DocumentBuilder()
    self = try reader.whole(&builder)
  }

  /// The document that a server keeps, which may hold a name twice, and numbers that no double can hold.
  ///
  /// - Parameter asWritten: whether these numbers stay as they are written.
  package init(kept bytes: UnsafeRawBufferPointer, asWritten: Bool = false) throws(InterchangeError) {
    var reader = JSONReader(bytes, takesKept: true)
    var builder = DocumentBuilder(keepsWords: asWritten)
    self = try reader.whole(&builder)
  }

  package init(kept bytes: some Collection<UInt8>, asWritten: Bool = false) throws(InterchangeError) {
    self = try Array(bytes).withUnsafeBufferPointer { (bytes) throws(InterchangeError) in
      try DocumentValue(kept: UnsafeRawBufferPointer(bytes), asWritten: asWritten)
    }
  }

  package init(json bytes: some Collection<UInt8>) throws(InterchangeError) {
    self = try Array(bytes).withUnsafeBufferPointer { (bytes) throws(InterchangeError) in
      try DocumentValue(json: UnsafeRawBufferPointer(bytes))
    }
  }
}
