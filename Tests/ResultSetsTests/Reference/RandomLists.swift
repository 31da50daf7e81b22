import ResultSets
import TestSupport

extension Dice {
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// A list of up to `rowLimit` rows, by a random section each.
  mutating func list(rowLimit: Int, sectionLimit: Int) -> Model {
    let sectionCount = number(1...sectionLimit)
    var sections = (1...sectionCount).map { ($0, [Int]()) }
    for row in 0..<number(0...rowLimit) { sections[number(0...sectionCount - 1)].1.append(row) }
    return Model(sections.filter { !$0.1.isEmpty }.shuffled(using: &self))
  }

  /// A list after some edits: rows and sections inserted, deleted, moved, swapped, renamed.
  mutating func edited(_ list: Model, edits: Int) -> Model {
    var list = list
    for _ in 0..<edits { edit(&list) }
    list.sections.removeAll { $0.rows.isEmpty }
    return list
  }

  private mutating func edit(_ list: inout Model) {
    guard !list.sections.isEmpty else {
      list.sections = [.init(identity: newName(), rows: [newName()])]
      return
    }
    let s = number(0...list.sections.count - 1)
    let t = number(0...list.sections.count - 1)
    switch number(0...19) {
    case 0...4: insert(newName(), in: &list.sections[s].rows)
    case 5...8: _ = takeOne(of: &list.sections[s].rows)
    case 9...15: if let row = takeOne(of: &list.sections[s].rows) { insert(row, in: &list.sections[t].rows) }
    case 16: list.sections.swapAt(s, t)
    case 17: list.sections.remove(at: s)
    case 18: list.sections[s].identity = newName()
    default: list.sections[s].rows.shuffle(using: &self)
    }
  }

  private mutating func newName() -> Int { number(1_000...1_000_000_000) }

  private mutating func insert(_ row: Int, in rows: inout [Int]) {
    rows.insert(row, at: number(0...rows.count))
  }

  private mutating func takeOne(of rows: inout [Int]) -> Int? {
    rows.isEmpty ? nil : rows.remove(at: number(0...rows.count - 1))
  }
}
