import LuaRuntime

/// What every room needs to know of a session: the interpreter, and where the rest is found.
///
/// It names no room: what a room keeps for a session is a part, which the room finds by its type. What ties the rooms
/// together is `Session`, above them.
package final class SessionContext {
  package let lua: LuaState
  /// The value that says NULL where `nil` cannot be written; every script can compare with it.
  package var null: LuaValue = .nil
  package var messages = Messages()
  package var entry = EntryState()

  /// Searched in order: those that are asked for most are added first.
  @usableFromInline package private(set) var parts: [(type: ObjectIdentifier, part: AnyObject)] = []

  package init(memoryLimit: Int?) throws {
    lua = try LuaState(memoryLimit: memoryLimit)
  }

  /// Adds a part that a room keeps for the session.
  package func add<Part: AnyObject>(_ part: Part) {
    parts.append((ObjectIdentifier(Part.self), part))
  }

  /// The part of a type, which was added when the session was made.
  @inlinable
  package func part<Part: AnyObject>(_ type: Part.Type) -> Part {
    for known in parts where known.type == ObjectIdentifier(type) {
      return unsafeDowncast(known.part, to: type)
    }
    preconditionFailure("the session is not ready")
  }

  /// What a room keeps for this session, made when it is first asked for.
  @inlinable
  package func state<State: SessionState>(_ type: State.Type) -> State {
    for known in parts where known.type == ObjectIdentifier(type) {
      return unsafeDowncast(known.part, to: type)
    }
    let made = State(self)
    add(made)
    return made
  }
}

/// What one room keeps for as long as a session lives.
package protocol SessionState: AnyObject {
  init(_ session: SessionContext)
}
