import Query
import Schema

extension Database {
  /// Takes the steps of a plan in one transaction: all of them, or none.
  ///
  /// `between` runs when everything new is there and nothing old is gone yet, `verify` when all is done: what either
  /// throws undoes the whole. The rows of every table that is made anew are counted before and after.
  /// - Throws: `StoreError` of kind `.misuse` inside a transaction, `SchemaChangeError` where rows were lost or refer to
  ///   nothing.
  package func changeSchema(_ plan: SchemaPlan, between: () throws -> Void, verify: () throws -> Void) throws {
    try outsideOfEntry { try change(plan, between: between, verify: verify) }
  }

  private func change(_ plan: SchemaPlan, between: () throws -> Void, verify: () throws -> Void) throws {
    guard depth == 0 else {
      throw StoreError(.migrationInTransaction)
    }
    let brokenBefore = Set(try engine.brokenReferences())
    try engine.beginSchemaChange()
    defer { try? engine.endSchemaChange() }
    try atomically {
      for step in plan.early { try take(step) }
      try between()
      for step in plan.late { try take(step) }
      // What was broken before is not the migration's doing.
      if let broken = try engine.brokenReferences().first(where: { !brokenBefore.contains($0) }) {
        throw SchemaChangeError.brokenReference(broken)
      }
      try verify()
    }
  }

  private func take(_ step: SchemaStep) throws {
    switch step {
    case .create(let statements): for statement in statements { try run(.written(statement)) }
    case .rebuild(let rebuild): try replace(rebuild)
    case .addColumn(let table, _, _): if let statement = step.statement { try runStep(statement, on: table) }
    case .alter(let table, let alteration): try alter(table, alteration)
    default: if let statement = step.statement { try runStep(statement) }
    }
  }

  /// What rows refuse is told with the columns that it is about, which the database need not know before it is there.
  private func alter(_ table: String, _ alteration: Alteration) throws {
    guard let statement = SchemaStep.alter(table: table, alteration).statement else { return }
    do throws(StoreError) {
      try run(statement)
    } catch {
      var error = engine.unfit(error, of: table)
      guard case .constraint(var constraint) = error.kind else { throw error }
      if constraint.columns.isEmpty { constraint.columns = alteration.columns }
      error.kind = .constraint(constraint)
      throw SchemaChangeError.refused(table: table, error)
    }
    if case .fill = alteration { noteWrite(to: table) }
    if case .setType = alteration { noteWrite(to: table) }
  }

  /// What only a row can refuse, as an index of what must be unique is, is told as that.
  ///
  /// - Parameter table: the one that is changed, where the database does not say which it is, as of a CHECK.
  private func runStep(_ statement: SQL, on table: String? = nil) throws {
    do throws(StoreError) {
      try run(statement)
    } catch {
      guard case .constraint(let constraint) = error.kind, let table = constraint.table ?? table else { throw error }
      throw SchemaChangeError.refused(table: table, error)
    }
  }

  private func replace(_ rebuild: SchemaStep.Rebuild) throws {
    echo?(RenderedSQL(text: engine.creation(of: rebuild)))
    echo?(rebuild.filling.rendered(for: dialect))
    let before = try count(rebuild.table)
    do throws(StoreError) {
      try engine.replaceTable(rebuild)
    } catch {
      throw SchemaChangeError.refused(table: rebuild.table, error)
    }
    let after = try count(rebuild.table)
    if before != after { throw SchemaChangeError.lostRows(table: rebuild.table, before: before, after: after) }
    noteWrite(to: rebuild.table)
  }

  /// How many rows a table has.
  package func count(_ table: String) throws(StoreError) -> Int {
    Int(try rows("SELECT count(*) FROM \(name: table)")[0, 0].integer)
  }
}

/// Why a change of the schema was undone.
package enum SchemaChangeError: Error, Hashable, Sendable {
  case brokenReference(BrokenReference)
  case lostRows(table: String, before: Int, after: Int)
  /// Rows do not fit the new table.
  case refused(table: String, StoreError)
}

extension SchemaChangeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .brokenReference(let broken):
      broken.problem.map { "\($0): nothing was changed" }
        ?? "\(broken.count) row\(broken.count == 1 ? "" : "s") of \(broken.table) refer\(broken.count == 1 ? "s" : "") to no row of \(broken.parent):"
        + " mend them first, nothing was changed"
    case .lostRows(let table, let before, let after):
      "\(table) had \(before) rows and would have \(after): nothing was changed"
    case .refused(let table, let error): "\(table): \(error)"
    }
  }
}
