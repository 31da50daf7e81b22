import LuaRuntime
import Model
import Schema

/// What a script asks of a migration: `db:migrate { dry_run = true, destructive = { "Book.pages" } }`.
package struct MigrationOptions {
  package var isDryRun = false
  /// Whether all of it is done, and rolled back.
  package var isRehearsal = false
  var destructive: Set<String> = []

  package static let names = ["dry_run", "rehearse", "destructive"]

  package init(_ value: LuaValue, _ session: SessionContext) throws {
    if value.isNil { return }
    guard case .table(let table) = value else {
      throw ScriptError(MigrationError.optionsNotATable(value: value.described))
    }
    for (key, value) in table.entries() {
      switch (key, value) {
      case (.string("dry_run"), .boolean(let flag)): isDryRun = flag
      case (.string("rehearse"), .boolean(let flag)): isRehearsal = flag
      case (.string("destructive"), .table(let list)):
        destructive = Set(
          try list.elements.map { element in
            guard let name = element.text else {
              throw ScriptError(MigrationError.destructiveNotAName(value: element.described))
            }
            return name
          })
      default:
        let name = session.lua.describe(key)
        throw ScriptError(MigrationError.option(name: name, value: value.described))
      }
    }
  }
}
