import LuaRuntime
import Model
import Requests

/// What `get_or_create` looks for, and makes where it is not there.
///
///     Player:get_or_create({ name = "Maghla" }, { age = 20 })   p.games:get_or_create { title = "Go" }
struct FoundOrMade {
  private let session: SessionContext
  private let call: LuaCall
  private let wanted: LuaTable
  private let others: LuaTable?

  /// Reads the values to look for, and those of a new object, behind the entity or request.
  init(_ session: SessionContext, _ call: LuaCall) throws {
    let others: LuaValue = call.argumentCount > 2 ? call.value(3) : .nil
    guard let wanted = call.value(2).table, others.isNil || others.table != nil else {
      let found = (call.value(2).table == nil ? call.value(2) : others).described
      throw MethodError.getOrCreateWithoutTable(value: found)
    }
    (self.session, self.call, self.wanted, self.others) = (session, call, wanted, others.table)
  }

  /// Pushes the object among the rows of a request, or the one that `make` leaves on top, and whether it was made.
  func push(among handle: RequestHandle, make: (LuaTable) throws -> Void) throws -> Int {
    try handle.context.database.store().atomically {
      var reader = ConditionReader(session: session, resolver: try handle.resolver, word: "get_or_create")
      reader.database = handle.context.database
      var condition = try reader.values(wanted)
      condition.expression = try handle.resolver.judged(condition.expression)
      let request = handle.with(condition) { $0.and($1) }.with { $0.limit = 1 }
      _ = try Fetching(request).list(on: call.stack)
      try call.stack.get(-1, 1)
      guard call.stack.isNil(-1) else {
        call.push(false)
        return 2
      }
      let values = session.lua.makeTable()
      for (key, value) in (others?.entries() ?? []) + wanted.entries() { values[key] = value }
      try make(values)
      call.push(true)
      return 2
    }
  }
}
