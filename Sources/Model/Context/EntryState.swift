import Store

/// What becomes of the entry that is under way, and became of the last one.
package struct EntryState {
  /// Whether an entry is under way.
  package var isUnderWay = false
  /// Whether an entry that is interrupted leaves nothing of what it wrote.
  package var isTakenBack = false
  /// Whether an interruption has ended a `watch`, as it is meant to.
  package var hasEndedWatch = false
  /// What the last entry, if it failed, has left behind.
  package var remains = Database.Remains.all

  package init(isUnderWay: Bool = false, isTakenBack: Bool = false) {
    self.isUnderWay = isUnderWay
    self.isTakenBack = isTakenBack
  }
}
