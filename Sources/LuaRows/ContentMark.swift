import CLua
import CRows
import LuaRuntime

/// What is in a plain table, or in the row of an object, in 128 bits: equal where all fields are.
package typealias ContentMark = moon_mark

extension ContentMark {
  /// The mark of bytes that say what is in a row.
  package init(of bytes: [UInt8]) {
    self.init()
    bytes.withUnsafeBytes { moon_mark_bytes($0.baseAddress, $0.count, &self) }
  }

  /// The mark of a table; nil where it holds more than texts, numbers and truths.
  package init?(of table: LuaValue, on stack: LuaStack) {
    self.init()
    stack.push(table)
    defer { stack.pop(1) }
    guard moon_table_mark(stack.pointer, -1, &self) else { return nil }
  }

  package func isSame(as other: ContentMark) -> Bool { low == other.low && high == other.high }
}
