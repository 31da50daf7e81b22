import ResultSets

/// What the changes between two lists must be, straight from the rules; moves only by which are due and how many.
struct Expectation {
  var sectionsDeleted: [Changes.Section] = []
  var sectionsInserted: [Changes.Section] = []
  var sectionMoveCount = 0
  var deleted: [Changes.Row] = []
  var inserted: [Changes.Row] = []
  /// Rows that left their section.
  var mustMove: Set<Int> = []
  var moveCount = 0
  var updated: [Changes.Row] = []

  /// Where every row stands in the new list.
  let after: [Int: Position]

  /// `before` is where every row stands in the old list.
  init(
    from old: Model, _ before: [Int: Position], to new: Model, changed: Set<Int>, increase: ([Int]) -> Int
  ) {
    after = new.positions()
    let oldSections = old.sections.map(\.identity)
    let newSections = new.sections.map(\.identity)

    for (s, section) in old.sections.enumerated().reversed() {
      if newSections.contains(section.identity) {
        for row in section.rows.reversed() where after[row] == nil { deleted.append(.init(row, from: before[row])) }
      } else {
        let rows = section.rows.filter { after[$0] == nil }
        sectionsDeleted.append(.init(section.identity, from: s + 1, rows: rows))
      }
    }
    for (s, section) in new.sections.enumerated() {
      if let source = oldSections.firstIndex(of: section.identity) {
        for row in section.rows where before[row] == nil { inserted.append(.init(row, to: after[row])) }
        let staying = section.rows.filter { before[$0]?.section == source + 1 }
        let places = staying.map { (was: before[$0]?.row ?? 0, isFixed: before[$0] == after[$0]) }
        moveCount += staying.count - Self.longest(places, increase)
      } else {
        let rows = section.rows.filter { before[$0] == nil }
        sectionsInserted.append(.init(section.identity, to: s + 1, rows: rows))
      }
      for row in section.rows {
        guard let from = before[row], let to = after[row] else { continue }
        if oldSections[from.section - 1] != section.identity { mustMove.insert(row) }
        if changed.contains(row) { updated.append(.init(row, from: from, to: to)) }
      }
    }
    moveCount += mustMove.count
    let sectionSources = newSections.compactMap(oldSections.firstIndex)
    let places = sectionSources.map { (was: $0, isFixed: oldSections[$0] == newSections.element(at: $0)) }
    sectionMoveCount = sectionSources.count - Self.longest(places, increase)
  }

  /// How many can stay, when all do that have the place that they had.
  private static func longest(_ places: [(was: Int, isFixed: Bool)], _ increase: ([Int]) -> Int) -> Int {
    let possible = places.indices.filter { index in
      places.indices.allSatisfy { other in
        !places[other].isFixed || index == other || (index < other) == (places[index].was < places[other].was)
      }
    }
    return increase(possible.map { places[$0].was })
  }
}

extension [Int] {
  fileprivate func element(at index: Int) -> Int? { indices.contains(index) ? self[index] : nil }
}
