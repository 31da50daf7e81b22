import LuaRuntime
import Model
import Schema

extension Word {
  static let entity = Word(
    function: "entity", takes: 2, "defines an entity", #"Player = entity "Player" { name = text { required = true } }"#
  ) { session, call in
    guard call.stack.kind(1) == .string, let name = call.string(1), !name.isEmpty else {
      throw WordError.entityWithoutName(value: call.value(1).described)
    }
    if call.argumentCount > 1 { return try Words(session).defineEntity(name, call, members: 2) }
    // `entity "Name"` gives the function that takes the members.
    call.push(
      .function(
        session.lua.closure(named: "entity") { [unowned session] call in
          try Words(session).defineEntity(name, call, members: 1)
        }))
    return 1
  }
}

extension Words {
  fileprivate func defineEntity(_ name: String, _ call: LuaCall, members index: Int) throws -> Int {
    let position = call.location(level: 1).map { SourcePosition(source: $0.source, line: $0.line) }
    guard case .table(let members) = call.value(index) else {
      throw WordError.entityWithoutFields(entity: name, value: call.value(index).described, position: position)
    }
    var reader = EntityReader(name: name, session: session, position: position)
    try reader.read(members)
    let handle = try session.entities.define(reader)
    call.stack.push(handle, as: session.types.entity)
    session.entities.publish(call.stack.value(-1), as: name)
    return 1
  }
}
