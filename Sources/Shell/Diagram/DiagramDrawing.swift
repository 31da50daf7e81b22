import Interchange

/// Boxes in their places, and the lines between them.
struct DiagramDrawing {
  private struct Frame {
    var box: EntityBox
    var x: Int
    var y: Int
    var width: Int
  }

  /// What is in a cell between the boxes, and which line it belongs to.
  private struct Cell {
    var arms: Arms = []
    var mark: String?
    var line = 0
  }

  private var frames: [Frame] = []
  private var router: LineRouter
  private var cells: [Cell]
  private var leaves: Set<[Int]> = []
  /// The relations that have no line.
  private(set) var missed: [Association] = []

  init(_ boxes: [EntityBox], _ ties: [Association], width: Int, rowGap: Int) {
    let margin = ties.isEmpty || width < 24 ? 0 : BoxLayout.margin
    let sizes = boxes.map { BoxLayout.Size(width: min($0.width, width - margin), height: $0.height) }
    let wires = ties.map { tie in
      BoxLayout.Wire(ends: tie.ends.map { ($0.entity, boxes[$0.entity].place(of: $0.relation)) })
    }
    let layout = BoxLayout.best(sizes, wires, limit: width, gap: rowGap)
    let widths = layout.columnWidths
    let spare = width - widths.reduce(0, +) - margin
    let gap = widths.count > 1 ? min(max(spare / (widths.count - 1), 2), BoxLayout.leastGap + 4) : 0
    router = LineRouter(width: width, height: max(layout.height, 1))
    cells = Array(repeating: Cell(), count: router.width * router.height)
    for (box, place) in layout.places.enumerated() {
      let x = widths.prefix(place.column).reduce(0) { $0 + $1 + gap }
      frames.append(Frame(box: boxes[box], x: x, y: place.y, width: sizes[box].width))
      // Lines keep away from borders on the left and right, where the marks of others are.
      router.block(x: x - 1..<x + sizes[box].width + 1, y: place.y..<place.y + sizes[box].height)
    }
    for port in ties.flatMap(\.ends).flatMap(ports) { router.keepFree(before: port) }
  }

  // MARK: Lines

  /// The short ones first: they have the least choice.
  func byLength(_ ties: [Association]) -> [Association] { ties.sorted { length($0) < length($1) } }

  /// The drawing with these lines, each of which goes around those before it.
  func joined(_ ties: [Association], _ check: () throws -> Void) rethrows -> DiagramDrawing {
    var drawing = self
    for (number, tie) in ties.enumerated() {
      try check()
      drawing.join(tie, number)
    }
    return drawing
  }

  private mutating func join(_ tie: Association, _ number: Int) {
    guard let way = router.connect(ports(of: tie.ends[0]), ports(of: tie.ends[1])), let first = way.first,
      let last = way.last
    else { return missed.append(tie) }
    for (x, y, arms) in way { add(arms, x, y, number) }
    mark(tie.ends[0], first.x, first.y)
    mark(tie.ends[1], last.x, last.y)
  }

  private func line(of end: Association.End) -> Int {
    frames[end.entity].y + frames[end.entity].box.place(of: end.relation)
  }

  private func length(_ tie: Association) -> Int {
    let (a, b) = (frames[tie.ends[0].entity], frames[tie.ends[1].entity])
    let wide = max(0, max(a.x, b.x) - min(a.x + a.width, b.x + b.width))
    return wide + abs(line(of: tie.ends[0]) - line(of: tie.ends[1]))
  }

  private func ports(of end: Association.End) -> [LineRouter.Port] {
    let frame = frames[end.entity]
    let y = line(of: end)
    return [
      LineRouter.Port(x: frame.x - 1, y: y, direction: .left),
      LineRouter.Port(x: frame.x + frame.width, y: y, direction: .right),
    ]
  }

  private mutating func add(_ arms: Arms, _ x: Int, _ y: Int, _ line: Int) {
    cells[y * router.width + x].arms.formUnion(arms)
    cells[y * router.width + x].line = line
  }

  private mutating func mark(_ end: Association.End, _ x: Int, _ y: Int) {
    cells[y * router.width + x].mark = end.isMany ? "n" : "1"
    leaves.insert([end.entity, y, x < frames[end.entity].x ? 0 : 1])
  }

  // MARK: Text

  func text(_ palette: Palette, _ glyphs: BoxGlyphs) -> String {
    let order = frames.indices.sorted { frames[$0].x < frames[$1].x }
    var rows = (0..<router.height).map { y -> String in
      var row = ""
      var x = 0
      for place in order where (frames[place].y..<frames[place].y + frames[place].box.height).contains(y) {
        let frame = frames[place]
        row += text(x..<frame.x, y, palette, glyphs)
        row += frame.box.line(
          y - frame.y, width: frame.width,
          leaves: (leaves.contains([place, y, 0]), leaves.contains([place, y, 1])), palette)
        x = frame.x + frame.width
      }
      let end = (x..<router.width).last { !cells[y * router.width + $0].arms.isEmpty }
      return row + text(x..<(end.map { $0 + 1 } ?? x), y, palette, glyphs)
    }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { $0 + "\n" }.joined()
  }

  private static let colours: [Role] = [.key, .string, .number, .removed]

  private func text(_ range: Range<Int>, _ y: Int, _ palette: Palette, _ glyphs: BoxGlyphs) -> String {
    var result = ""
    var run = ""
    var line: Int?
    for x in range {
      let cell = cells[y * router.width + x]
      let owner = cell.arms.isEmpty ? nil : cell.line
      if owner != line {
        result += line.map { palette(run, Self.colours[$0 % Self.colours.count]) } ?? run
        (run, line) = ("", owner)
      }
      run += cell.mark ?? glyphs.character(cell.arms)
    }
    return result + (line.map { palette(run, Self.colours[$0 % Self.colours.count]) } ?? run)
  }
}
