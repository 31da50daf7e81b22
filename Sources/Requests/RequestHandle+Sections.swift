import LuaRuntime
import Query
import Schema

extension RequestHandle {
  /// The function that gives the member which sections are made of, where it must be called for each row; nil where the
  /// database knows the member.
  ///
  /// What was said of the function may hold no longer when the rows are read again: so it is asked each time.
  package func sectioningFunction(of path: FieldPath) throws -> LuaFunction? {
    guard path.isOwn, request.computed[path.field] != nil, request.computesByScript else { return nil }
    let pushed = try pushed()
    guard case .closure(let hook)? = pushed.request.computed[path.field]?.expression else { return nil }
    return pushed.functions[hook]
  }
}
