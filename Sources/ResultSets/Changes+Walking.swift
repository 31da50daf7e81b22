extension Changes {
  /// One entry, with what it says.
  package enum Entry: Hashable, Sendable {
    case sectionDeleted(Section)
    case rowDeleted(Row)
    case sectionInserted(Section)
    case rowInserted(Row)
    case sectionMoved(Section)
    case rowMoved(Row)
    case rowUpdated(Row)
  }

  /// All entries in the order in which they are told: what goes, what comes, what moves, what changed.
  ///
  ///     sectionDeleted…, rowDeleted…, sectionInserted…, rowInserted…, sectionMoved…, rowMoved…, rowUpdated…
  ///
  /// Complexity: O(entries).
  package var entries: [Entry] {
    var entries: [Entry] = []
    entries += sections.deleted.map(Entry.sectionDeleted)
    entries += deleted.map(Entry.rowDeleted)
    entries += sections.inserted.map(Entry.sectionInserted)
    entries += inserted.map(Entry.rowInserted)
    entries += sections.moved.map(Entry.sectionMoved)
    entries += moved.map(Entry.rowMoved)
    entries += updated.map(Entry.rowUpdated)
    return entries
  }
}
