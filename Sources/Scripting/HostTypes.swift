import LuaRuntime

/// The types of values that the language adds to Lua.
final class HostTypes {
  let null: LuaHostType
  let field: LuaHostType
  let relation: LuaHostType
  let index: LuaHostType
  let entity: LuaHostType
  let request: LuaHostType
  /// What a relation to many of an object is until more than its rows is asked of it.
  let promisedRequest: LuaPromiseType
  let groups: LuaHostType
  let plan: LuaHostType
  let migrationPlan: LuaHostType
  let test: LuaHostType
  let sort: LuaHostType
  let database: LuaHostType
  let batch: LuaHostType
  let decimal: LuaHostType
  let resultSet: LuaHostType
  let snapshot: LuaHostType
  let section: LuaHostType
  let sections: LuaHostType
  let changes: LuaHostType
  let initial: LuaHostType
  /// What keeps the rows of objects alive; scripts never see one.
  let rows: LuaHostType
  /// What ends a loop over rows that is left early.
  let iteration: LuaHostType
  /// The metatable of error tables.
  let errorMetatable: LuaTable

  init(_ session: Session) {
    let lua = session.lua
    func type(_ name: String, _ methods: [Method] = [], _ metamethods: [String: HostFunction] = [:]) -> LuaHostType {
      LuaHostType(
        name: name, state: lua, methods: Method.functions(methods, session), metamethods: metamethods)
    }
    null = type("null", [], ["__tostring": { $0.returning("null") }])
    field = type("field", [], FieldValue.metamethods)
    relation = type("relation", [], RelationWord.metamethods)
    index = type("index", [], ["__tostring": { $0.returning("index") }])
    entity = type("entity", EntityHandle.methods, EntityHandle.metamethods(session))
    request = type("request", RequestMethods.all, RequestHandle.metamethods(session))
    promisedRequest = LuaPromiseType(of: request, lua)
    groups = type("groups", GroupMethods.all, GroupHandle.metamethods(session))
    plan = type("plan", [], Plan.metamethods(session))
    migrationPlan = type("migration plan", [], MigrationPlan.metamethods(session))
    test = type("test", [], TestValue.metamethods(session))
    sort = type("sort", [], ["__tostring": { $0.returning("sort") }])
    database = type("database", DatabaseMethods.all, ScriptDatabase.metamethods(session))
    batch = type("batch", BatchMethods.all, ["__tostring": { $0.returning("batch") }])
    decimal = LuaHostType(
      name: "decimal", state: lua, methods: DecimalValue.methods, metamethods: DecimalValue.metamethods(session))
    resultSet = type("result set", ResultSetMethods.all, ResultSetMethods.metamethods(session))
    snapshot = type("snapshot", ResultSetMethods.ofSnapshots, ResultSetMethods.metamethods(session))
    section = type("section", [], SectionHandle.metamethods(session))
    sections = type("sections", [], SectionList.metamethods(session))
    changes = type("changes", ResultChanges.methods, ResultChanges.metamethods(session))
    initial = type("initial", [], ["__tostring": { $0.returning("initial") }])
    rows = type("rows")
    iteration = type(
      "iteration", [],
      [
        "__close": { call in
          call.object(1, as: Iteration.self)?.close()
          return 0
        }
      ])
    errorMetatable = Self.errors(lua)
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
