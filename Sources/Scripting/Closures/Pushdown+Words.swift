import ClosureSQL
import Query
import Schema

extension Pushdown {
  /// What became of each function, in words: `pushed: "age" >= 20`.
  var words: [String] {
    get throws { try notes.map { try words(of: $0) } }
  }

  private func words(of note: Note) throws -> String {
    switch note {
    case .pushed(let condition): return "pushed: " + (try sql(condition))
    case .prefilter(let condition, let ask, let reason):
      let place = reason.map { " (\($0))" } ?? ""
      if isSpared { return "pushed: \(try sql(condition)), as no row needs the closure now\(place)" }
      let known = condition == .and([]) ? ask.negated : condition
      return "prefilter: \(try sql(known)) + closure where \(try sql(ask))\(place)"
    case .sorted(let keys):
      return "pushed: ORDER BY " + (try keys.map { try sql($0) + ($1 ? " DESC" : "") }.joined(separator: ", "))
    case .closure(let reason): return "closure: \(reason)"
    case .sortedInMemory(let reason): return "closure: \(reason); rows are sorted in memory"
    }
  }

  private func sql(_ expression: Expression) throws -> String {
    let context = handle.context
    return try Select(catalog: context.catalog, entity: context.entity, dialect: context.database.dialect())
      .text(of: expression)
  }
}
