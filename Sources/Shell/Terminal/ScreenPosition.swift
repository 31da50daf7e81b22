/// A place on the screen, counted from where a prompt begins.
///
/// It follows the rules of libedit: lines wrap at the last column, a tab goes to the next multiple of eight, a wide
/// character that does not fit begins the next row, other control characters show as `^X`.
struct ScreenPosition: Equatable {
  private(set) var row = 0
  private(set) var column = 0
  private let width: Int

  init(width: Int) {
    self.width = max(width, 1)
  }

  mutating func advance(over text: some StringProtocol) {
    for scalar in text.unicodeScalars { advance(over: scalar) }
  }

  private mutating func advance(over scalar: Unicode.Scalar) {
    switch scalar {
    case "\n":
      row += 1
      column = 0
    case "\t":
      let target = column + 8 - column % 8
      while column != 0 && column < target { put(1) }
      if column == 0 && target == 8 { for _ in 0..<8 { put(1) } }
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      put(1)
      put(1)
    default:
      put(displayWidth(of: scalar))
    }
  }

  private mutating func put(_ cells: Int) {
    if column + cells > width {
      row += 1
      column = 0
    }
    column += cells
    if column >= width {
      row += 1
      column = 0
    }
  }
}

/// The cells that a character takes: 2 for wide ones, 0 for combining marks.
func displayWidth(of scalar: Unicode.Scalar) -> Int {
  if 0x20..<0x7F ~= scalar.value { return 1 }
  Terminal.useUTF8()
  return Editline.cells(of: scalar)
}

/// The cells that a text without control characters takes.
func displayWidth(of text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + displayWidth(of: $1) }
}
