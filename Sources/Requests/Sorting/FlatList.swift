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
  /// The table that collects them.
  private let table: BorrowedValue
  private var count = 0
  /// The entity of all objects so far, and whether there was anything else.
  private var shape: LuaRowShape?
  private var context: ObjectContext?
  private var isMixed = false

  /// `context` is the entity whose objects are expected.
  package init(_ session: SessionContext, of context: ObjectContext?, on stack: LuaStack) {
    self.session = session
    (self.context, shape) = (context, context?.shape)
    table = BorrowedValue(tableOf: 0, on: stack)
  }

  /// Adds what a value stands for.
  package mutating func add(_ value: BorrowedValue) throws {
    if value.isNil || FieldCoding(session).isNull(value) { return }
    if let request = value.object(as: RequestHandle.self) {
      let list = try Fetching(request).list(on: value.stack)
      defer { list.drop() }
      return try addElements(of: list)
    }
    if value.rowList != nil || value.isTable { return try addElements(of: value) }
    addElement(value)
  }

  private mutating func addElements(of list: BorrowedValue) throws {
    // An empty list says of which entity it would be.
    if let found = list.rowList { note(found.shape, found.context(as: ObjectContext.self)) }
    for place in 0..<(try list.readLength()) {
      let element = try list.read(place + 1)
      addElement(element)
      element.drop()
    }
  }

  private mutating func addElement(_ value: BorrowedValue) {
    if let object = value.rowObject {
      note(object.shape, object.context(as: ObjectContext.self))
    } else {
      isMixed = true
    }
    count += 1
    table.set(count, to: value)
  }

  private mutating func note(_ shape: LuaRowShape, _ context: ObjectContext?) {
    if let known = self.context, known !== context {
      // Kinds in one table are objects of what they have in common.
      guard let common = known.common(with: context) else { return isMixed = true }
      (self.shape, self.context) = (common.shape, common)
    }
    if self.context == nil { (self.shape, self.context) = (shape, context) }
  }

  /// The list, above.
  package func finish() -> BorrowedValue {
    guard let shape, !isMixed else { return table.copied() }
    let list = shape.newList(on: table.stack)
    for place in 0..<count { list.takeObject(table.element(place + 1), at: place) }
    return list
  }
}
