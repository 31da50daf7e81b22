import LuaRows
import LuaRuntime

/// Objects that stand somewhere or in a list, one at a time.
package struct ObjectSource {
  package let count: Int
  private let value: (Int) throws -> BorrowedValue

  /// - Parameter value: gives the n-th value, from 0, above all that stands there; it throws where that cannot be made.
  package init(count: Int, _ value: @escaping (Int) throws -> BorrowedValue) {
    self.count = count
    self.value = value
  }

  /// What was borrowed and stands below all that is done with it.
  package init(_ values: BorrowedValue...) {
    self.init(count: values.count) { values[$0].copied() }
  }

  package init(_ values: [LuaValue], on stack: LuaStack) {
    self.init(count: values.count) { BorrowedValue(values[$0], on: stack) }
  }

  package init(_ references: [LuaReference], on stack: LuaStack) {
    self.init(count: references.count) { BorrowedValue(references[$0], on: stack) }
  }

  /// The elements of a plain table.
  package init(ofTable table: BorrowedValue) {
    self.init(count: table.length) { table.element($0 + 1) }
  }

  /// The objects of a list.
  package init(ofList list: BorrowedValue) {
    // Read as scripts do it, each object would be refused at the limit of memory, and passed over.
    self.init(count: list.rowList?.count ?? 0) { place in
      try list.plainElement(place) ?? list.read(place + 1)
    }
  }

  /// The n-th value, from 0, above: it is dropped by what asked for it.
  package subscript(place: Int) -> BorrowedValue {
    get throws { try value(place) }
  }

  /// Those at some places.
  package func selected(_ places: [Int]) -> ObjectSource {
    let value = value
    return ObjectSource(count: places.count) { try value(places[$0]) }
  }

  /// Calls `body` with the n-th object; nil where the value is none.
  @discardableResult
  package func withObject<Result>(
    _ place: Int, _ body: (LuaRowObject, ObjectContext) throws -> Result
  ) throws -> Result? {
    let value = try value(place)
    defer { value.drop() }
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self) else { return nil }
    return try body(object, context)
  }

  /// Calls `body` with each object; what is none is passed over.
  package func forEach(_ body: (LuaRowObject, ObjectContext) throws -> Void) throws {
    for place in 0..<count { try withObject(place, body) }
  }
}
