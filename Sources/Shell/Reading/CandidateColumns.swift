/// Arranges candidates in columns, read downward as `ls` does, and says how many are left out.
///
/// ```swift
/// candidateColumns(["assert", "error", "print"], width: 20, rowLimit: 10)   // ["assert  print", "error"]
/// ```
func candidateColumns(_ candidates: [String], width: Int, rowLimit: Int) -> [String] {
  let cells = candidates.map { escapingControls($0) }
  let columnWidth = (cells.map { displayWidth(of: $0) }.max() ?? 0) + 2
  let columnCount = max(1, (width + 1) / columnWidth)
  let rowsNeeded = (cells.count + columnCount - 1) / columnCount
  let rowCount = min(rowsNeeded, max(1, rowLimit))
  let shown = cells.prefix(rowCount * columnCount)
  var lines = (0..<rowCount).map { row in
    stride(from: row, to: shown.count, by: rowCount).map { shown[$0] }.joined(paddedTo: columnWidth)
  }
  if shown.count < cells.count { lines.append("… \(cells.count - shown.count) more") }
  return lines
}

extension [String] {
  fileprivate func joined(paddedTo width: Int) -> String {
    var line = ""
    for (index, cell) in enumerated() {
      line += cell
      if index < count - 1 { line += String(repeating: " ", count: width - displayWidth(of: cell)) }
    }
    return line
  }
}
