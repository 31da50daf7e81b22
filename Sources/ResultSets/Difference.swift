/// The comparison of two orders while it is made.
///
/// Rows are matched by identity (`Matching`). Then one pass over the old sections finds what went, and one pass over the
/// new sections what came, what moved and what changed. A row that left its section has moved; of those that stayed in
/// it, the longest increase stays where it is and the others have moved (`UnmovedRows`), which are the fewest.
struct Difference<Steps: StepCounter> {
  let old: SectionedOrder
  let new: SectionedOrder
  let matching: Matching
  /// For each index in the new sections the index of the same section in the old ones.
  let sectionSources: [Int?]

  var steps: Steps
  var changes = Changes()

  init(from old: SectionedOrder, to new: SectionedOrder, counting steps: Steps) {
    var steps = steps
    self.old = old
    self.new = new
    matching = Matching(from: old, to: new, counting: &steps)
    sectionSources = new.sections.map { section in
      steps.readIndex()
      return old.sectionIndex[section.identity]
    }
    self.steps = steps
  }

  mutating func compare(contentChanged: (Int, Int) throws -> Bool) rethrows {
    findWhatWent()
    findMovedSections()
    for index in new.sections.indices {
      if let source = sectionSources[index] {
        try walkSection(index, was: old.sections[source].range, contentChanged: contentChanged)
      } else {
        try walkInsertedSection(index, contentChanged: contentChanged)
      }
    }
  }
}
