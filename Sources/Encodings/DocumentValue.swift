/// A value of any format that holds values in values: what JSON and property lists have in common, and more.
///
///     .map([.init("name", .text("Zerator")), .init("scores", .list([.integer(3), .number("0.10")]))])
///
/// Names keep their order. Texts are the same when their bytes are.
package enum DocumentValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  /// A number as it was written, in JSON's syntax: `0.10`, `1e5`, an integer of more than 64 bits.
  case number(String)
  case real(Double)
  case text(String)
  case data([UInt8])
  /// A moment as ISO 8601 text.
  case date(String)
  case list([DocumentValue])
  case map([Member])

  /// One name of a map, and what it stands for.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: DocumentValue

    package init(_ name: String, _ value: DocumentValue) {
      self.name = name
      self.value = value
    }
  }
}

extension DocumentValue {
  /// How deep values may stand one in another: far from the end of any stack.
  package static let deepest = 200

  /// What it is, in words: `the text 'x'`.
  package var described: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "the boolean \(value)"
    case .integer(let value): "the integer \(value)"
    case .number(let text): "the number \(text.count > 40 ? text.prefix(40) + "…" : text)"
    case .real(let value): "the number \(value)"
    case .text(let text): "the text \(quotedExcerpt(text))"
    case .data(let bytes): "\(bytes.count) bytes"
    case .date(let text): "the date \(text)"
    case .list: "a list"
    case .map: "an object"
    }
  }
}

extension Array where Element == DocumentValue.Member {
  /// What a name stands for; nil when it is not there.
  package subscript(name: String) -> DocumentValue? {
    first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// Refuses a name that stands twice, of which one value would be lost.
  package func checkNames(at place: InterchangeError.Place?) throws(InterchangeError) {
    if count < 9 {
      for (index, member) in enumerated() where self[..<index].contains(where: { $0.hasName(of: member) }) {
        throw InterchangeError(.nameTwice(member.name), at: place)
      }
      return
    }
    var seen: Set<[UInt8]> = []
    for member in self where !seen.insert([UInt8](member.name.utf8)).inserted {
      throw InterchangeError(.nameTwice(member.name), at: place)
    }
  }
}

extension DocumentValue.Member {
  fileprivate func hasName(of other: DocumentValue.Member) -> Bool {
    name.utf8.count == other.name.utf8.count && name.utf8.elementsEqual(other.name.utf8)
  }
}
