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

  /// What is said of moments that a function compares with texts of other digits: it compares them as Lua does.
  var warnings: [String] {
    get throws {
      let resolver = FieldResolver(catalog: try handle.context.catalog, entity: try handle.context.entity)
      var found: [String] = []
      for expression in notes.flatMap(\.expressions) {
        _ = expression.contains { part in
          guard case .comparison(_, let left, let right) = part else { return false }
          for (side, other) in [(left, right), (right, left)] {
            guard let path = side.comparedField, case .literal(.text(let text)) = other,
              let field = try? resolver.field(at: path), let same = field.moment(sayingTheSameAs: text)
            else { continue }
            let words =
              "warning: '\(path)' has \(field.precision) digits of a second, and a function compares texts: write"
              + " '\(same)' for \(quotedExcerpt(text))"
            if !found.contains(words) { found.append(words) }
          }
          return false
        }
      }
      return found
    }
  }

  /// SQL for people: a text in it must not drive the terminal.
  private func sql(_ expression: Expression) throws -> String {
    let short = expression.rewritten { part in
      // What a document must be is long, and its entity says it.
      guard case .kernel(.isOfShape, let operands) = part else { return nil }
      return .kernel(.isOfShape, [operands[0], .literal(.text("…"))])
    }
    return Escaping.visible(try handle.context.sql(short))
  }

  /// The reasons, two at most, in brackets: ` (report.lua:3: comparing nil is an error: write x and x > 1)`.
  static func because(_ reasons: [ClosureReason]) -> String {
    if reasons.isEmpty { return "" }
    return " (" + reasons.prefix(2).map(\.description).joined(separator: "; ") + (reasons.count > 2 ? "; …)" : ")")
  }

  /// What is said of a function of a request that is to run row by row.
  static var switchedOff: String { "closure: it runs row by row because pushdown = false says so" }
}

extension Pushdown.Note {
  fileprivate var expressions: [Expression] {
    switch self {
    case .pushed(let condition): [condition]
    case .prefilter(let condition, let ask, _): [condition, ask]
    case .sorted, .closure, .sortedInMemory: []
    }
  }
}

extension Expression {
  /// The field that is compared, also where that is said to go by its bytes.
  fileprivate var comparedField: FieldPath? {
    switch self {
    case .field(let path): path
    case .kernel(.binary, let operands), .kernel(.plain, let operands): operands.first?.comparedField
    default: nil
    }
  }
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
