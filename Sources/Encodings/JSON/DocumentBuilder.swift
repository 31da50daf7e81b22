/// Makes the tree of what a JSON text says.
///
/// Numbers are exact: integers of 64 bits, everything else as it is written.
private struct DocumentBuilder: JSONBuilder {
  struct Map {
    var members: [DocumentValue.Member] = []
    var name = ""
    /// The names of a large map.
    var names: Set<[UInt8]> = []
  }

  func null() -> DocumentValue { .null }
  func boolean(_ value: Bool) -> DocumentValue { .boolean(value) }
  func integer(_ value: Int64, _ written: UnsafeRawBufferPointer) -> DocumentValue { .integer(value) }

  func number(_ written: UnsafeRawBufferPointer) -> DocumentValue {
    .number(String(decoding: written, as: UTF8.self))
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
    // A few are compared one by one: that takes less than to hash them.
    if map.members.count < 9 { return !map.members.contains { $0.hasName(content) } }
    if map.names.isEmpty { map.names = Set(map.members.map { [UInt8]($0.name.utf8) }) }
    return map.names.insert([UInt8](content)).inserted
  }

  func add(_ value: DocumentValue, to map: inout Map) { map.members.append(DocumentValue.Member(map.name, value)) }
  func end(_ map: Map) -> DocumentValue { .map(map.members) }
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

  package init(json bytes: some Collection<UInt8>) throws(InterchangeError) {
    self = try Array(bytes).withUnsafeBufferPointer { (bytes) throws(InterchangeError) in
      try DocumentValue(json: UnsafeRawBufferPointer(bytes))
    }
  }
}
