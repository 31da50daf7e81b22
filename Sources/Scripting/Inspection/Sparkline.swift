/// Numbers as a line of bars: the highest fills its cell, and whatever is there at all can be seen.
///
///     sparkline([1, 4, 8, 0])   // "▁▄█ "
package func sparkline(_ counts: [Int]) -> String {
  let bars = Array("▁▂▃▄▅▆▇█")
  guard let most = counts.max(), most > 0 else { return "" }
  return String(
    counts.map { count in
      if count <= 0 { return " " }
      let height = (Double(count) / Double(most) * Double(bars.count)).rounded(.up)
      return bars[min(max(Int(height), 1), bars.count) - 1]
    })
}
