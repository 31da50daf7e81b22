import TestSupport

extension Script {
  /// A session on a new database of the server that other programs' statements have filled, with their tables as entities.
  static func ofOthers(_ database: String, _ statements: [String]) throws -> Script {
    try Script(engine: .postgresql).run("db:execute 'CREATE DATABASE \(database)'")
    let script = try Script(location: try PostgreSQLServer.address(ofDatabase: database))
    for statement in statements { try script.run("db:execute [==[\(statement)]==]") }
    try script.run("db:reflect()")
    return script
  }
}
