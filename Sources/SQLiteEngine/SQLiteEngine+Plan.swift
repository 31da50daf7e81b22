import Query
import Schema
import Store

extension SQLiteEngine {
  /// What EXPLAIN QUERY PLAN says of a statement, which is not run.
  package func plan(of sql: RenderedSQL) throws(StoreError) -> [PlanStep] {
    let rows = try connection.rows("EXPLAIN QUERY PLAN " + sql.text, sql.bindings)
    return steps(of: .integer(0), in: rows[...])
  }

  /// The steps below one, whose rows follow it: number, number of the step above, an unused column, text.
  private func steps(of parent: Value, in rows: ArraySlice<[Value]>) -> [PlanStep] {
    rows.indices.filter { rows[$0].count > 3 && rows[$0][1] == parent }.map { place in
      let row = rows[place]
      guard case .text(let text) = row[3] else { return PlanStep("") }
      // A step stands before those that it is made of: looking behind it alone, the walk must end.
      return PlanStep(
        text, steps: steps(of: row[0], in: rows[(place + 1)...]), readsAllRows: text.hasPrefix("SCAN "))
    }
  }
}
