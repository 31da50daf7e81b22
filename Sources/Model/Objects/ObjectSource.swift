import LuaRows
import LuaRuntime

/// Objects on a stack or in a list, one at a time.
package struct ObjectSource {
  package let count: Int
  /// Pushes the n-th value, from 0.
  package let push: (Int) -> Void

  package init(count: Int, push: @escaping (Int) -> Void) {
    self.count = count
    self.push = push
  }

  /// Calls `body` with the n-th object; nil where the value is none.
  package func withObject<Result>(
    _ place: Int, on stack: LuaStack, _ body: (LuaRowObject, ObjectContext) throws -> Result
  ) rethrows -> Result? {
    let result = try stack.withObject {
      push(place)
    } _: { object in
      try object.context(as: ObjectContext.self).map { try body(object, $0) }
    }
    return result ?? nil
  }
}
