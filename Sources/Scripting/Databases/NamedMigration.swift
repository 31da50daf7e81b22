import LuaRuntime

/// A step of a schema's history that a script names: it runs once in each database, in the script's order.
struct NamedMigration {
  let name: String
  let function: LuaFunction
}

/// The named steps of scripts, in the order in which they were first named.
final class NamedMigrations: SessionState {
  private(set) var all: [NamedMigration] = []

  init(_ session: Session) {}

  /// Adds a step; one of its name is replaced in its place.
  func add(_ migration: NamedMigration) {
    if let place = all.firstIndex(where: { $0.name == migration.name }) {
      all[place] = migration
    } else {
      all.append(migration)
    }
  }
}
