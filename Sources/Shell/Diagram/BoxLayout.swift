/// Puts boxes into columns, so that those which a line joins are near each other.
///
/// It begins with boxes of like width in one column, and moves and swaps them as long as that makes lines shorter and the
/// whole less high. The same boxes always come to the same places.
struct BoxLayout {
  struct Size {
    var width: Int
    var height: Int
  }

  /// A line between two boxes, and the lines of them at which it ends.
  struct Wire {
    var ends: [(box: Int, line: Int)]
  }

  /// The least room between two columns: a mark on both sides, and three lines between.
  static let leastGap = 6
  /// Room for lines to the right of all.
  static let margin = 5

  /// The boxes of each column, from above.
  private(set) var columns: [[Int]]
  private let sizes: [Size]
  private let wires: [Wire]
  private let gap: Int

  /// The best layout that is not wider than `limit`.
  static func best(_ sizes: [Size], _ wires: [Wire], limit: Int, gap: Int) -> BoxLayout {
    let most = min(sizes.count, 8)
    let layouts = (1...max(most, 1)).compactMap { count -> BoxLayout? in
      var layout = BoxLayout(sizes, wires, columnCount: count, gap: gap)
      guard count == 1 || layout.leastWidth <= limit else { return nil }
      layout.improve(limit: limit)
      return layout
    }
    var best = layouts.min { $0.cost < $1.cost } ?? BoxLayout(sizes, wires, columnCount: 1, gap: gap)
    // From the other side it is as good: what was defined first stands at the left.
    if best.leastBoxes.first ?? 0 > best.leastBoxes.last ?? 0 { best.columns.reverse() }
    return best
  }

  private init(_ sizes: [Size], _ wires: [Wire], columnCount: Int, gap: Int) {
    self.sizes = sizes
    self.wires = wires
    self.gap = gap
    columns = Array(repeating: [], count: columnCount)
    let total = sizes.reduce(0) { $0 + $1.height + gap }
    var height = 0
    for box in sizes.indices.sorted(by: { (sizes[$0].width, $0) < (sizes[$1].width, $1) }) {
      columns[min(height * columnCount / max(total, 1), columnCount - 1)].append(box)
      height += sizes[box].height + gap
    }
    columns = columns.map { $0.sorted() }
  }

  // MARK: What there is

  var columnWidths: [Int] { columns.map { $0.map { sizes[$0].width }.max() ?? 0 } }

  var height: Int { columns.map { $0.reduce(0) { $0 + sizes[$1].height + gap } }.max() ?? 0 }

  private var leastBoxes: [Int] { columns.compactMap { $0.min() } }

  private var leastWidth: Int {
    columnWidths.reduce(0, +) + (columns.count - 1) * Self.leastGap + (wires.isEmpty ? 0 : Self.margin)
  }

  /// The column of each box and the row of its upper border.
  var places: [(column: Int, y: Int)] {
    var places = Array(repeating: (column: 0, y: 0), count: sizes.count)
    for (column, boxes) in columns.enumerated() {
      var y = 0
      for box in boxes {
        places[box] = (column, y)
        y += sizes[box].height + gap
      }
    }
    return places
  }

  /// How bad it is: long lines, lines over other columns, a high page.
  private var cost: Int {
    let places = places
    let lengths = wires.reduce(0) { sum, wire in
      let (a, b) = (places[wire.ends[0].box], places[wire.ends[1].box])
      let high = abs(a.y + wire.ends[0].line - b.y - wire.ends[1].line)
      return sum + high + (a.column == b.column ? 6 : 40 * (abs(a.column - b.column) - 1))
    }
    return lengths + 8 * height
  }

  // MARK: Making it better

  private mutating func improve(limit: Int) {
    var best = cost
    // Each change is weighed as a whole.
    var effort = 1_000_000 / (sizes.count + wires.count)
    var isBetter = true
    while isBetter, effort > 0 {
      isBetter = false
      for box in sizes.indices {
        for layout in changes(of: box) {
          effort -= 1
          if effort < 0 { return }
          let cost = layout.cost
          guard cost < best, columns.count == 1 || layout.leastWidth <= limit else { continue }
          (self, best, isBetter) = (layout, cost, true)
        }
      }
    }
  }

  /// The layouts in which a box is elsewhere, or has changed places with another one.
  private func changes(of box: Int) -> [BoxLayout] {
    var taken = self
    for column in taken.columns.indices { taken.columns[column].removeAll { $0 == box } }
    let moves = taken.columns.indices.flatMap { column in
      (0...taken.columns[column].count).map { place in
        var layout = taken
        layout.columns[column].insert(box, at: place)
        return layout
      }
    }
    let swaps = sizes.indices.filter { $0 > box }.map { other in
      var layout = self
      for column in layout.columns.indices {
        layout.columns[column] = layout.columns[column].map { $0 == box ? other : $0 == other ? box : $0 }
      }
      return layout
    }
    return moves + swaps
  }
}
