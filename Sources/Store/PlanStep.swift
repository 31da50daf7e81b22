/// One step of how a database runs a statement, and the steps that it is made of.
package struct PlanStep: Hashable, Sendable {
  package var text: String
  package var steps: [PlanStep]
  /// Whether it, or a step that it is made of, goes through all rows of a table.
  package var readsAllRows: Bool

  package init(_ text: String, steps: [PlanStep] = [], readsAllRows: Bool = false) {
    self.text = text
    self.steps = steps
    self.readsAllRows = readsAllRows || steps.contains(where: \.readsAllRows)
  }
}

extension [PlanStep] {
  /// The steps as a tree.
  ///
  ///     ├─ SEARCH player USING INDEX player_age_idx (age>?)
  ///     └─ USE TEMP B-TREE FOR ORDER BY
  package var tree: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    enumerated().flatMap { place, step in
      let isLast = place == count - 1
      return [(isLast ? "└─ " : "├─ ") + step.text] + step.steps.lines.map { (isLast ? "   " : "│  ") + $0 }
    }
  }
}
