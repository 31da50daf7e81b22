/// What is made of a JSON text while it is read: a tree, tables of Lua, another text.
///
/// A reader calls it in the order of the text. What is passed as bytes is valid for the call.
package protocol JSONBuilder {
  associatedtype Value
  associatedtype List
  associatedtype Map

  mutating func null() throws(InterchangeError) -> Value
  mutating func boolean(_ value: Bool) throws(InterchangeError) -> Value
  mutating func integer(_ value: Int64, _ written: UnsafeRawBufferPointer) throws(InterchangeError) -> Value
  /// A number that is no integer of 64 bits, as it is written.
  mutating func number(_ written: UnsafeRawBufferPointer) throws(InterchangeError) -> Value
  /// The same of a number that no double can hold, where such are taken.
  mutating func beyond(_ written: UnsafeRawBufferPointer) throws(InterchangeError) -> Value
  /// A text in UTF-8, without escapes, and as it is written, with its quotes.
  mutating func text(
    _ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer
  ) throws(InterchangeError) -> Value

  mutating func list() throws(InterchangeError) -> List
  mutating func add(_ value: Value, to list: inout List) throws(InterchangeError)
  mutating func end(_ list: List) -> Value

  mutating func map() throws(InterchangeError) -> Map
  /// Takes a name, whose value comes next; false for one that the map has.
  mutating func name(
    _ content: UnsafeRawBufferPointer, _ written: UnsafeRawBufferPointer, in map: inout Map
  ) throws(InterchangeError) -> Bool
  mutating func add(_ value: Value, to map: inout Map) throws(InterchangeError)
  mutating func end(_ map: Map) -> Value
}

extension JSONBuilder {
  /// It is an infinite number, written as such a one is.
  package mutating func beyond(_ written: UnsafeRawBufferPointer) throws(InterchangeError) -> Value {
    let words: StaticString = written.first == UInt8(ascii: "-") ? "-9e999" : "9e999"
    return try number(UnsafeRawBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount))
  }
}
