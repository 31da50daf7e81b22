/// The bytes that make one picture of an entry into another, for a terminal whose cursor is where the first has it.
///
/// Few sequences are used, and relative moves only, so that it is right also after scrolling. Only `\n` makes a new row
/// at the bottom of the screen.
package struct FrameDifference {
  private var output = ""
  private let old: Frame
  private let new: Frame
  /// Where the terminal's cursor is.
  private var row: Int
  private var column: Int?
  /// How many rows there are on the screen.
  private var rowCount: Int
  private var attribute = Attribute.plain

  /// What to write to go from one to the other; empty where both are the same.
  package static func bytes(from old: Frame, to new: Frame) -> String {
    if old == new { return "" }
    var difference = FrameDifference(old, new)
    difference.make()
    return difference.output
  }

  private init(_ old: Frame, _ new: Frame) {
    (self.old, self.new) = (old, new)
    row = old.cursor.row
    column = old.cursor.column
    rowCount = max(old.rows.count, 1)
  }

  private mutating func make() {
    let changed = (0..<new.rows.count).filter { $0 >= old.rows.count || old.rows[$0] != new.rows[$0] }
    let isCursorOnly = changed.isEmpty && old.rows.count == new.rows.count
    if isCursorOnly {
      move(to: new.cursor.row, new.cursor.column)
      return
    }
    // Written at once, without a cursor that jumps, and without wrapping: a character whose width the terminal sees in
    // another way spoils one row, and never scrolls.
    output = "\u{1B}[?2026h\u{1B}[?25l\u{1B}[?7l"
    for place in changed { paint(place) }
    if old.rows.count > new.rows.count {
      move(to: new.rows.count, 0)
      output += "\u{1B}[J"
    }
    set(.plain)
    move(to: new.cursor.row, new.cursor.column)
    output += "\u{1B}[?7h\u{1B}[?25h\u{1B}[?2026l"
  }

  private mutating func paint(_ place: Int) {
    let cells = new.rows[place]
    let before = place < old.rows.count ? old.rows[place] : []
    var same = zip(cells, before).prefix { $0 == $1 }.count
    // A mark belongs to the cell before it.
    while same > 0, isMark(cells, same) || isMark(before, same) { same -= 1 }
    let start = Frame.width(of: Array(cells[..<same]))
    move(to: place, start)
    for cell in cells[same...] {
      set(cell.attribute)
      output.unicodeScalars.append(cell.scalar)
    }
    let end = Frame.width(of: cells)
    if end < Frame.width(of: before) {
      set(.plain)
      output += "\u{1B}[K"
    }
    column = nil
  }

  private func isMark(_ cells: [Frame.Cell], _ place: Int) -> Bool { place < cells.count && cells[place].width == 0 }

  private mutating func set(_ wanted: Attribute) {
    guard wanted != attribute else { return }
    attribute = wanted
    output += "\u{1B}[\(wanted.parameters)m"
  }

  /// Goes to a place; a row that is not there yet is made.
  private mutating func move(to newRow: Int, _ newColumn: Int) {
    if row == newRow, column == newColumn { return }
    output += "\r"
    if newRow < row { output += "\u{1B}[\(row - newRow)A" }
    if newRow > row {
      let below = min(newRow, rowCount - 1) - row
      if below > 0 { output += "\u{1B}[\(below)B" }
      let made = newRow - max(rowCount - 1, row)
      if made > 0 {
        set(.plain)
        output += String(repeating: "\n", count: made)
        rowCount += made
      }
    }
    if newColumn > 0 { output += "\u{1B}[\(newColumn)C" }
    (row, column) = (newRow, newColumn)
  }
}
