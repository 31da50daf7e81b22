import CPostgreSQL
import Encodings
import Store

/// Writes to tables whose parts lie on several nodes: postgres_fdw commits on one after the other, so that a fault between
/// them would leave half of a transaction. One transaction writes to one node; what would write to more is refused.
extension PostgreSQLStatement {
  /// Refuses, before it runs, what changes or deletes rows on several nodes, or would take one to another node.
  func checkNodes() throws(StoreError) {
    guard let nodes else { return try checkOwnTable() }
    guard ["UPDATE", "DELETE", "MERGE"].contains(shape.firstWord) else { return }
    let places = try shape.targets.first.flatMap { table throws(StoreError) in try engine.facts().places[table] } ?? []
    let moving = places.intersection(shape.givenColumns)
    // The node would keep the row, among those of which nobody looks for it there.
    if shape.firstWord == "UPDATE", !moving.isEmpty { throw .movesRow(moving.sorted(), text, link.location) }
    let types = prepared[""]?.parameterTypes ?? parameters.ownClasses.map(\.type)
    let plan = try engine.rows("EXPLAIN (COSTS OFF) " + sent, parameters, types)
    let words = Set(
      plan.compactMap { $0[0] }.flatMap { $0.lowercased().split { " .,:()\"".contains($0) }.map { String($0) } })
    try take(Set(nodes.filter { words.contains($0.key) }.values))
  }

  /// A table of the server itself is one more node to a transaction that writes to others.
  private func checkOwnTable() throws(StoreError) {
    guard link.isInTransaction, !shape.targets.isEmpty, try !engine.facts().nodes.isEmpty else { return }
    try take([StoreError.ownNode])
  }

  /// Notes the part that a new row has come to lie in.
  func note(_ part: String) throws(StoreError) {
    let name = part.split(separator: ".").last.map { String($0).replacing("\"", with: "") } ?? part
    guard let node = nodes?[name] else { return }
    try take([node])
  }

  private func take(_ nodes: Set<String>) throws(StoreError) {
    let all = engine.writtenNodes.union(nodes)
    if all.count > 1 {
      // What was written before stays one node's own: it must not be committed with the rest.
      if !answersPart { throw .writesToNodes(all.sorted(), text, link.location) }
      engine.writtenNodes = all
      throw .writesToNodes(all.sorted(), text, link.location)
    }
    if link.isInTransaction { engine.writtenNodes = all }
  }

  /// Runs what adds rows in a transaction of its own: where they lie is only known afterwards.
  func alone<Answer>(
    _ body: (PostgreSQLStatement) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    try engine.rows("BEGIN", guarded: .none)
    let answer: Answer
    do throws(StoreError) {
      answer = try body(self)
    } catch {
      engine.writtenNodes = []
      if link.isInTransaction { try engine.rows("ROLLBACK", guarded: .none) }
      throw error
    }
    engine.writtenNodes = []
    try engine.rows("COMMIT", guarded: .none)
    return answer
  }
}
