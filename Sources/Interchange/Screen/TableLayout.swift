/// Which columns of a table are shown, and how wide, so that it fits the terminal.
///
///     3 columns of 10, 40 and 10 cells on 50 cells      10, 20, 10
///     20 columns of 10 cells on 50 cells                8, 8, …, 8, 8
///
/// The widest columns give up room first; then columns of the middle go; numbers give up their own only when
/// nothing else is left.
struct TableLayout: Equatable {
  /// What a column needs.
  struct Need {
    let heading: Int
    /// The widest of its cells.
    let cells: Int
    /// The widest of its cells that is a number: a number that is cut misleads.
    let numbers: Int

    var natural: Int { max(heading, cells, 1) }
    /// How narrow it may become while columns can go instead.
    var comfortable: Int { max(numbers, min(natural, 8)) }
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
  let hidden: Range<Int>

  /// The cells of a line: each slot has a blank on both sides, and a border stands around and between.
  var width: Int { slots.reduce(1) { $0 + $1.width + 3 } }

  /// The room between the outer borders and their blanks.
  var inner: Int { width - 4 }

  init(_ needs: [Need], width: Int?) {
    guard let width else {
      slots = needs.indices.map { .column($0, width: needs[$0].natural) }
      hidden = 0..<0
      return
    }
    for attempt in Self.attempts(needs.count) {
      let left = (attempt.shown + 1) / 2
      let hidden = left..<(needs.count - attempt.shown / 2)
      let shown = needs.indices.filter { !hidden.contains($0) }
      let room = width - 1 - 3 * shown.count - (hidden.isEmpty ? 0 : 4)
      guard let widths = Self.share(room, shown.map { (needs[$0].natural, attempt.floor(needs[$0])) }) else { continue }
      slots = zip(shown, widths).map { .column($0, width: $1) }
      if !hidden.isEmpty { slots.insert(.hidden, at: left) }
      self.hidden = hidden
      return
    }
    slots = [.hidden]
    hidden = needs.indices
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
    let shown: Int
    let floor: (Need) -> Int
  }

  /// From all columns in comfort down to one that is cut to a single cell.
  private static func attempts(_ count: Int) -> [Attempt] {
    let many = stride(from: count, through: 2, by: -1).map { Attempt(shown: $0, floor: \.comfortable) }
    let few = stride(from: min(count, 2), through: 1, by: -1).map { Attempt(shown: $0, floor: \.tight) }
    return many + few + (count > 0 ? [Attempt(shown: 1) { _ in 1 }] : [])
  }

  /// Shares the room, so that the widest give first and nobody gets less than the floor.
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
