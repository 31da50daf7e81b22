import ResultSets

/// Changes in words: how many of what, then a line for each, by section.
///
///     1 section inserted, 1 row moved
///       + [1]    B (1 row)
///       → [2.1]  Player(3) { name = 'Cid' } (from 2.2)
extension ResultChanges {
  /// A line, with what lines are sorted by: what went first, then by section and row.
  private typealias Ranked = (line: ShownChange, order: [Int])

  func text() -> String {
    ([summary] + lines().map { "  \($0.mark.rawValue) \($0.place)\($0.words)" }).joined(separator: "\n")
  }

  /// How many of what: `1 section inserted, 2 rows moved`.
  var summary: String {
    let counts: [(Int, noun: String, verb: String)] = [
      (changes.sections.deleted.count, "section", "deleted"), (changes.deleted.count, "row", "deleted"),
      (changes.sections.inserted.count, "section", "inserted"), (changes.inserted.count, "row", "inserted"),
      (changes.sections.moved.count, "section", "moved"), (changes.moved.count, "row", "moved"),
      (changes.updated.count, "row", "updated"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { count, noun, verb in
      "\(count) \(noun)\(count == 1 ? "" : "s") \(verb)"
    }
    return words.isEmpty ? "no changes" : words.joined(separator: ", ")
  }

  /// A line for each change, with places that stand below each other.
  func lines() -> [ShownChange] {
    let ranked = sectionLines() + rowLines()
    let width = max(5, ranked.map(\.line.place.count).max() ?? 0) + 2
    // Ranked by place, a section before its rows; a row that moved and changed has two lines.
    return ranked.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map { line, _ in
      let padding = String(repeating: " ", count: width - line.place.count)
      return ShownChange(mark: line.mark, place: line.place + padding, words: line.words)
    }
  }

  // MARK: Lines

  private func sectionLines() -> [Ranked] {
    changes.sections.deleted.map { section in
      let count = before.order.section(section.from ?? 0)?.range.count ?? 0
      return line(.deleted, section.from, 0, named(section) + " (\(rowWords(count)))")
    }
      + changes.sections.inserted.map { section in
        let count = after.order.section(section.to ?? 0)?.range.count ?? 0
        return line(.inserted, section.to, 0, named(section) + " (\(rowWords(count)))")
      }
      + changes.sections.moved.map { section in
        line(.moved, section.to, 0, named(section) + " (from \(section.from ?? 0))")
      }
  }

  private func rowLines() -> [Ranked] {
    let stack = session.lua.stack
    let words = RowWords(session: session, stack: stack)
    func object(_ row: Changes.Row) -> String { words.text((try? self.object(row, on: stack)) ?? .nil) }
    return changes.deleted.map { line(.deleted, $0.from?.section, $0.from?.row ?? 0, object($0)) }
      + changes.inserted.map { line(.inserted, $0.to?.section, $0.to?.row ?? 0, object($0)) }
      + changes.moved.map { row in
        line(.moved, row.to?.section, row.to?.row ?? 0, object(row) + " (from \(row.from?.description ?? "?"))")
      }
      + changes.updated.map { row in
        let old = row.from.flatMap { try? before.object(at: $0, on: stack) } ?? .nil
        return line(
          .updated, row.to?.section, row.to?.row ?? 0, words.text((try? self.object(row, on: stack)) ?? .nil, was: old))
      }
  }

  /// `row` is 0 for a section as a whole.
  private func line(_ mark: ShownChange.Mark, _ section: Int?, _ row: Int, _ words: String) -> Ranked {
    let section = section ?? 0
    let rank = mark == .deleted ? 0 : 1
    let order = mark == .deleted ? [rank, -section, -row] : [rank, section, row, mark == .updated ? 1 : 0]
    let place = row == 0 ? "[\(section)]" : "[\(section).\(row)]"
    return (ShownChange(mark: mark, place: place, words: words), order)
  }

  private func named(_ section: Changes.Section) -> String {
    let name = name(section)
    if name.isNil { return "nil" }
    if name.text == "" { return "''" }
    return session.describe(name)
  }
}
