extension Difference {
  /// Deleted sections, and the deleted rows of the others: both from the end, so that they come out descending.
  mutating func findWhatWent() {
    var survives = [Bool](repeating: false, count: old.sections.count)
    for case let source? in sectionSources { survives[source] = true }
    for (index, section) in zip(old.sections.indices, old.sections).reversed() {
      if survives[index] {
        findDeletedRows(inSection: index)
      } else {
        let rows = section.range.filter { !matching.survives[$0] }.map { old.rows[$0] }
        changes.sections.deleted.append(.init(section.identity, from: index + 1, rows: rows))
      }
    }
  }

  private mutating func findDeletedRows(inSection section: Int) {
    // Where every old row is in the new list, none needs to be looked at.
    if matching.survivorCount == old.rows.count { return }
    let range = old.sections[section].range
    for index in range.reversed() where !matching.survives[index] {
      let from = Position(section: section + 1, row: index - range.lowerBound + 1)
      changes.deleted.append(.init(old.rows[index], from: from))
    }
  }

  /// The sections that changed their order among those that are in both lists.
  mutating func findMovedSections() {
    changes.sections.moved = Changes.movedSections(
      sectionSources, of: old.sections.map(\.identity), counting: &steps)
  }
}
