import LuaRuntime
import Model

/// A step of a schema's history that a script names: it runs once in each database, in the script's order.
package struct NamedMigration {
  package let name: String
  package let function: LuaFunction

  package init(name: String, function: LuaFunction) {
    self.name = name
    self.function = function
  }
}

/// The named steps of scripts, in the order in which they were first named.
package final class NamedMigrations: SessionState {
  private(set) var all: [NamedMigration] = []

  package init(_ session: SessionContext) {}

  /// Adds a step; one of its name is replaced in its place.
  package func add(_ migration: NamedMigration) {
    if let place = all.firstIndex(where: { $0.name == migration.name }) {
      all[place] = migration
    } else {
      all.append(migration)
    }
  }
}
