/// A JSON document inside another: checked, and without the blanks between its parts.
///
///     { "a": [1, 2.0] }      {"a":[1,2.0]}
package enum JSONCopy {
  /// As deep as SQLite reads, and far from the end of the stack.
  private static let deepest = 1000

  /// Writes the document; false, with nothing written, when it is not valid.
  ///
  /// - Parameter takesKept: whether it is taken as a server keeps it (`DocumentValue.init(kept:)`).
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to sink: TextSink, takesKept: Bool = false
  ) -> Bool {
    // Without blanks nothing is longer than it is written, but for a comma that is not yet taken back.
    var builder = Builder(out: sink.reserve(bytes.count + 1))
    var reader = JSONReader(bytes, deepest: deepest, takesKept: takesKept)
    do throws(InterchangeError) { try reader.whole(&builder) } catch { return false }
    sink.commit(builder.out)
    return true
  }

  /// Copies what is read, as it is written.
  private struct Builder: JSONBuilder {
    struct List { var isEmpty = true }
    struct Map { var isEmpty = true }

    var out: UnsafeMutablePointer<UInt8>

    init(out: UnsafeMutablePointer<UInt8>) {
      self.out = out
    }

    private mutating func copy(_ bytes: UnsafeRawBufferPointer) {
      guard let source = bytes.baseAddress else { return }
      UnsafeMutableRawPointer(out).copyMemory(from: source, byteCount: bytes.count)
      out += bytes.count
    }

    private mutating func copy(_ text: StaticString) {
      copy(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a sign, in place of the comma behind the last part.
    private mutating func close(_ sign: Unicode.Scalar, _ isEmpty: Bool) {
      if !isEmpty { out -= 1 }
      put(sign)
    }

    private mutating func put(_ sign: Unicode.Scalar) {
      out.pointee = UInt8(ascii: sign)
      out += 1
    }

    mutating func null() { copy("null") }
    mutating func boolean(_ value: Bool) { copy(value ? "true" : "false") }
    mutating func integer(_ value: Int64, _ written: UnsafeRawBufferPointer) { copy(written) }
    mutating func number(_ written: UnsafeRawBufferPointer) { copy(written) }
    mutating func text(_ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer) { copy(written) }

    mutating func list() -> List {
      put("[")
      return List()
    }

    mutating func add(_ value: (), to list: inout List) {
      put(",")
      list.isEmpty = false
    }

    mutating func end(_ list: List) { close("]", list.isEmpty) }

    mutating func map() -> Map {
      put("{")
      return Map()
    }

    /// A name may stand twice: nothing is lost by a copy.
    mutating func name(
      _ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer, in map: inout Map
    ) -> Bool {
      copy(written)
      put(":")
      return true
    }

    mutating func add(_ value: (), to map: inout Map) {
      put(",")
      map.isEmpty = false
    }

    mutating func end(_ map: Map) { close("}", map.isEmpty) }
  }
}
