@testable import ResultSets

/// Says what is wrong about the changes from one list to others.
struct Judgement {
  let old: Model
  private let before: SectionedOrder
  private let positions: [Int: Position]
  /// How the length of the longest increase is found.
  private let increase: ([Int]) -> Int

  init(of old: Model, increase: @escaping ([Int]) -> Int = longestIncrease) throws {
    self.old = old
    self.increase = increase
    before = try old.order()
    positions = old.positions()
  }

  /// The first rule that the changes to `new` break, in words; nil when they break none.
  func fault(to new: Model, changed: Set<Int>) throws -> String? {
    let after = try new.order()
    var asked: [Int] = []
    let changes = Changes(from: before, to: after) { old, new in
      // An identity that no list has, where the two indexes are not of one row.
      asked.append(before.rows[old] == after.rows[new] ? before.rows[old] : Int.min)
      return changed.contains(before.rows[old])
    }
    let broken =
      try fault(in: changes, to: new, after, changed)
      ?? (asked == after.rows.filter { positions[$0] != nil } ? nil : "content was asked of \(asked)")
    return broken.map { "\($0)\nfrom \(old)\nto   \(new)\nchanged \(changed.sorted())\n\(changes)" }
  }

  private func fault(
    in changes: Changes, to new: Model, _ after: SectionedOrder, _ changed: Set<Int>
  ) throws -> String? {
    let expected = Expectation(from: old, positions, to: new, changed: changed, increase: increase)
    if changes.sections.deleted != expected.sectionsDeleted { return "deleted sections" }
    if changes.deleted != expected.deleted { return "deleted rows" }
    if changes.sections.inserted != expected.sectionsInserted { return "inserted sections" }
    if changes.inserted != expected.inserted { return "inserted rows" }
    if changes.updated != expected.updated { return "updated rows" }
    if let fault = faultInMoves(changes, expected) ?? faultInSectionMoves(changes, to: new, expected) { return fault }
    if !entriesAreInOrder(changes) { return "the order of the entries" }
    if changes.isEmpty != (old == new && expected.updated.isEmpty) { return "isEmpty" }
    let replayed = try before.applying(changes)
    if replayed != after { return "replayed: \(replayed)" }
    return replayed.brokenInvariant.map { "invariant: \($0)" }
  }

  private func faultInMoves(_ changes: Changes, _ expected: Expectation) -> String? {
    if changes.moved.count != expected.moveCount { return "\(changes.moved.count) moves, not \(expected.moveCount)" }
    for row in changes.moved where row.from != positions[row.identity] || row.to != expected.after[row.identity] {
      return "the places of a move"
    }
    if changes.moved.contains(where: { $0.from == $0.to && !expected.mustMove.contains($0.identity) }) {
      return "a move to the same place"
    }
    if !expected.mustMove.isSubset(of: changes.moved.map(\.identity)) { return "a row left its section unmoved" }
    return ascends(changes.moved.compactMap(\.to)) ? nil : "the order of moves"
  }

  private func faultInSectionMoves(_ changes: Changes, to new: Model, _ expected: Expectation) -> String? {
    let moved = changes.sections.moved
    if moved.contains(where: { $0.from == $0.to }) { return "a section moved to the same place" }
    if moved.count != expected.sectionMoveCount { return "\(moved.count) section moves" }
    for section in moved {
      guard let from = section.from, let to = section.to, section.rows.isEmpty,
        old.sections[from - 1].identity == section.identity, new.sections[to - 1].identity == section.identity
      else { return "the places of a section move" }
    }
    return ascends(moved.compactMap(\.to)) ? nil : "the order of section moves"
  }

  private func ascends(_ places: [some Comparable]) -> Bool {
    zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  private func entriesAreInOrder(_ changes: Changes) -> Bool {
    let ranks = changes.entries.map { entry in
      switch entry {
      case .sectionDeleted: 0
      case .rowDeleted: 1
      case .sectionInserted: 2
      case .rowInserted: 3
      case .sectionMoved: 4
      case .rowMoved: 5
      case .rowUpdated: 6
      }
    }
    let sections = changes.sections
    let sectionCount = sections.deleted.count + sections.inserted.count + sections.moved.count
    let rowCount = changes.deleted.count + changes.inserted.count + changes.moved.count + changes.updated.count
    return ranks.count == sectionCount + rowCount && zip(ranks, ranks.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
