import Encodings
import Query

extension Database {
  /// The statements of a plan, in their order; what functions of a script do stands among them as remarks.
  package func statements(of plan: SchemaPlan) throws -> [String] { try statements(of: plan, replacing: replacement) }

  /// The statements of a plan as a whole that a person can run: where tables take the place of others, in a transaction
  /// and with what the engine needs around it, so that no row is lost which refers to these, or which a new table refuses.
  package func script(of plan: SchemaPlan) throws -> [String] {
    let replaced = (plan.early + plan.late).count { if case .rebuild = $0 { true } else { false } }
    if replaced == 0 {
      let all = try statements(of: plan)
      let isAltered = (plan.early + plan.late).contains { if case .alter = $0 { true } else { false } }
      return isAltered && all.count > 1 ? ["BEGIN"] + all + ["COMMIT"] : all
    }
    let frame = engine.frameOfReplacing(replaced)
    return try frame.before + statements(of: plan) { try engine.scriptedReplacement(of: $0) ?? replacement($0) }
      + frame.after
  }

  private func statements(
    of plan: SchemaPlan, replacing: (SchemaStep.Rebuild) throws -> [String]
  ) throws -> [String] {
    var statements = try plan.early.flatMap { try self.statements(of: $0, replacing) }
    statements += (plan.fillings + plan.sparedFillings).map {
      "-- \($0.table).\($0.column): its values are made row by row"
    }
    statements += plan.namedSteps.map { Self.remark(onStep: $0) }
    return statements + (try plan.late.flatMap { try self.statements(of: $0, replacing) })
  }

  /// What stands among the statements for a step that a script named.
  package static func remark(onStep name: String) -> String { "-- the step \(name.replacing("\n", with: " "))" }

  private func statements(
    of step: SchemaStep, _ replacing: (SchemaStep.Rebuild) throws -> [String]
  ) throws -> [String] {
    switch step {
    case .create(let statements): return statements
    case .rebuild(let rebuild): return try replacing(rebuild)
    default: return step.statement.map { [$0.rendered(for: dialect).text] } ?? []
    }
  }

  /// For programs that end at the first statement that fails.
  private func replacement(_ rebuild: SchemaStep.Rebuild) throws -> [String] {
    let drop: SQL = "DROP TABLE \(name: rebuild.table)"
    let rename: SQL = "ALTER TABLE \(name: rebuild.temporaryName) RENAME TO \(name: rebuild.table)"
    let head =
      [engine.creation(of: rebuild)] + [rebuild.filling, drop, rename].map { $0.rendered(for: dialect).text }
    return try head + rebuild.indexes + engine.attachmentStatements(of: rebuild)
  }
}
