@testable import ResultSets

/// A pair of lists and the rows whose content differs, with what is wrong about the changes computed from them.
struct Judgement {
  let old: Model
  let new: Model
  let changed: Set<Int>
  /// How the length of the longest increase is found.
  var increase = longestIncrease

  /// The first rule that the changes break, in words; nil when they break none.
  func fault() throws -> String? {
    let before = try old.order()
    let after = try new.order()
    var asked: [Int: Int] = [:]
    let changes = Changes(from: before, to: after) { old, new in
      asked[before.rows[old], default: 0] += before.rows[old] == after.rows[new] ? 1 : 1000
      return changed.contains(before.rows[old])
    }
    let broken = try fault(in: changes, before, after) ?? (asksOnce(asked) ? nil : "content asked: \(asked)")
    return broken.map { "\($0)\nfrom \(old)\nto   \(new)\nchanged \(changed.sorted())\n\(changes)" }
  }

  private func asksOnce(_ asked: [Int: Int]) -> Bool {
    let survivors = Set(old.rows).intersection(new.rows)
    return asked.count == survivors.count && asked.allSatisfy { survivors.contains($0.key) && $0.value == 1 }
  }

  private func fault(in changes: Changes, _ before: SectionedOrder, _ after: SectionedOrder) throws -> String? {
    let expected = Expectation(from: old, to: new, changed: changed, increase: increase)
    if changes.sections.deleted != expected.sectionsDeleted { return "deleted sections" }
    if changes.deleted != expected.deleted { return "deleted rows" }
    if changes.sections.inserted != expected.sectionsInserted { return "inserted sections" }
    if changes.inserted != expected.inserted { return "inserted rows" }
    if changes.updated != expected.updated { return "updated rows" }
    if let fault = faultInMoves(changes, expected) ?? faultInSectionMoves(changes, expected) { return fault }
    if !entriesAreInOrder(changes) { return "the order of the entries" }
    if changes.isEmpty != (old == new && expected.updated.isEmpty) { return "isEmpty" }
    let replayed = try before.applying(changes)
    if replayed != after { return "replayed: \(replayed)" }
    return replayed.brokenInvariant.map { "invariant: \($0)" }
  }

  private func faultInMoves(_ changes: Changes, _ expected: Expectation) -> String? {
    if changes.moved.count != expected.moveCount { return "\(changes.moved.count) moves, not \(expected.moveCount)" }
    let before = old.positions()
    let after = new.positions()
    for row in changes.moved where row.from != before[row.identity] || row.to != after[row.identity] {
      return "the places of a move"
    }
    if !expected.mustMove.isSubset(of: changes.moved.map(\.identity)) { return "a row left its section unmoved" }
    return ascends(changes.moved.compactMap(\.to)) ? nil : "the order of moves"
  }

  private func faultInSectionMoves(_ changes: Changes, _ expected: Expectation) -> String? {
    let moved = changes.sections.moved
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
