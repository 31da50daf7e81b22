import Query
import Schema
import Store

/// What others made of columns that change, and that the database would not let go by itself.
extension Migration {
  /// A sentence for each column, with the statements that clear the way.
  func usedColumns(_ plan: SchemaPlan, _ store: Database) throws -> [String] {
    var result: [String] = []
    for step in plan.early + plan.late {
      let (table, column, isGone): (String, String, Bool)
      switch step {
      case .alter(let name, .setType(let changed, _, _)): (table, column, isGone) = (name, changed, false)
      case .dropColumn(let name, let dropped): (table, column, isGone) = (name, dropped, true)
      default: continue
      }
      let users = try store.engine.users(of: column, in: table)
      guard !users.isEmpty else { continue }
      let words = users.map(\.words).joined(separator: ", ")
      let uses = users.count == 1 ? "uses it" : "use it"
      let first = users.map(\.drop).joined(separator: "; ")
      let later = users.compactMap(\.make).map { $0.replacing("\n", with: " ") }.joined(separator: "; ")
      result.append(
        isGone
          ? "\(table).\(column) cannot go, \(words) \(uses): run \(first)"
          : "\(table).\(column) cannot get another type, \(words) \(uses): run \(first) before, and \(later) after")
    }
    return result
  }
}
