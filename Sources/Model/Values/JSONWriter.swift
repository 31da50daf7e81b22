import Encodings
import LuaRuntime
import Schema

/// Writes a value of Lua as JSON text (RFC 8259), keys in ascending order so that equal values give equal texts.
///
/// A table with the keys 1 to n, or none at all, is an array (`[]`); one with text keys is an object; anything
/// else is refused. `null` is null.
///
///     { a = { 1, 2 } }   →   {"a":[1,2]}
package struct JSONWriter {
  private let sink: TextSink
  private let null: LuaValue
  /// Whether infinite numbers are written as what is read as them.
  private let takesInfinite: Bool
  private var depth = 0
  static let largestDepth = 200

  package static func text(
    of value: LuaValue, null: LuaValue, takesInfinite: Bool = false
  ) throws(CastError) -> String {
    var refusal: CastError?
    let text = TextSink.text(capacity: 256) { sink in
      var writer = JSONWriter(sink: sink, null: null, takesInfinite: takesInfinite)
      do throws(CastError) { try writer.write(value) } catch { refusal = error }
    }
    if let refusal { throw refusal }
    return text
  }

  private init(sink: TextSink, null: LuaValue, takesInfinite: Bool) {
    (self.sink, self.null, self.takesInfinite) = (sink, null, takesInfinite)
  }

  private mutating func write(_ value: LuaValue) throws(CastError) {
    switch value {
    case .nil: sink.append("null")
    case .boolean(let flag): sink.append(flag ? "true" as StaticString : "false")
    case .integer(let number): sink.append(number)
    case .number(let number):
      if takesInfinite, number.isInfinite { return sink.append(text: number.jsonText) }
      guard number.isFinite else { throw CastError(UnfitValue.jsonNumber(number: number)) }
      sink.append(number)
    case .string(let string):
      guard let words = string.text else { throw CastError(UnfitValue.jsonText) }
      JSONText.write(words, to: sink)
    case .table(let table): try write(table)
    default:
      guard value.isSame(as: null) else { throw CastError(UnfitValue.jsonValue(found: value.described)) }
      sink.append("null")
    }
  }

  private mutating func write(_ table: LuaTable) throws(CastError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.largestDepth else {
      throw CastError(UnfitValue.jsonDepth(limit: Self.largestDepth))
    }
    let count = table.rawLength
    var members: [(String, LuaValue)] = []
    var others = 0
    for (key, value) in table.entries() {
      switch key {
      case .string(let name):
        guard let words = name.text else { throw CastError(UnfitValue.jsonKey) }
        members.append((words, value))
      case .integer(let index) where index >= 1 && index <= count: continue
      default: others += 1
      }
    }
    if others > 0 || (count > 0 && !members.isEmpty) {
      throw CastError(UnfitValue.jsonTable)
    }
    if members.isEmpty { try writeArray(table, count) } else { try writeObject(members) }
  }

  private mutating func writeArray(_ table: LuaTable, _ count: Int) throws(CastError) {
    sink.append("[")
    for index in 0..<count {
      if index > 0 { sink.append(",") }
      try write(table[index + 1])
    }
    sink.append("]")
  }

  private mutating func writeObject(_ members: [(String, LuaValue)]) throws(CastError) {
    sink.append("{")
    for (index, member) in members.sorted(by: { $0.0 < $1.0 }).enumerated() {
      if index > 0 { sink.append(",") }
      JSONText.write(member.0, to: sink)
      sink.append(":")
      try write(member.1)
    }
    sink.append("}")
  }
}
