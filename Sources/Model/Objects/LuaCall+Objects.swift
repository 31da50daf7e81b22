import LuaRows
import LuaRuntime
import Schema

extension LuaCall {
  /// The object at an argument, and what it is an object of.
  package func object(_ index: Int = 1) throws -> (LuaRowObject, ObjectContext) {
    guard let object = stack.rowObject(index), let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(ObjectError.calledOnNoObject(found: value(index).described))
    }
    try object.checkNotReturned()
    return (object, context)
  }
}

extension LuaCall {
  /// The objects among the first `count` arguments: each is an object, or the only one is a list of objects.
  package func objects(count: Int) throws -> ObjectSource {
    if count == 2, stack.kind(2) == .table {
      try checkIsList(at: 2)
      return ObjectSource(count: stack.rawLength(2)) { _ = stack.rawGet(table: 2, $0 + 1) }
    }
    if count == 2, let list = stack.rowList(2) {
      // A place of a list is read without metamethods failing: it is there.
      return ObjectSource(count: list.count) { do { try stack.get(2, $0 + 1) } catch { stack.pushNil() } }
    }
    guard count > 1 else { throw ScriptError(ObjectError.noObjects) }
    return ObjectSource(count: count - 1) { stack.copy($0 + 2) }
  }

  /// Refuses a table with names, which is neither an object nor a list of them.
  private func checkIsList(at index: Int) throws {
    let count = stack.rawLength(index)
    // Behind its elements stands what else a long list holds.
    if count > 1000 { stack.push(count) } else { stack.pushNil() }
    while stack.next(index) {
      guard stack.kind(-2) == .string else {
        stack.pop(1)
        continue
      }
      let name = stack.string(-2) ?? ""
      throw ScriptError(ObjectError.tableOfNames(name: name, isList: count > 0))
    }
  }
}
