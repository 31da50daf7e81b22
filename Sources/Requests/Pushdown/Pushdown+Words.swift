import ClosureSQL
import Encodings
import Model
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
    case .prefilter(let condition, let ask, let reasons):
      let because = Self.because(reasons)
      if isSpared { return "pushed: \(try sql(condition)), as no row needs the closure now\(because)" }
      // Where the closure is asked about all rows that it could select, that is what the database does for it.
      if condition == .or([]) { return "prefilter: \(try sql(ask)) + closure for each of these\(because)" }
      let known = condition == .and([]) ? ask.negated.absorbingGuards : condition
      return "prefilter: \(try sql(known)) + closure where \(try sql(ask))\(because)"
    case .sorted(let keys):
      return "pushed: ORDER BY " + (try keys.map { try sql($0) + ($1 ? " DESC" : "") }.joined(separator: ", "))
    case .closure(let reason): return "closure: \(reason)"
    case .sortedInMemory(let reason): return "closure: \(reason); rows are sorted in memory"
    }
  }

  /// SQL for people: a text in it must not drive the terminal.
  private func sql(_ expression: Expression) throws -> String {
    Escaping.visible(try handle.context.sql(expression))
  }

  /// The reasons, two at most, in brackets: ` (report.lua:3: comparing nil is an error)`.
  static func because(_ reasons: [ClosureReason]) -> String {
    if reasons.isEmpty { return "" }
    return " (" + reasons.prefix(2).map(\.description).joined(separator: "; ") + (reasons.count > 2 ? "; …)" : ")")
  }

  /// What is said of a function of a request that is to run row by row.
  static var switchedOff: String { "closure: it runs row by row because pushdown = false says so" }
}

extension ObjectContext {
  /// An expression over its rows, as SQL with its values in it.
  func sql(_ expression: Expression) throws -> String {
    try Select(catalog: catalog, entity: entity, dialect: database.dialect()).text(of: expression)
  }
}

extension ScriptError {
  /// What a strict request says to a function that it would have to call.
  static func strict(_ reason: ClosureReason) -> ScriptError {
    ScriptError(
      .query, "strict: a function would run row by row: \(reason). Say it otherwise, or leave strict() out")
  }
}
