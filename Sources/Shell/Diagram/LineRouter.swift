/// Finds ways for lines between boxes, over a grid of character cells.
///
/// A line may cross another one, straight on both sides; no two share a cell otherwise, so that each can be followed with
/// the eye. The way is the cheapest one: short, with few bends and crossings, and not close along another line. The search
/// is A* (Hart, Nilsson, Raphael 1968) over cells and directions, with a limit to its steps.
struct LineRouter {
  /// A place at a box where a line may begin or end: the cell beside the border, and the direction away from it.
  struct Port: Equatable {
    var x: Int
    var y: Int
    var direction: Arms
  }

  /// The cells of a line from port to port, with the arms that it has in each.
  typealias Way = [(x: Int, y: Int, arms: Arms)]

  let width: Int
  let height: Int
  /// The steps that are left for all lines together: what is too much to search remains without a line.
  private var effort: Int
  private var isBlocked: [Bool]
  private var lines: [Arms]
  /// The cells by which ports are left: a line that bends there would close them.
  private var isBeforePort: [Bool]

  private static let bend = 3
  private static let bendBeforePort = 5
  private static let crossing = 6
  private static let closeness = 1

  init(width: Int, height: Int, effort: Int = 1_500_000) {
    self.width = width
    self.height = height
    self.effort = effort
    isBlocked = Array(repeating: false, count: width * height)
    lines = Array(repeating: [], count: width * height)
    isBeforePort = isBlocked
  }

  /// Keeps lines out of a rectangle, of which parts may be outside of the grid.
  mutating func block(x: Range<Int>, y: Range<Int>) {
    for y in y.clamped(to: 0..<height) {
      for x in x.clamped(to: 0..<width) { isBlocked[y * width + x] = true }
    }
  }

  /// Keeps the bends of lines away from the cell before a port.
  mutating func keepFree(before port: Port) {
    let x = port.x + port.direction.step.x
    if 0..<width ~= x, 0..<height ~= port.y { isBeforePort[port.y * width + x] = true }
  }

  /// Finds a way from one of some ports to one of others, and takes it.
  mutating func connect(_ starts: [Port], _ ends: [Port]) -> Way? {
    let starts = starts.filter(isFree)
    // A relation of an entity to itself may have but one line in its box.
    let ends = ends.filter { isFree($0) && !starts.contains($0) }
    guard !starts.isEmpty, !ends.isEmpty, let way = search(starts, ends) else { return nil }
    for (x, y, arms) in way { lines[y * width + x].formUnion(arms) }
    return way
  }

  private func isFree(_ port: Port) -> Bool {
    0..<width ~= port.x && 0..<height ~= port.y && lines[port.y * width + port.x].isEmpty
  }

  // MARK: The search

  /// A cell and the direction in which it was entered, as one number.
  private func state(_ x: Int, _ y: Int, _ direction: Arms) -> Int {
    (y * width + x) * 4 + direction.rawValue.trailingZeroBitCount
  }

  private mutating func search(_ starts: [Port], _ ends: [Port]) -> Way? {
    var costs = Array(repeating: Int32.max, count: width * height * 4)
    var origins = Array(repeating: Int32(-1), count: width * height * 4)
    var queue = BucketQueue()
    let goals = ends.map { state($0.x, $0.y, $0.direction.opposite) }
    for port in starts {
      let start = state(port.x, port.y, port.direction)
      costs[start] = 0
      queue.insert(start, at: distance(port.x, port.y, ends))
    }
    while let (state, priority) = queue.next(), effort > 0 {
      effort -= 1
      let cell = state / 4
      let (x, y, direction) = (cell % width, cell / width, Arms(rawValue: 1 << UInt8(state % 4)))
      let cost = Int(costs[state])
      // There is a shorter way to it, which was followed already.
      if cost + distance(x, y, ends) < priority { continue }
      if goals.contains(state) { return way(to: state, origins) }
      let mayBend = origins[state] >= 0 && lines[cell].isEmpty && !isBlocked[cell]
      for next in Arms.all where next == direction || mayBend && next != direction.opposite {
        let (toX, toY) = (x + next.step.x, y + next.step.y)
        guard 0..<width ~= toX, 0..<height ~= toY else { continue }
        let target = self.state(toX, toY, next)
        guard let price = price(toX, toY, next, isGoal: goals.contains(target)) else { continue }
        let bend = Self.bend + (isBeforePort[cell] ? Self.bendBeforePort : 0)
        let total = cost + price + (next == direction ? 0 : bend)
        guard total < costs[target] else { continue }
        costs[target] = Int32(total)
        origins[target] = Int32(state)
        queue.insert(target, at: total + distance(toX, toY, ends))
      }
    }
    return nil
  }

  /// What a step into a cell costs; nil where it must not be made.
  private func price(_ x: Int, _ y: Int, _ direction: Arms, isGoal: Bool) -> Int? {
    let cell = y * width + x
    if isBlocked[cell], !isGoal { return nil }
    let across: Arms = direction.isHorizontal ? [.up, .down] : [.left, .right]
    let along: Arms = direction.isHorizontal ? [.left, .right] : [.up, .down]
    let isCrossing = lines[cell] == across
    guard lines[cell].isEmpty || isCrossing else { return nil }
    let besides = direction.isHorizontal ? [(x, y - 1), (x, y + 1)] : [(x - 1, y), (x + 1, y)]
    let isClose = besides.contains { x, y in
      0..<width ~= x && 0..<height ~= y && lines[y * width + x].isSuperset(of: along)
    }
    return 1 + (isCrossing ? Self.crossing : 0) + (isClose ? Self.closeness : 0)
  }

  private func distance(_ x: Int, _ y: Int, _ ends: [Port]) -> Int {
    ends.map { abs($0.x - x) + abs($0.y - y) }.min() ?? 0
  }

  private func way(to end: Int, _ origins: [Int32]) -> Way {
    var states = [end]
    while let last = states.last, origins[last] >= 0 { states.append(Int(origins[last])) }
    states.reverse()
    return states.indices.map { place in
      let entered = Arms(rawValue: 1 << UInt8(states[place] % 4))
      let left = place + 1 < states.count ? Arms(rawValue: 1 << UInt8(states[place + 1] % 4)) : entered
      let cell = states[place] / 4
      return (cell % width, cell / width, [entered.opposite, left])
    }
  }
}

/// A queue whose priorities are small numbers that never go down.
private struct BucketQueue {
  private var buckets: [[Int]] = []
  private var current = 0

  mutating func insert(_ element: Int, at priority: Int) {
    while buckets.count <= priority { buckets.append([]) }
    buckets[priority].append(element)
    current = min(current, priority)
  }

  mutating func next() -> (element: Int, priority: Int)? {
    while current < buckets.count {
      if let element = buckets[current].popLast() { return (element, current) }
      current += 1
    }
    return nil
  }
}
