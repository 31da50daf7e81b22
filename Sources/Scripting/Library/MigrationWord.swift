import LuaRuntime
import Migrating
import Model

extension Word {
  static let migration = Word(
    function: "migration", takes: 2,
    "a step of db:migrate(), run once: new columns are there, old ones and old rules still are",
    #"migration("2026-01-add-rank", function(db) db:execute("UPDATE player SET score = 9") end)"#
  ) { session, call in
    guard call.kind(1) == .string, let name = call.string(1), !name.isEmpty,
      case .function(let function) = call.value(2)
    else {
      throw WordError.migrationWithoutFunction
    }
    session.state(NamedMigrations.self).add(NamedMigration(name: name, function: function))
    return 0
  }
}
