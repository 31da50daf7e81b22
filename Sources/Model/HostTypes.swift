import LuaRows
import LuaRuntime

/// One type of values that the language adds to Lua: its name, its methods, and what it does as a value.
package struct HostTypeDefinition: Sendable {
  package let name: String
  /// Made when a script first needs the type: few scripts need many, and all lists together are hundreds of methods.
  package let methods: @Sendable () -> [Method]
  package let metamethods: @Sendable (SessionContext) -> HostFunctions

  package init(
    _ name: String, _ methods: @autoclosure @escaping @Sendable () -> [Method] = [],
    _ metamethods: @escaping @Sendable (SessionContext) -> HostFunctions
  ) {
    self.name = name
    self.methods = methods
    self.metamethods = metamethods
  }

  /// A type that does nothing but print its name.
  package init(named name: String) {
    self.init(name) { _ in ["__tostring": { $0.returning(name) }] }
  }
}

/// The types of values that the language adds to Lua, by their names.
///
/// Each is made when it is first needed: most scripts use few of them. The session hands in what the types are; a room
/// knows its own by a property in an extension.
package final class HostTypes {
  private unowned let session: SessionContext
  private let definitions: [String: HostTypeDefinition]
  private var made: [String: LuaHostType] = [:]

  // Those that are pushed for every row or value.
  package private(set) lazy var null = self["null"]
  package private(set) lazy var test = self["test"]
  package private(set) lazy var decimal = LuaHostType(
    name: "decimal", state: session.lua, methods: DecimalValue.methods, metamethods: DecimalValue.metamethods(session))
  /// What keeps the rows of objects alive; scripts never see one.
  package private(set) lazy var rows = self["rows"]
  /// What a relation to many of an object is until more than its rows is asked of it.
  package private(set) lazy var promisedRequest = LuaPromiseType(of: self["request"], session.lua)
  /// The metatable of error tables.
  package private(set) lazy var errorMetatable = Self.errors(session.lua)

  package init(_ session: SessionContext, _ definitions: [HostTypeDefinition]) {
    self.session = session
    self.definitions = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
  }

  package subscript(name: String) -> LuaHostType {
    if let known = made[name] { return known }
    let definition = definitions[name]
    let methods = definition?.methods() ?? []
    let type = LuaHostType(name: name, state: session.lua, metamethods: definition?.metamethods(session) ?? [:]) {
      [unowned session] name in
      methods.first { $0.name == name }?.function(session)
    }
    made[name] = type
    return type
  }

  /// The methods of a type, for suggestions and help.
  package func methods(of name: String) -> [Method] { definitions[name]?.methods() ?? [] }

  private static func errors(_ lua: LuaState) -> LuaTable {
    let metatable = lua.makeTable()
    metatable["__name"] = .string("error")
    metatable["__tostring"] = .function(
      lua.function(named: "tostring") { call in
        guard case .table(let error) = call.value(1), case .string(let message) = error["message"] else {
          return call.returning("error")
        }
        return call.returning(message.lossyText)
      })
    return metatable
  }
}

extension SessionContext {
  /// The types of values that the language adds to Lua.
  package var types: HostTypes { part(HostTypes.self) }
}
