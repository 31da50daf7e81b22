import LuaRuntime
import Query
import Schema

/// Functions that are given to the methods of relations: `p.games:where(won)`, `p.games:sum(points)`.
///
/// They see nothing but the rows there: each is read by itself, for a row of the relation's target.
extension Operations {
  /// The rows that a function selects; where it must be asked about one of them, the closure is.
  func selected(_ related: Related, by function: LuaFunction, _ rows: MemberReader) throws -> Outcome {
    let (executor, row) = try inner(related, rows, .truth)
    let root = try executor.read(function, [.row(row)])
    let yes = try executor.condition(for: .yes, root: executor.decided(root))
    let narrowed = Outcome.value(.related(related.satisfying(yes)))
    return try asking(executor, root, function, related, orElse: narrowed)
  }

  /// What is made of the numbers that a function gives, or the first or last of the texts.
  func reckoned(
    _ aggregation: Aggregation.Function, _ related: Related, of function: LuaFunction, _ rows: MemberReader
  ) throws -> Outcome {
    let (executor, row) = try inner(related, rows, .value)
    let root = try executor.read(function, [.row(row)])
    let key = try ClosureTranslator.key(executor, executor.decided(root))
    let isOfTexts = key.kind == .text && (aggregation == .min || aggregation == .max)
    guard key.kind == .number || isOfTexts else {
      throw Untranslatable(.givesNoNumbers(method: aggregation.rawValue, relation: related.name))
    }
    let made = Self.reckoned(aggregation, related, of: key.expression, areTexts: isOfTexts)
    return try asking(executor, root, function, related, orElse: made)
  }

  private func asking(
    _ executor: Executor, _ root: Int, _ function: LuaFunction, _ related: Related, orElse known: Outcome
  ) throws -> Outcome {
    let ask = try executor.condition(for: .ask, root: root)
    if ask == .never { return known }
    let reason = executor.mainReason(of: function).text
    guard ask != .always else { throw Untranslatable(.asksOfRows(relation: related.name, reason: reason)) }
    return .fork(related.contains(ask), .raise(.ofRow(of: related.name, reason)), known)
  }

  /// What reads a function of a relation's row, within the same budget.
  private func inner(
    _ related: Related, _ rows: MemberReader, _ goal: Executor.Goal
  ) throws -> (executor: Executor, row: Row) {
    try rows.checkCanBeRead(related)
    guard depth < Self.deepest else { throw Untranslatable(.tooDeep) }
    guard let entity = rows.catalog[related.target] else { throw Untranslatable(.missingEntity) }
    var operations = self
    operations.depth += 1
    let reader = MemberReader(catalog: rows.catalog, dialect: dialect, host: host, computed: [:])
    return (Executor(operations, reader, goal: goal), ClosureTranslator.row(of: entity, 0))
  }

  private static let deepest = 4
}
