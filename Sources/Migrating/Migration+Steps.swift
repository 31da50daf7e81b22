import LuaRuntime
import Model
import Query
import Schema
import Store

/// The named steps of a script: `migration("2026-01-add-rank", function(db) … end)`.
extension Migration {
  /// The steps of the script that have not run in this database, in the script's order.
  func pendingSteps(_ store: Database) throws -> [NamedMigration] {
    let declared = session.state(NamedMigrations.self).all
    let done = try finishedSteps(store)
    if let foreign = done.last, !declared.isEmpty, !declared.contains(where: { $0.name == foreign }) {
      throw ScriptError(MigrationError.unknownStep(location: database.location, step: foreign))
    }
    return declared.filter { !done.contains($0.name) }
  }

  private func finishedSteps(_ store: Database) throws -> [String] {
    guard try database.hasNotes(in: Bookkeeping.steps) else { return [] }
    let rows = try store.rows(.select(.name("name"), from: Bookkeeping.steps, orderedBy: .name("id")))
    return (0..<rows.count).compactMap { row in
      guard case .text(let name) = rows.value(row, 0) else { return nil }
      return name
    }
  }

  func run(_ steps: [NamedMigration], _ store: Database) throws {
    guard !steps.isEmpty else { return }
    let notes = NotesTable(Bookkeeping.steps, [.init("id", .integer, .key), .init("name", .text, .unique)])
    try store.run(notes.creation(store.dialect))
    let level = store.depth
    let handle = session.lua.makeUserdata(database, as: session.types.database)
    for step in steps {
      let noted = database.changes.all.count
      try step.function.call([handle])
      let ran = database.changes.take(from: noted)
      try session.state(SchemaHistory.self).noteStep(step.name, ran: ran, database)
      guard store.depth == level else {
        throw ScriptError(MigrationError.stepEndedTransaction(step: step.name))
      }
      try store.run(.insert(into: Bookkeeping.steps, [("name", .text(step.name))]))
    }
  }
}
