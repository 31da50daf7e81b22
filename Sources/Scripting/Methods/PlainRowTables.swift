import LuaRows
import LuaRuntime
import Model
import Requests
import Schema

/// Rows of a statement as scripts have them: plain tables, and lists that know the order of their columns.
struct PlainRowTables {
  private let session: SessionContext
  private let entity: Entity

  /// Nil for a request whose rows are objects.
  init?(_ session: SessionContext, _ handle: RequestHandle) throws {
    entity = try handle.context.entity
    guard entity.holdsPlainRows else { return nil }
    self.session = session
  }

  /// Makes a list of tables of the list of rows on top of the stack, in its place.
  func replaceTop(_ call: LuaCall) throws {
    let list = call.stack.top
    guard let count = call.stack.rowList(list)?.count else { return }
    call.stack.newTable(array: count)
    var names = entity.fields.map(\.name)
    for place in 0..<count {
      try session.lua.checkMemory()
      try call.stack.get(list, place + 1)
      names = try replaceObject(call)
      call.stack.rawSet(table: list + 1, place + 1)
    }
    call.stack.remove(list)
    session.state(ColumnOrders.self).remember(names, of: call.value(-1))
  }

  /// Makes a table of the row on top of the stack; the names of its columns.
  private func replaceObject(_ call: LuaCall) throws -> [String] {
    let stack = call.stack
    guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) else { return [] }
    let rows = ObjectRows(session: session, stack: stack)
    let place = stack.top
    stack.newTable(fields: entity.fields.count)
    var names: [String] = []
    for (slot, field) in entity.fields.enumerated() where !object.lacks(slot) {
      try rows.push(slot, of: object, entity)
      stack.rawSet(table: place + 1, field.name)
      names.append(field.name)
    }
    for (number, computed) in context.computedMembers(of: object).enumerated() {
      guard try rows.computed(entity.memberCount + number, of: object) != nil else { continue }
      stack.rawSet(table: place + 1, computed.field.name)
      names.append(computed.field.name)
    }
    stack.remove(place)
    return names
  }

  /// Calls the function at the second argument for each row.
  func each(_ iteration: Iteration, _ call: LuaCall) throws -> Int {
    let stack = call.stack
    while true {
      _ = try iteration.next(on: stack)
      guard let count = stack.rowList(-1)?.count else { return 0 }
      try replaceTop(call)
      for place in 1...max(count, 1) {
        stack.copy(2)
        _ = stack.rawGet(table: -2, place)
        try stack.call(arguments: 1, results: 0)
      }
      stack.top = call.argumentCount
    }
  }

  /// Pushes what a loop takes: a function that gives one row after another.
  func iterate(_ fetching: Fetching, _ call: LuaCall) throws -> Int {
    let iteration = Iteration(fetching)
    var chunk: LuaTable?
    var place = 0
    call.push(
      .function(
        session.lua.closure(named: "iterate") { call in
          if place >= chunk?.rawLength ?? 0 {
            _ = try iteration.next(on: call.stack)
            guard call.stack.rowList(-1) != nil else { return 1 }
            try replaceTop(call)
            (chunk, place) = (call.value(-1).table, 0)
          }
          place += 1
          call.push(chunk?[place] ?? .nil)
          return 1
        }))
    call.pushNil()
    call.pushNil()
    call.stack.push(iteration, as: session.types.iteration)
    return 4
  }
}
