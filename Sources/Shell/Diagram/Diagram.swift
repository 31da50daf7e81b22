import Interchange
import Schema

/// Entities as boxes, joined by a line for each relation.
///
///     ╭─ Team ──────────────╮      ╭─ Player ──────────╮
///     │ id  integer  key    │      │ id  integer  key  │
///     ├─────────────────────┤      ├───────────────────┤
///     │ players ─▶▶ Player  ├1────n┤ team ──▶ Team     │
///     ╰─────────────────────╯      ╰───────────────────╯
///
/// At the end of a line stands how many rows there may be: `1` or `n`. A relation for which there is no room has no
/// line; the box says where it leads all the same.
struct Diagram {
  private let boxes: [EntityBox]
  private let ties: [Association]
  private let palette: Palette
  private let glyphs: BoxGlyphs

  init(_ entities: [Entity], palette: Palette, glyphs: BoxGlyphs = .box) {
    boxes = entities.map { entity in
      let parent = entities.first { $0.name == entity.sharing?.parent }
      return EntityBox(entity, parent: parent, glyphs: glyphs)
    }
    ties = Association.all(among: entities)
    self.palette = palette
    self.glyphs = glyphs
  }

  /// - Parameter check: is called now and then, and throws when the diagram is not wanted any more.
  func text(width: Int, check: () throws -> Void) rethrows -> String {
    var best = try drawing(width: max(width, 12), rowGap: 1, check)
    if !best.missed.isEmpty {
      // With more room between the boxes there may be a way for all.
      let wider = try drawing(width: max(width, 12), rowGap: 3, check)
      if wider.missed.count < best.missed.count { best = wider }
    }
    return best.text(palette, glyphs)
  }

  private func drawing(width: Int, rowGap: Int, _ check: () throws -> Void) rethrows -> DiagramDrawing {
    let empty = DiagramDrawing(boxes, ties, width: width, rowGap: rowGap)
    var order = empty.byLength(ties)
    var best = try empty.joined(order, check)
    for _ in 0..<3 where !best.missed.isEmpty {
      // Those that found no way choose first.
      order = best.missed + order.filter { !best.missed.contains($0) }
      let next = try empty.joined(order, check)
      if next.missed.count < best.missed.count { best = next }
    }
    return best
  }
}
