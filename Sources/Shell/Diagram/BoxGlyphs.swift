/// The characters that boxes and the lines between them are made of.
struct BoxGlyphs: Sendable {
  var horizontal = "─"
  var vertical = "│"
  var topLeft = "╭"
  var topRight = "╮"
  var bottomLeft = "╰"
  var bottomRight = "╯"
  /// A border from whose left or right side a line leaves.
  var fromLeft = "┤"
  var fromRight = "├"
  var crossing = "┼"
  /// From a relation to the name of its target.
  var toOne = "──▶"
  var toMany = "─▶▶"

  static let box = BoxGlyphs()

  /// For those who like their tables with `.mode table`.
  static let ascii = BoxGlyphs(
    horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", fromLeft: "+",
    fromRight: "+", crossing: "|", toOne: "-->", toMany: "->>")

  /// The character for a cell that lines leave in these directions.
  func character(_ arms: Arms) -> String {
    switch arms {
    case []: " "
    case [.left, .right], .left, .right: horizontal
    case [.up, .down], .up, .down: vertical
    case [.right, .down]: topLeft
    case [.left, .down]: topRight
    case [.right, .up]: bottomLeft
    case [.left, .up]: bottomRight
    default: crossing
    }
  }
}

/// The directions in which lines leave a cell.
struct Arms: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let up = Arms(rawValue: 1)
  static let right = Arms(rawValue: 2)
  static let down = Arms(rawValue: 4)
  static let left = Arms(rawValue: 8)
  static let all: [Arms] = [.up, .right, .down, .left]

  var opposite: Arms { Arms(rawValue: (rawValue << 2 | rawValue >> 2) & 15) }
  var isHorizontal: Bool { self == .left || self == .right }
  /// The step in this direction.
  var step: (x: Int, y: Int) {
    switch self {
    case .up: (0, -1)
    case .right: (1, 0)
    case .down: (0, 1)
    default: (-1, 0)
    }
  }
}
