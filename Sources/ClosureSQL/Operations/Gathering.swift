import LuaRuntime
import Schema

/// What a loop over rows adds to a variable.
extension Operations {
  /// `sum + x`, `x + sum` and `sum - x`; nil where neither is a variable that gathers.
  func gathering(_ opcode: Opcode, _ left: Symbol, _ right: Symbol) throws -> Outcome? {
    switch (left, right) {
    case (.gathered(let sum), let other) where opcode == .add, (let other, .gathered(let sum)) where opcode == .add:
      return try adding(other, to: sum)
    case (.gathered(let sum), let other) where opcode == .sub:
      if case .gathered = other { throw Untranslatable(.gathers) }
      return try unary(.unm, other).then { try adding($0, to: sum) }
    case (.gathered, _), (_, .gathered): throw Untranslatable(.gathers)
    default: return nil
    }
  }

  private func adding(_ other: Symbol, to sum: Gathered) throws -> Outcome {
    if case .unknown = other { return .unknown(.scalar, .followsUnknown) }
    return try other.split(nil: .raise(.reckonsWith(.nil))) { present in
      if present.isNaN { return .unknown(.scalar, .notANumber) }
      guard let term = number(present) else { throw Untranslatable(.gathers) }
      guard let known = sum.added else { return .value(.gathered(Gathered(number: sum.number, added: term))) }
      // Real numbers add up to something else in another order.
      guard known.kind == .integer, term.kind == .integer else { throw Untranslatable(.gathers) }
      return try arithmetic(.add, known.symbol, term.symbol).then { both in
        guard let both = number(both) else { throw Untranslatable(.gathers) }
        return .value(.gathered(Gathered(number: sum.number, added: both)))
      }
    }
  }

  private func number(_ symbol: Symbol) -> Term? {
    let term: Term? =
      switch symbol {
      case .term(let term): term
      case .constant(let constant): Self.term(constant)
      default: nil
      }
    return term?.kind.isNumber == true ? term : nil
  }
}

extension Term {
  /// The term, or the integer that it is.
  fileprivate var symbol: Symbol {
    if case .literal(.integer(let value)) = expression { return .integer(value) }
    return .term(self)
  }
}

extension Symbol {
  /// The rows that `ipairs` goes through.
  var walked: Related? {
    if case .rows(let related) = self, related.takenBy == nil { related } else { nil }
  }
}

extension Expression {
  private static let gathered = "\u{0}gathered"

  /// What stands for the greatest or least value that a loop has found so far.
  static func gathered(_ number: Int) -> Expression {
    .field(FieldPath(relations: [gathered], field: String(number)))
  }

  /// Whether it is that.
  var isGathered: Bool {
    if case .field(let path) = self { path.isGathered } else { false }
  }
}

extension FieldPath {
  var isGathered: Bool { Expression.field(self) == Expression.gathered(Int(field) ?? 0) && !relations.isEmpty }
}
