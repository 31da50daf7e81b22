import Model
import Query
import Store

/// What was done to the schema of the main database in this session, migration by migration.
package final class SchemaHistory: SessionState {
  /// The statements of each; a line that begins with `--` is what no statement says, one with `---` a note.
  package private(set) var migrations: [[String]] = []
  /// What the named steps ran, as far as it is SQL.
  private var ranInSteps: [String: [String]] = [:]

  package static let note = "---"

  package init(_ session: SessionContext) {}

  /// Notes what changed the schema.
  ///
  /// - Parameter tables: those that were there before, which the first migration has to make.
  package func add(_ statements: [String], in database: ScriptDatabase, after tables: [TableDescription]) throws {
    guard !statements.isEmpty else { return }
    let carried = try carried(in: database, after: tables)
    if migrations.isEmpty, !tables.isEmpty {
      let made = tables.map(\.making)
      migrations.append(made.flatMap(\.table) + made.flatMap(\.indexes) + made.flatMap(\.triggers))
    }
    migrations.append(carried + statements.map(withWhatRan))
    _ = database.changes.take()
  }

  /// What changed rows since the last migration, as statements and remarks.
  package func carried(in database: ScriptDatabase, after tables: [TableDescription]) throws -> [String] {
    let isFirst = migrations.isEmpty
    if isFirst, tables.isEmpty { return [] }
    let changes = database.changes.all.filter { change in
      // What made tables is in what makes those that were there first.
      if isFirst, case .statement(let sql) = change { return !sql.changesTables }
      return true
    }
    guard !changes.isEmpty else { return [] }
    let dialect = try database.dialect()
    return ["\(Self.note) ran before the schema changed: take out what was only a trial"]
      + changes.map { $0.text(dialect) }
  }

  /// Notes what a named step ran.
  func noteStep(_ name: String, ran changes: [ChangeNotes.Change], _ database: ScriptDatabase) throws {
    let dialect = try database.dialect()
    ranInSteps[name] = changes.map { $0.text(dialect) }
  }

  private func withWhatRan(_ statement: String) -> String {
    guard let step = ranInSteps.first(where: { statement == Database.remark(onStep: $0.key) }) else { return statement }
    return ([statement] + step.value.flatMap { $0.split(separator: "\n") }.map { "-- \($0)" }).joined(separator: "\n")
  }

  /// The statements as a text; remarks end no statement.
  package static func text(_ statements: [String]) -> String {
    statements.map { $0 + ($0.hasPrefix("--") ? "\n" : ";\n") }.joined()
  }
}
