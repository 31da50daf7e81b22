/// A line of a script as it fits the screen: of a long one the part around the mark.
///
///     SourceExcerpt("print(1, 2, nothing.x, 3, 4)", mark: 12..<19, width: 16).text   // "…1, 2, nothing.…"
struct SourceExcerpt {
  private(set) var text = ""
  /// Where the mark begins, and how wide it is, in columns.
  private(set) var markStart = 0
  private(set) var markWidth = 0

  init(_ code: String, mark: Range<Int>?, width: Int) {
    let pieces = code.map { escapingControls($0 == "\t" ? "  " : String($0)) }
    let widths = pieces.map { displayWidth(of: $0) }
    let mark = mark ?? 0..<0
    let shown = Self.window(widths, around: mark, width: max(width, 20))
    if shown.lowerBound > 0 { text += "…" }
    text += pieces[shown].joined()
    if shown.upperBound < pieces.count { text += "…" }
    markStart = (shown.lowerBound > 0 ? 1 : 0) + widths[shown.lowerBound..<mark.lowerBound].reduce(0, +)
    markWidth = widths[mark.clamped(to: shown)].reduce(0, +)
  }

  /// The characters that fit: all of them, or some before the mark and what follows it.
  private static func window(_ widths: [Int], around mark: Range<Int>, width: Int) -> Range<Int> {
    if widths.reduce(0, +) <= width { return widths.indices }
    // Two columns are for the signs that something is left out.
    var room = width - 2
    var (start, end) = (mark.lowerBound, mark.lowerBound)
    func widen(downTo least: Int) {
      while start > 0, room - widths[start - 1] >= least {
        start -= 1
        room -= widths[start]
      }
    }
    widen(downTo: room / 2)
    while end < widths.count, widths[end] <= room {
      room -= widths[end]
      end += 1
    }
    widen(downTo: 0)
    return start..<end
  }
}
