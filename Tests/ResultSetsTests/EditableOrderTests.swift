import TestSupport
import Testing

@testable import ResultSets

/// Lists that are edited in place: what plain arrays would hold, and the changes of a single row.
@Suite struct EditableOrderTests {
  private typealias Entry = EditableOrder.Entry

  /// The same list as plain arrays, edited at random beside the one that is tested.
  private struct Model {
    var sections: [[Entry]] = [[], [], []]
    var order = EditableOrder(chunkLimit: 8)
    var next = 0

    var rows: [Int] { sections.joined().map(\.identity) }

    mutating func edit(_ random: inout some RandomNumberGenerator) {
      let section = Int.random(in: 0..<3, using: &random)
      let entry = Entry(next, isHidden: .random(using: &random), isPlaced: .random(using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<4:
        let index = Int.random(in: 0...sections[section].count, using: &random)
        sections[section].insert(entry, at: index)
        order.insert(entry, into: section, at: index)
        next += 1
      case 4, 5:
        guard let row = rows.randomElement(using: &random) else { return }
        for section in sections.indices { sections[section].removeAll { $0.identity == row } }
        order.remove(row)
      case 6:
        guard let row = rows.randomElement(using: &random) else { return }
        let other = Entry(row, isHidden: .random(using: &random))
        for section in sections.indices {
          if let index = sections[section].firstIndex(where: { $0.identity == row }) {
            sections[section][index] = other
          }
        }
        order.set(other)
      default:
        guard Int.random(in: 0..<10, using: &random) == 0 else { return }
        sections[section].shuffle(using: &random)
        order.replace(section, with: sections[section])
      }
    }

    mutating func show(_ random: inout some RandomNumberGenerator) -> SectionedOrder {
      order.show(order.visibleSections.shuffled(using: &random))
      return SectionedOrder(order)
    }
  }

  @Test func `a list that is edited holds what plain arrays hold`() throws {
    var random = Dice(seed: Dice.seed())
    var model = Model()
    for step in 0..<1200 {
      model.edit(&random)
      if step % 7 != 0 { continue }
      let shown = model.show(&random)
      #expect(shown.rowCount == model.sections.joined().count { !$0.isHidden })
      #expect(shown.rows == model.order.shown.flatMap { model.sections[$0].filter { !$0.isHidden }.map(\.identity) })
      #expect(shown.flat == shown && shown.flat.isFlat)
      #expect(shown.brokenInvariant == nil)
      for (section, entries) in model.sections.enumerated() {
        #expect(model.order.entries(section) == entries)
        #expect(model.order.visible(section) == entries.count { !$0.isHidden })
        #expect(model.order.placed(section) == entries.count { $0.isPlaced })
        for (index, entry) in entries.enumerated() {
          #expect(model.order.entry(of: entry.identity) == entry)
          #expect(model.order.section(of: entry.identity) == section)
          let neighbors = model.order.neighbors(of: entry.identity)
          #expect(neighbors.before == entries[..<index].last(where: \.isOrdered)?.identity)
          #expect(neighbors.after == entries[(index + 1)...].first(where: \.isOrdered)?.identity)
        }
      }
    }
  }

  @Test func `a row is put before the first that comes after it, others than sorted ones passed over`() {
    var random = Dice(seed: Dice.seed())
    for _ in 0..<300 {
      var order = EditableOrder(chunkLimit: 4)
      let rows = (0..<Int.random(in: 0..<40, using: &random)).map { Entry($0 * 2, isPlaced: .random(using: &random)) }
      order.replace(0, with: rows)
      let wanted = Int.random(in: -1..<81, using: &random)
      let index = order.index(in: 0) { wanted < $0 }
      #expect(index == rows.firstIndex { $0.isOrdered && wanted < $0.identity } ?? rows.count)
    }
  }

  @Test func `a copy stays what it was`() {
    var order = EditableOrder(chunkLimit: 4)
    order.replace(1, with: (0..<20).map { Entry($0) })
    order.show([1])
    let before = SectionedOrder(order)
    order.remove(3)
    order.insert(Entry(77), into: 1, at: 2)
    #expect(before.rows == Array(0..<20))
    #expect(SectionedOrder(order).rows == [0, 1, 77, 2] + (4..<20))
  }

  @Test func `the changes of one row lead to the new list, and are no more than they must be`() throws {
    var random = Dice(seed: Dice.seed())
    var model = Model()
    for _ in 0..<200 { model.edit(&random) }
    for _ in 0..<600 {
      let old = model.show(&random)
      var next = model
      let row = model.rows.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: next.order.remove(row)
      case 1: next.order.insert(Entry(next.next), into: 5, at: 0)
      default:
        let section = Int.random(in: 0..<4, using: &random)
        next.order.remove(row)
        let count = next.order.count(section)
        next.order.insert(Entry(row), into: section, at: Int.random(in: 0...count, using: &random))
      }
      let new = next.show(&random)
      let affected = Set(old.rows).symmetricDifference(new.rows).first ?? row
      let changes = Changes(from: old, to: new, of: affected, isChanged: false)
      #expect(try old.applying(changes) == new.flat)
      let least = Changes(from: old, to: new)
      #expect(changes.moved.count == least.moved.count)
      #expect(changes.sections == least.sections)
    }
  }
}
