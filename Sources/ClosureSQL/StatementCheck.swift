import Query
import Schema

extension ClosureTranslator.World {
  /// Refuses what its database would refuse for its size alone: then the function is called for each row.
  func check(_ expressions: [Expression]) throws {
    guard expressions.contains(where: { !dialect.limits.admit($0.size) }) else { return }
    throw Untranslatable(StatementLimits.exceeded)
  }
}
