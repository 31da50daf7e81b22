import Schema

/// Which rows the functions in a condition must see, as far as the database can say it.
///
///     partly(f, yes: age > 20, ask: age IS NULL)   // candidates: age > 20 OR age IS NULL
extension Expression {
  /// What holds for every row that the condition selects, or about which a function in it is asked; nil = all rows.
  ///
  /// Functions are asked in the order in which they stand: one that raises an error for a row must see that row,
  /// whatever those behind it say.
  var candidates: Expression? {
    guard containsClosure else { return self }
    switch self {
    case .partly(_, let yes, let ask): return .any([yes, ask])
    case .and(let parts):
      guard var result = parts.last?.candidates.map(Optional.some) else { return nil }
      for part in parts.dropLast().reversed() {
        guard let asked = part.asked else { return nil }
        result = .any([asked, .all([part.candidates, result].compactMap { $0 })])
      }
      return result
    case .or(let parts):
      let all = parts.map(\.candidates)
      return all.contains(nil) ? nil : .any(all.compactMap { $0 })
    default: return nil
    }
  }

  /// The rows about which a function in it may be asked; nil = all rows.
  private var asked: Expression? {
    guard containsClosure else { return .or([]) }
    switch self {
    case .partly(_, _, let ask): return ask
    case .not(let operand): return operand.asked
    case .and(let parts), .or(let parts):
      let all = parts.map(\.asked)
      return all.contains(nil) ? nil : .any(all.compactMap { $0 })
    default: return nil
    }
  }

  private static func any(_ parts: [Expression]) -> Expression {
    let flat = parts.flatMap { part in if case .or(let inner) = part { inner } else { [part] } }
    if flat.contains(.and([])) { return .and([]) }
    return flat.count == 1 ? flat[0] : .or(flat)
  }

  private static func all(_ parts: [Expression]) -> Expression {
    let flat = parts.flatMap { part in if case .and(let inner) = part { inner } else { [part] } }
    if flat.contains(.or([])) { return .or([]) }
    return flat.count == 1 ? flat[0] : .and(flat)
  }
}
