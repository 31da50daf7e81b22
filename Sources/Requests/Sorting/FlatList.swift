import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// Many values as one list: requests and lists give their elements, nil gives nothing.
///
/// Objects of one entity, or of some that share a table, become a list of objects, anything else a plain table.
package struct FlatList {
  private let session: SessionContext
  private let stack: LuaStack
  /// The table that collects them.
  private let table: Int
  private var count = 0
  /// The entity of all objects so far, and whether there was anything else.
  private var shape: LuaRowShape?
  private var context: ObjectContext?
  private var isMixed = false

  /// `context` is the entity whose objects are expected.
  package init(_ session: SessionContext, of context: ObjectContext?, on stack: LuaStack) {
    self.session = session
    self.stack = stack
    (self.context, shape) = (context, context?.shape)
    stack.newTable()
    table = stack.top
  }

  /// Pops a value and adds what it stands for.
  package mutating func takeTop() throws {
    let value = stack.top
    defer { stack.top = value - 1 }
    if stack.isNil(value) || FieldCoding(session).isNull(value, on: stack) { return }
    if let request = stack.object(value, as: RequestHandle.self) {
      try Fetching(request).pushList(on: stack)
      return try addElements(of: stack.top)
    }
    if stack.rowList(value) != nil || stack.kind(value) == .table { return try addElements(of: value) }
    add(value)
  }

  private mutating func addElements(of list: Int) throws {
    // An empty list says of which entity it would be.
    if let found = stack.rowList(list) { note(found.shape, found.context(as: ObjectContext.self)) }
    for place in 0..<(try stack.length(list)) {
      try stack.get(list, place + 1)
      add(stack.top)
      stack.pop(1)
    }
  }

  private mutating func add(_ value: Int) {
    if let object = stack.rowObject(value) {
      note(object.shape, object.context(as: ObjectContext.self))
    } else {
      isMixed = true
    }
    count += 1
    stack.copy(value)
    stack.rawSet(table: table, count)
  }

  private mutating func note(_ shape: LuaRowShape, _ context: ObjectContext?) {
    if let known = self.context, known !== context {
      // Kinds in one table are objects of what they have in common.
      guard let common = known.common(with: context) else { return isMixed = true }
      (self.shape, self.context) = (common.shape, common)
    }
    if self.context == nil { (self.shape, self.context) = (shape, context) }
  }

  /// Pushes the list.
  package func finish() throws {
    guard let shape, !isMixed else { return stack.copy(table) }
    stack.pushRowList(shape, anchor: nil, rows: nil, count: 0)
    for place in 0..<count {
      _ = stack.rawGet(table: table, place + 1)
      stack.setRow(ofList: -2, at: place + 1)
    }
  }
}
