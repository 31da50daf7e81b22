import Encodings
import Query

extension Database {
  /// The statements of a plan, in their order; what functions of a script do stands among them as remarks.
  package func statements(of plan: SchemaPlan) throws -> [String] {
    var statements = try plan.early.flatMap { try self.statements(of: $0) }
    statements += (plan.fillings + plan.sparedFillings).map {
      "-- \($0.table).\($0.column): its values are made row by row"
    }
    statements += plan.namedSteps.map { Self.remark(onStep: $0) }
    return statements + (try plan.late.flatMap { try self.statements(of: $0) })
  }

  /// The statements of a plan as a whole that a person can run: where tables take the place of others, in a transaction
  /// and with what the engine needs around it, so that no row is lost which refers to these.
  package func script(of plan: SchemaPlan, _ statements: [String]) -> [String] {
    let replaces = (plan.early + plan.late).contains { if case .rebuild = $0 { true } else { false } }
    guard replaces else { return statements }
    let frame = engine.frameOfReplacing
    return frame.before + statements + frame.after
  }

  /// What stands among the statements for a step that a script named.
  package static func remark(onStep name: String) -> String { "-- the step \(name.replacing("\n", with: " "))" }

  private func statements(of step: SchemaStep) throws -> [String] {
    switch step {
    case .create(let statements): return statements
    case .rebuild(let rebuild):
      let drop: SQL = "DROP TABLE \(name: rebuild.table)"
      let rename: SQL = "ALTER TABLE \(name: rebuild.temporaryName) RENAME TO \(name: rebuild.table)"
      let head =
        [engine.creation(of: rebuild)] + [rebuild.filling, drop, rename].map { $0.rendered(for: dialect).text }
      return try head + rebuild.indexes + engine.attachmentStatements(of: rebuild)
    default: return step.statement.map { [$0.rendered(for: dialect).text] } ?? []
    }
  }
}
