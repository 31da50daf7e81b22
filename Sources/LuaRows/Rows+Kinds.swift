import CLua
import CRows
import LuaRuntime

/// Shapes of rows of several kinds: a column says which shape the object of a row has.
extension LuaRowShape {
  /// Makes it the shape of rows whose kind is in a column; what is not added is no kind.
  ///
  /// `unknown` is called with an unknown kind, and raises.
  package func takeKinds(column: Int, unknown: LuaFunction, on stack: LuaStack) {
    stack.push(reference: unknown)
    moon_shape_set_kinds(stack.pointer, pointer, Int32(column))
  }

  /// Gives the objects of the rows of a kind this shape, which is theirs alone.
  ///
  /// No object may have been made of either shape yet.
  package func add(_ kind: String, _ shape: LuaRowShape) {
    var kind = kind
    kind.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { moon_shape_add_kind(pointer, $0.baseAddress, $0.count, shape.pointer) }
    }
  }

  /// The shape of the object of a row; nil where its kind is unknown.
  package func shape(of rows: UnsafeMutableRawPointer, row: Int) -> LuaRowShape? {
    moon_shape_of_row(pointer, rows.assumingMemoryBound(to: moon_rows.self), row).map { LuaRowShape(pointer: $0) }
  }
}
