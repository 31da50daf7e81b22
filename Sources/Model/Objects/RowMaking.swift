import LuaRows
import LuaRuntime
import Store

/// What reads a row again with all that was computed for it.
package protocol RowMaking: AnyObject {
  /// The row with a key, and how it is an object; nil where it is not there.
  func row(at key: RowKey) throws -> (rows: RowBuffer, shape: LuaRowShape)?
}

extension LuaRowObject {
  /// What reads its row again; nil for a row of fields alone.
  var maker: (any RowMaking)? { anchor(as: RowBuffer.self)?.maker as? any RowMaking }
}
