extension Changes {
  /// What turns one order into another where nothing is different but one row at most, and perhaps the order of
  /// sections.
  ///
  /// Complexity: O(sections), and that of finding the row in each of the orders.
  package init(from old: SectionedOrder, to new: SectionedOrder, of identity: Int?, isChanged: Bool) {
    let identity = identity ?? -1
    let (from, to) = (old.position(ofRow: identity), new.position(ofRow: identity))
    let (was, now) = (from.flatMap { old.section($0.section) }, to.flatMap { new.section($0.section) })
    if old.sectionIdentities != new.sectionIdentities { findSections(from: old, to: new, identity) }
    switch (from, to) {
    case (nil, nil): break
    case (let from?, nil): if sections.deleted.isEmpty { deleted.append(Row(identity, from: from)) }
    case (nil, let to?): if sections.inserted.isEmpty { inserted.append(Row(identity, to: to)) }
    case (let from?, let to?):
      let row = Row(identity, from: from, to: to)
      // Among the others of its section it is elsewhere just when its number there is another one.
      if was?.identity != now?.identity || from.row != to.row { moved.append(row) }
      if isChanged { updated.append(row) }
    }
  }

  /// The row is all that can have come or gone with a section.
  private mutating func findSections(from old: SectionedOrder, to new: SectionedOrder, _ identity: Int) {
    let (before, after) = (old.sectionIdentities, new.sectionIdentities)
    let (was, now) = (old.position(ofRow: identity), new.position(ofRow: identity))
    for (index, section) in before.enumerated().reversed() where new.number(ofSection: section) == nil {
      sections.deleted.append(Section(section, from: index + 1, rows: now == nil ? [identity] : []))
    }
    for (index, section) in after.enumerated() where old.number(ofSection: section) == nil {
      sections.inserted.append(Section(section, to: index + 1, rows: was == nil ? [identity] : []))
    }
    var steps = UncountedSteps()
    sections.moved = Self.movedSections(
      after.map { section in old.number(ofSection: section).map { $0 - 1 } }, of: before, counting: &steps)
  }

  /// The sections that changed their order among those that are in both lists.
  ///
  /// - Parameter sources: for each section after, its index before.
  static func movedSections(
    _ sources: [Int?], of before: [Int], counting steps: inout some StepCounter
  ) -> [Section] {
    let surviving = sources.indices.filter { sources[$0] != nil }
    let places = sources.compactMap(\.self)
    let stays = UnmovedRows.find(among: places.map(Int32.init), counting: &steps) { places[$0] == surviving[$0] }
    guard let stays else { return [] }
    return places.indices.filter { !stays[$0] }.map { place in
      Section(before[places[place]], from: places[place] + 1, to: surviving[place] + 1)
    }
  }
}
