import LuaRuntime

/// What every room needs to know of a session: the interpreter, and where the rest is found.
///
/// What one room alone keeps is a `SessionState` of its own; what ties the rooms together is `Session`, above them.
package final class SessionContext {
  package let lua: LuaState
  /// The types of values that the language adds to Lua.
  package private(set) lazy var types = HostTypes(self, typeDefinitions)
  /// The value that says NULL where `nil` cannot be written; every script can compare with it.
  package private(set) lazy var null = NullValue.shared.value(self)
  package private(set) lazy var entities = EntityRegistry(self)
  package private(set) lazy var databases = DatabaseRegistry(self, opener)
  package let numbers = Numbers()
  package var messages = Messages()
  package var entry = EntryState()

  private let typeDefinitions: [HostTypeDefinition]
  private let opener: DatabaseRegistry.Opener
  private var states: [ObjectIdentifier: any SessionState] = [:]

  package init(memoryLimit: Int?, types: [HostTypeDefinition], open: @escaping DatabaseRegistry.Opener) throws {
    lua = try LuaState(memoryLimit: memoryLimit)
    typeDefinitions = types
    opener = open
  }

  /// What a room keeps for this session, made when it is first asked for.
  package func state<State: SessionState>(_ type: State.Type) -> State {
    if let known = states[ObjectIdentifier(type)] { return unsafeDowncast(known, to: type) }
    let made = State(self)
    states[ObjectIdentifier(type)] = made
    return made
  }

  /// Ends everything: open transactions are rolled back.
  package func close() {
    databases.close()
    entities.forgetPending()
    lua.close()
  }
}

/// What one room keeps for as long as a session lives.
package protocol SessionState: AnyObject {
  init(_ session: SessionContext)
}
