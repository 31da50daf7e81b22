import CLua
import CRows
import LuaRuntime

extension LuaRowObject {
  /// What `push` pushes on the object's stack, taken off it again; nil where it pushes nothing.
  package func value(pushedBy push: () throws -> Void) rethrows -> LuaValue {
    let stack = home
    let top = stack.top
    defer { stack.top = top }
    try push()
    return stack.top > top ? stack.value(-1) : .nil
  }

  /// One of its tables.
  package func table(_ table: Table) -> LuaTable? {
    place.scoped { borrowed(table).value.table }
  }
}

/// A list of objects at a place of a stack.
package struct LuaStackedList {
  private let stack: LuaStack
  private let place: Int
  package let count: Int

  fileprivate init(_ stack: LuaStack) {
    self.stack = stack
    place = stack.top
    count = stack.rowList(place)?.count ?? 0
  }

  /// Pushes one of its objects, from 0.
  package func push(_ index: Int) throws { try stack.get(place, index + 1) }
}

extension LuaStack {
  /// Calls `body` with the list that `push` pushes, and clears up what both leave.
  package func withList<Result>(
    pushedBy push: () throws -> Void, _ body: (LuaStackedList) throws -> Result
  ) rethrows -> Result {
    let start = top
    defer { lua_settop(pointer, Int32(start)) }
    try push()
    return try body(LuaStackedList(self))
  }

  /// Calls `body` with the object that `push` pushes, and clears up what both leave; nil where it is no object.
  package func withObject<Result>(
    pushedBy push: () throws -> Void, _ body: (LuaRowObject) throws -> Result
  ) rethrows -> Result? {
    let start = top
    defer { lua_settop(pointer, Int32(start)) }
    try push()
    return try rowObject(-1).map { try body($0) }
  }

  fileprivate func list(of objects: [LuaReference], _ shape: LuaRowShape) -> LuaValue {
    pushRowList(shape, anchor: nil, rows: nil, count: 0)
    let place = top
    defer { lua_settop(pointer, Int32(place) - 1) }
    for (index, object) in objects.enumerated() {
      object.push(to: self)
      setRow(ofList: place, at: index + 1)
    }
    return value(place)
  }

  fileprivate func objects(ofList list: LuaValue) -> [LuaValue]? {
    let start = top
    defer { lua_settop(pointer, Int32(start)) }
    push(list)
    guard let count = rowList(-1)?.count else { return nil }
    return (0..<count).map { place in
      guard (try? get(start + 1, place + 1)) != nil else { return .nil }
      defer { pop(1) }
      return value(-1)
    }
  }
}

extension LuaReference {
  /// Calls `body` with the object that it refers to; nil where that is none.
  package func withObject<Result>(on stack: LuaStack, _ body: (LuaRowObject) throws -> Result) rethrows -> Result? {
    try stack.withObject(pushedBy: { push(to: stack) }, body)
  }
}

extension LuaValue {
  /// The objects of a list; nil for another value.
  package func objectsOfList(on stack: LuaStack) -> [LuaValue]? { stack.objects(ofList: self) }
}

extension LuaRowShape {
  /// The list of these objects as a value.
  package func list(of objects: [LuaReference], on stack: LuaStack) -> LuaValue { stack.list(of: objects, self) }
}
