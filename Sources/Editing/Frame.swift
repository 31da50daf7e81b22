/// What an entry looks like on a screen: rows of cells, and where the cursor is.
package struct Frame: Equatable, Sendable {
  package struct Cell: Equatable, Sendable {
    package var scalar: Unicode.Scalar
    package var attribute: Attribute
    /// The columns that it takes: 0 for a mark on the cell before it.
    package var width: UInt8
  }

  package private(set) var rows: [[Cell]] = [[]]
  package private(set) var cursor = (row: 0, column: 0)
  private var column = 0
  private let width: Int

  package static func == (a: Frame, b: Frame) -> Bool { a.rows == b.rows && a.cursor == b.cursor }

  /// What there is to be seen.
  package struct Content {
    package var prompt: String
    package var continuation: String
    package var text: EditedText
    package var attributes: [Attribute]
    /// What could follow, behind the cursor.
    package var ghost = ""
    /// Lines below the entry.
    package var footer: [String] = []

    package init(prompt: String, continuation: String, text: EditedText, attributes: [Attribute]) {
      (self.prompt, self.continuation) = (prompt, continuation)
      (self.text, self.attributes) = (text, attributes)
    }
  }

  /// Nothing.
  package init(width: Int) {
    self.width = max(width, 1)
  }

  /// Lays an entry out in rows of a width.
  ///
  /// - Parameter cells: the columns that a character takes.
  package init(_ content: Content, width: Int, cells: (Unicode.Scalar) -> Int) {
    self.init(width: width)
    put(content.prompt, .prompt, 0, cells)
    let promptWidth = column
    let indent = width < 20 ? 0 : min(promptWidth, width / 2)
    for (index, scalar) in content.text.scalars.enumerated() {
      if index == content.text.cursor { cursor = place }
      if scalar == "\n" {
        newRow()
        put(content.continuation, .continuation, 0, cells)
      } else {
        put(scalar, content.attributes[index], indent, cells)
      }
    }
    if content.text.isAtEnd { cursor = place }
    for scalar in content.ghost.unicodeScalars { put(scalar, .ghost, indent, cells) }
    if column >= self.width, content.text.isAtEnd { wrap(indent) }
    for line in content.footer {
      newRow()
      for scalar in line.unicodeScalars where column < self.width { put(scalar, .continuation, 0, cells) }
    }
    settleCursor(content.text, indent)
  }

  /// A cursor behind a full row stands in the next one, if that goes on with the line.
  private mutating func settleCursor(_ text: EditedText, _ indent: Int) {
    guard cursor.column >= width else { return }
    let goesOn = text.isAtEnd || text.scalars[text.cursor] != "\n"
    if goesOn, cursor.row + 1 < rows.count {
      cursor = (cursor.row + 1, min(indent, width - 1))
    } else {
      cursor.column = width - 1
    }
  }

  /// Where the next character goes.
  private var place: (row: Int, column: Int) { (rows.count - 1, column) }

  private mutating func newRow() {
    var row: [Cell] = []
    row.reserveCapacity(width)
    rows.append(row)
    column = 0
  }

  private mutating func wrap(_ indent: Int) {
    newRow()
    for _ in 0..<min(indent, width - 1) { append(" ", .plain, 1) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ attribute: Attribute, _ cells: Int) {
    rows[rows.count - 1].append(Cell(scalar: scalar, attribute: attribute, width: UInt8(cells)))
    column += cells
  }

  private mutating func put(
    _ text: String, _ attribute: Attribute, _ indent: Int, _ cells: (Unicode.Scalar) -> Int
  ) {
    for scalar in text.unicodeScalars { put(scalar, attribute, indent, cells) }
  }

  private mutating func put(
    _ scalar: Unicode.Scalar, _ attribute: Attribute, _ indent: Int, _ cells: (Unicode.Scalar) -> Int
  ) {
    switch scalar.value {
    case 0x20..<0x7F: putCell(scalar, attribute, 1, indent)
    case 9:
      let stop = 8 - column % 8
      for _ in 0..<stop { putCell(" ", attribute, 1, indent) }
    case 0..<0x20, 0x7F:
      putCell("^", .comment, 1, indent)
      putCell(Unicode.Scalar(UInt8(scalar.value) ^ 0x40), .comment, 1, indent)
    // Terminals disagree about what these do to their neighbours; the text keeps them.
    case 0x200D, 0xFE00...0xFE0F: return
    case 0x80..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: putCell("\u{FFFD}", .comment, 1, indent)
    default:
      let count = max(cells(scalar), 0)
      // A mark alone in its row has nothing to stand on.
      if count == 0, rows[rows.count - 1].isEmpty { return }
      putCell(scalar, attribute, min(count, 2), indent)
    }
  }

  private mutating func putCell(_ scalar: Unicode.Scalar, _ attribute: Attribute, _ cells: Int, _ indent: Int) {
    if column + cells > width, cells > 0 { wrap(indent) }
    if cells > width { return }
    append(scalar, attribute, cells)
  }

  // MARK: A window

  /// The part that a screen of some rows shows: the cursor is in it, and as much as can be of what it showed before.
  package func window(rows count: Int, from first: Int) -> (frame: Frame, first: Int) {
    guard rows.count > count, count > 0 else { return (self, 0) }
    var start = min(max(first, 0), rows.count - count)
    if cursor.row < start { start = cursor.row }
    if cursor.row >= start + count { start = cursor.row - count + 1 }
    var part = self
    part.rows = Array(rows[start..<start + count])
    part.cursor.row -= start
    return (part, start)
  }

  /// The columns that a row takes.
  static func width(of row: [Cell]) -> Int { row.reduce(0) { $0 + Int($1.width) } }

  /// The rows above the cursor once a terminal of another width has laid them out anew.
  package func rowsAbove(inWidth newWidth: Int) -> Int {
    let newWidth = max(newWidth, 1)
    let above = rows.prefix(cursor.row).reduce(0) { $0 + max(1, (Self.width(of: $1) + newWidth - 1) / newWidth) }
    return above + cursor.column / newWidth
  }
}
