import Query

/// What changed rows since the schema last changed: an app whose rows are as old needs the same steps.
///
/// What a rollback undoes is forgotten.
package struct ChangeNotes {
  package enum Change: Hashable, Sendable {
    case statement(RenderedSQL)
    /// Rows of an entity that were saved or deleted one by one, or that a function of the script selected.
    case rows(entity: String)
    /// There were more than are kept.
    case more
  }

  /// What a session does all day is no step of a schema.
  private static let limit = 50

  package private(set) var all: [Change] = []
  private var levels = TransactionLevels()

  mutating func note(_ change: Change) {
    guard all.last != change, all.last != .more else { return }
    all.append(all.count < Self.limit ? change : .more)
  }

  /// Takes what was noted, but for the first ones.
  package mutating func take(from start: Int = 0) -> [Change] {
    let start = min(start, all.count)
    defer { all.removeSubrange(start...) }
    return Array(all[start...])
  }

  mutating func began(depth: Int) { levels.begin(depth: depth, at: all.count) { 0 } }

  mutating func committed(to depth: Int) {
    while levels.commitInnermost(above: depth) != nil {}
  }

  mutating func rolledBack(to depth: Int) {
    guard let start = levels.rollBack(to: depth), start < all.count else { return }
    all.removeSubrange(start...)
  }
}

extension ScriptDatabase {
  /// Notes a statement that a person wrote, or that a request made, after it ran.
  package func noteChange(_ sql: RenderedSQL) {
    if !isMigrating, sql.changesRows { changes.note(.statement(sql)) }
  }

  /// Notes that rows were changed in a way that no one statement says.
  package func noteChangedRows(of entity: String) {
    if !isMigrating { changes.note(.rows(entity: entity)) }
  }
}
