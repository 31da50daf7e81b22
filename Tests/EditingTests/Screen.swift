import Editing

/// A terminal as far as the editor needs one: it knows the sequences that the editor writes, and no other.
struct Screen {
  private(set) var cells: [[Character]]
  private(set) var row = 0
  private(set) var column = 0
  /// Rows that went out at the top.
  private(set) var scrolled = 0
  private(set) var unknown: [String] = []
  private let width: Int
  private var wraps = true

  init(width: Int, height: Int) {
    self.width = width
    cells = Array(repeating: Array(repeating: " ", count: width), count: height)
  }

  /// The rows as text, without blanks at their ends.
  var rows: [String] {
    cells.map { row in
      var text = String(row.filter { $0 != "\u{0}" })
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  mutating func write(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}":
        let end = scalars.firstIndex { $0 != "[" && 0x40...0x7E ~= $0.value } ?? scalars.endIndex - 1
        obey(String(String.UnicodeScalarView(scalars[...end])))
        scalars = scalars[(end + 1)...]
      case "\r": column = 0
      case "\n": feed()
      default: put(scalar)
      }
    }
  }

  private mutating func feed() {
    if row < cells.count - 1 {
      row += 1
    } else {
      cells.removeFirst()
      cells.append(Array(repeating: " ", count: width))
      scrolled += 1
    }
  }

  private mutating func obey(_ sequence: String) {
    let number = max(Int(sequence.filter(\.isNumber)) ?? 1, 1)
    switch (sequence.last, sequence.contains("?")) {
    case ("A", false): row = max(row - number, 0)
    case ("B", false): row = min(row + number, cells.count - 1)
    case ("C", false): column = min(column + number, width - 1)
    case ("K", false): erase(row, from: min(column, width))
    case ("J", false):
      erase(row, from: min(column, width))
      for below in cells.indices where below > row { erase(below, from: 0) }
    case ("m", false): break
    case ("h", true), ("l", true): if sequence.contains("?7") { wraps = sequence.hasSuffix("h") }
    default: unknown.append(sequence)
    }
  }

  private mutating func erase(_ row: Int, from start: Int) {
    for column in start..<max(width, start) { cells[row][column] = " " }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let cells = Screen.cells(of: scalar)
    if cells == 0 {
      guard column > 0 else { return }
      let base = self.cells[row][min(column, width) - 1] == "\u{0}" ? min(column, width) - 2 : min(column, width) - 1
      self.cells[row][base] = Character(String(self.cells[row][base]) + String(scalar))
      return
    }
    if column + cells > width {
      guard wraps else { return column = width }
      column = 0
      feed()
    }
    self.cells[row][column] = Character(scalar)
    if cells == 2 { self.cells[row][column + 1] = "\u{0}" }
    column += cells
  }

  /// The columns that a character takes, for the few that tests use.
  static func cells(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F: 0
    case 0x3000...0x9FFF, 0x1F300...0x1FAFF: 2
    default: 1
    }
  }
}
