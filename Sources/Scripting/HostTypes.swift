import LuaRuntime

/// The types of values that the language adds to Lua.
///
/// Each is made when it is first needed: most scripts use few of them.
final class HostTypes {
  private unowned let session: Session

  private(set) lazy var null = type("null", [], ["__tostring": { $0.returning("null") }])
  private(set) lazy var field = type("field", [], FieldValue.metamethods)
  private(set) lazy var relation = type("relation", [], RelationWord.metamethods)
  private(set) lazy var index = type("index", [], ["__tostring": { $0.returning("index") }])
  private(set) lazy var entity = type("entity", EntityHandle.methods, EntityHandle.metamethods(session))
  private(set) lazy var request = type("request", RequestMethods.all, RequestHandle.metamethods(session))
  /// What a relation to many of an object is until more than its rows is asked of it.
  private(set) lazy var promisedRequest = LuaPromiseType(of: request, session.lua)
  private(set) lazy var groups = type("groups", GroupMethods.all, GroupHandle.metamethods(session))
  private(set) lazy var plan = type("plan", [], Plan.metamethods(session))
  private(set) lazy var migrationPlan = type("migration plan", [], MigrationPlan.metamethods(session))
  private(set) lazy var test = type("test", [], TestValue.metamethods(session))
  private(set) lazy var sort = type("sort", [], ["__tostring": { $0.returning("sort") }])
  private(set) lazy var database = type("database", DatabaseMethods.all, ScriptDatabase.metamethods(session))
  private(set) lazy var batch = type("batch", BatchMethods.all, ["__tostring": { $0.returning("batch") }])
  private(set) lazy var decimal = LuaHostType(
    name: "decimal", state: session.lua, methods: DecimalValue.methods, metamethods: DecimalValue.metamethods(session))
  private(set) lazy var resultSet = type("result set", ResultSetMethods.all, ResultSetMethods.metamethods(session))
  private(set) lazy var snapshot = type(
    "snapshot", ResultSetMethods.ofSnapshots, ResultSetMethods.metamethods(session))
  private(set) lazy var section = type("section", [], SectionHandle.metamethods(session))
  private(set) lazy var sections = type("sections", [], SectionList.metamethods(session))
  private(set) lazy var changes = type("changes", ResultChanges.methods, ResultChanges.metamethods(session))
  private(set) lazy var initial = type("initial", [], ["__tostring": { $0.returning("initial") }])
  /// What keeps the rows of objects alive; scripts never see one.
  private(set) lazy var rows = type("rows")
  /// What ends a loop over rows that is left early.
  private(set) lazy var iteration = type(
    "iteration", [],
    [
      "__close": { call in
        call.object(1, as: Iteration.self)?.close()
        return 0
      }
    ])
  /// The metatable of error tables.
  private(set) lazy var errorMetatable = Self.errors(session.lua)

  init(_ session: Session) {
    self.session = session
  }

  private func type(_ name: String, _ methods: [Method] = [], _ metamethods: HostFunctions = [:]) -> LuaHostType {
    LuaHostType(name: name, state: session.lua, metamethods: metamethods) { [unowned session] name in
      methods.first { $0.name == name }?.function(session)
    }
  }

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

extension LuaCall {
  /// Pushes a text as the only result.
  func returning(_ text: String) -> Int {
    push(text)
    return 1
  }
}
