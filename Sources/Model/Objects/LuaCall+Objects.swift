import LuaRows
import LuaRuntime
import Schema

extension LuaCall {
  /// The object at an argument, and what it is an object of.
  package func object(_ index: Int = 1) throws -> (LuaRowObject, ObjectContext) {
    guard let object = borrowed(index).rowObject, let context = object.context(as: ObjectContext.self) else {
      throw ScriptError(ObjectError.calledOnNoObject(found: value(index).described))
    }
    try object.checkNotReturned()
    try Objects(context.session).renew(object)
    return (object, context)
  }
}

extension LuaCall {
  /// The objects among the first `count` arguments: each is an object, or the only one is a list of objects.
  package func objects(count: Int) throws -> ObjectSource {
    let given = borrowed(2)
    if count == 2, given.isTable {
      try checkIsList(given)
      return ObjectSource(ofTable: given)
    }
    if count == 2, given.rowList != nil { return ObjectSource(ofList: given) }
    guard count > 1 else { throw ScriptError(ObjectError.noObjects) }
    return ObjectSource(count: count - 1) { borrowed($0 + 2).copied() }
  }

  /// Refuses a table with names, which is neither an object nor a list of them.
  private func checkIsList(_ table: BorrowedValue) throws {
    let count = table.length
    // Behind its elements stands what else a long list holds.
    try table.forEachMember(behind: count > 1000 ? count : nil) { key, _ throws in
      guard key.kind == .string else { return }
      let name = key.string ?? ""
      throw ScriptError(ObjectError.tableOfNames(name: name, isList: count > 0))
    }
  }
}
