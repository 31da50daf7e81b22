import ClosureSQL
import LuaRuntime
import Query
import Schema

extension ClosureTranslator {
  /// The fields that a function of two rows goes by, one after the other, as long as no row lacks one; nil where it must
  /// be called.
  ///
  ///     function(a, b) if a.team ~= b.team then return a.team < b.team end return a.score > b.score end
  package func fields(
    comparedBy function: LuaFunction, _ sort: Sort, _ world: World, _ budget: ReadingBudget
  ) throws -> [(path: FieldPath, sort: Sort)]? {
    guard case .keys(let keys, let ask, _) = try comparator(function, world, budget),
      ask.isAboutMissing(keys.map(\.expression))
    else { return nil }
    var result: [(path: FieldPath, sort: Sort)] = []
    for key in keys {
      guard case .field(let path) = key.expression else { return nil }
      result.append((path, Sort(path, isDescending: key.isDescending != sort.isDescending)))
    }
    return result
  }
}

extension Expression {
  /// Whether it holds only for rows that lack one of these values.
  fileprivate func isAboutMissing(_ values: [Expression]) -> Bool {
    switch self {
    case .or(let parts): parts.allSatisfy { $0.isAboutMissing(values) }
    case .isNull(let value): values.contains(value)
    default: false
    }
  }
}
