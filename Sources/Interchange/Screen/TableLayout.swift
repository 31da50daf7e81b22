/// Which columns of a table are shown, and how wide, so that it fits the terminal.
///
///     3 columns of 10, 40 and 10 cells on 50 cells      10, 20, 10
///     an id, a name of 40, two keys of others on 30     3, 17, …
///
/// What one looks for stays: the first column and the first text. The widest columns give up room first; then the keys
/// of other tables go, then numbers, then texts, each from the right.
struct TableLayout: Equatable {
  /// What a column needs.
  struct Need {
    let heading: Int
    /// The widest of its cells.
    let cells: Int
    /// The widest of its cells that is a number: a number that is cut misleads.
    let numbers: Int
    /// Whether it is the key of another table.
    var isReference = false

    var natural: Int { max(heading, cells, 1) }
    var isText: Bool { numbers == 0 }

    /// How narrow it may become while columns can go instead: text keeps a share of the line.
    func comfortable(on width: Int) -> Int {
      max(numbers, min(natural, isText ? max(8, width / 4 - 1) : 8))
    }

    /// How narrow it may become when it is one of the last.
    var tight: Int { max(numbers, min(natural, 4)) }
  }

  enum FieldSlot: Equatable {
    case column(Int, width: Int)
    /// Stands for the columns that are left out.
    case hidden

    var width: Int {
      switch self {
      case .column(_, let width): width
      case .hidden: 1
      }
    }
  }

  private(set) var slots: [FieldSlot]
  /// The columns that are left out.
  let hidden: [Int]

  /// The cells of a line: each slot has a blank on both sides, and a border stands around and between.
  var width: Int { slots.reduce(1) { $0 + $1.width + 3 } }

  /// The room between the outer borders and their blanks.
  var inner: Int { width - 4 }

  init(_ needs: [Need], width: Int?) {
    guard let width else {
      slots = needs.indices.map { .column($0, width: needs[$0].natural) }
      hidden = []
      return
    }
    let leaving = Self.leaving(needs)
    for attempt in Self.attempts(needs.count, leaving.count, width: width) {
      let hidden = Set(leaving.prefix(attempt.hidden))
      let shown = needs.indices.filter { !hidden.contains($0) }
      let room = width - 1 - 3 * shown.count - (hidden.isEmpty ? 0 : 4)
      guard let widths = Self.share(room, shown.map { (needs[$0].natural, attempt.floor(needs[$0])) }) else { continue }
      slots = zip(shown, widths).map { .column($0, width: $1) }
      if !hidden.isEmpty { slots.append(.hidden) }
      self.hidden = hidden.sorted()
      return
    }
    slots = [.hidden]
    hidden = Array(needs.indices)
  }

  /// The columns in the order in which they go; the first column is the last one that is left.
  private static func leaving(_ needs: [Need]) -> [Int] {
    let others = needs.indices.dropFirst().reversed()
    let firstText = needs.firstIndex { $0.isText }
    let keys = others.filter { needs[$0].isReference }
    let numbers = others.filter { !needs[$0].isReference && !needs[$0].isText }
    let texts = others.filter { !needs[$0].isReference && needs[$0].isText && $0 != firstText }
    let last = others.filter { !needs[$0].isReference && $0 == firstText }
    return keys + numbers + texts + last
  }

  /// Widens the last column so that lines across the table have room.
  mutating func widen(inner wanted: Int, limit: Int?) {
    let target = min(wanted, limit.map { $0 - 4 } ?? wanted)
    guard target > inner else { return }
    for (index, slot) in slots.enumerated().reversed() {
      guard case .column(let column, let width) = slot else { continue }
      slots[index] = .column(column, width: width + target - inner)
      return
    }
  }

  private struct Attempt {
    let hidden: Int
    let floor: (Need) -> Int
  }

  /// From all columns in comfort down to one that is cut to a single cell.
  private static func attempts(_ count: Int, _ leaving: Int, width: Int) -> [Attempt] {
    let many = (0...max(count - 2, 0)).map { hidden in Attempt(hidden: hidden) { $0.comfortable(on: width) } }
    let few = [max(count - 2, 0), leaving].map { Attempt(hidden: $0, floor: \.tight) }
    return many + few + [Attempt(hidden: leaving) { _ in 1 }]
  }

  /// Shares the room, so that the widest give first and none gets less than the floor.
  ///
  /// Nil when there is not even room for the floors.
  private static func share(_ room: Int, _ columns: [(natural: Int, floor: Int)]) -> [Int]? {
    func widths(_ cap: Int) -> [Int] { columns.map { max($0.floor, min($0.natural, cap)) } }
    guard widths(0).reduce(0, +) <= room else { return nil }
    var cap = room
    while widths(cap).reduce(0, +) > room { cap -= 1 }
    var result = widths(cap)
    var left = room - result.reduce(0, +)
    for index in columns.indices where left > 0 && result[index] < columns[index].natural {
      result[index] += 1
      left -= 1
    }
    return result
  }
}
