import LuaRuntime
import Model
import ResultSets

/// Changes in words: how many of what, then a line for each, in the order in which `each` tells them.
///
///     1 section inserted, 1 row moved
///       + [1]    B (1 row)
///       → [2.1]  Player(3) { name = 'Cid' } (from 2.2)
extension ResultChanges {
  func text() -> String {
    ([summary] + lines().map { "  \($0.mark.rawValue) \($0.place)\($0.words)" }).joined(separator: "\n")
  }

  /// How many of what: `1 section inserted, 2 rows moved`.
  package var summary: String {
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
  package func lines() -> [ShownChange] {
    let lines = changes.entries.map { line($0) }
    let width = max(5, lines.map(\.place.count).max() ?? 0) + 2
    return lines.map { line in
      let padding = String(repeating: " ", count: width - line.place.count)
      return ShownChange(mark: line.mark, place: line.place + padding, words: line.words)
    }
  }

  // MARK: Lines

  private func line(_ entry: Changes.Entry) -> ShownChange {
    switch entry {
    case .sectionDeleted(let section):
      let count = before.order.section(section.from ?? 0)?.range.count ?? 0
      return line(.deleted, section.from, "\(named(section)) (\(rowWords(count)))")
    case .rowDeleted(let row): return line(.deleted, row.from, words(row))
    case .sectionInserted(let section):
      let count = after.order.section(section.to ?? 0)?.range.count ?? 0
      return line(.inserted, section.to, "\(named(section)) (\(rowWords(count)))")
    case .rowInserted(let row): return line(.inserted, row.to, words(row))
    case .sectionMoved(let section):
      return line(.moved, section.to, "\(named(section)) (from \(section.from ?? 0))")
    case .rowMoved(let row): return line(.moved, row.to, "\(words(row)) (from \(row.from?.description ?? "?"))")
    case .rowUpdated(let row):
      return line(.updated, row.to, words(row, isUpdated: true))
    }
  }

  private func line(_ mark: ShownChange.Mark, _ section: Int?, _ words: String) -> ShownChange {
    ShownChange(mark: mark, place: "[\(section ?? 0)]", words: words)
  }

  private func line(_ mark: ShownChange.Mark, _ row: Position?, _ words: String) -> ShownChange {
    ShownChange(mark: mark, place: row.map { "[\($0)]" } ?? "", words: words)
  }

  private func words(_ row: Changes.Row, isUpdated: Bool = false) -> String {
    let words = RowWords(session: session, stack: session.lua.stack)
    let (old, new) = (self.row(row.from, in: before), self.row(row.to, in: after))
    if isUpdated, let old, let new { return words.text(new, was: old) }
    return (new ?? old).map { words.text($0) } ?? ""
  }

  private func row(_ position: Position?, in view: ResultView) -> RowWords.Row? {
    guard let index = position.flatMap({ view.order.index(at: $0) }) else { return nil }
    let value = (try? view.object(index, on: session.lua.stack)) ?? .nil
    return RowWords.Row(value: value, stored: view.rows.stored(index))
  }

  private func named(_ section: Changes.Section) -> String { SectionNames.words(for: name(section), session.lua) }
}
