import LuaRuntime
import Model

extension Word {
  static let database = Word("db", "the database that entities use", "db:create_all()") { session in
    session.lua.stack.push(session.databases.main, as: session.types.database)
    defer { session.lua.stack.pop(1) }
    return session.lua.stack.value(-1)
  }

  static let open = Word(
    function: "open", takes: 2, "opens a second database", #"other = open("b.db", { read_only = true })"#
  ) { session, call in
    guard call.stack.kind(1) == .string, let location = call.string(1) else {
      throw WordError.openWithoutPath(value: call.value(1).described)
    }
    let options = try ScriptDatabase.Options(call.argumentCount > 1 ? call.value(2) : .nil, session)
    let database = ScriptDatabase(session, journal: Journal(session, KeptObjects(session)))
    try database.open(location, isReadOnly: options.isReadOnly)
    session.databases.add(database)
    database.setEcho(options.echo)
    call.stack.push(database, as: session.types.database)
    return 1
  }
}
