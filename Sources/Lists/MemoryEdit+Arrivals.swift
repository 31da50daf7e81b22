import LuaRuntime
import Model
import Query
import Requests
import ResultSets
import Schema

/// How many rows find their places at once.
extension MemoryEdit {
  /// Puts the rows that came where they belong, or leaves them to be settled one by one.
  mutating func settleArrived() throws {
    guard !arrived.isEmpty else { return }
    let arrived = touched.isEmpty ? arrived : arrived.filter { !touched.contains($0) }
    self.arrived = []
    // Most came from one list; the others were put or changed one by one.
    let (together, others) = rowsOfOneList(arrived)
    touched.formUnion(others)
    if try !settleLoaded(together) { touched.formUnion(together.rows.map(\.identity)) }
  }

  private typealias Shown = (identity: Int, place: Int)

  /// Rows that came from one list, with their places there.
  private struct Arrivals {
    var rows: [Shown] = []
    /// Whether some keep keys that they were sorted by.
    var haveKeys = false
  }

  /// Those that came from the same list as the first that came from one, and the others.
  private func rowsOfOneList(_ arrived: [Int]) -> (together: Arrivals, others: [Int]) {
    var source: AnyObject?
    var (together, others) = (Arrivals(), [Int]())
    together.rows.reserveCapacity(arrived.count)
    for identity in arrived {
      guard let (other, place) = list.rows.contents(identity)?.origin, source == nil || source === other else {
        others.append(identity)
        continue
      }
      source = other
      if list.rows.hasKeys(identity) { together.haveKeys = true }
      together.rows.append((identity, place))
    }
    return (together, others)
  }

  /// Puts rows that came from one list in order by what they hold there, all in one sort.
  ///
  /// - Returns: false where only their objects tell; nothing has changed then.
  private mutating func settleLoaded(_ arrived: Arrivals) throws -> Bool {
    guard let first = arrived.rows.first else { return true }
    switch list.rows.contents(first.identity) {
    case .loaded(let rows, _):
      guard let order = try LoadedOrder(rules.sort, rows, session) else { return false }
      let (shown, hidden) = try shown(arrived.rows)
      let sections = try sectionNumbers(of: shown, rows)
      guard let ordered = order.keys(shown.map(\.place), rows)?.sortedRows() else { return false }
      let hasKeys = order.asksScript || arrived.haveKeys
      try arrange(shown, hidden, sections, ordered, hasKeys) { order.asksScript ? order.scalars($0, rows) : nil }
      return true
    case .listed(let rows, _):
      let (shown, hidden) = try shown(arrived.rows)
      let places = shown.map(\.place)
      guard let sections = try rows.sections(places, by: rules.section, names),
        let ordered = try rows.sorted(places, by: rules.sort)
      else { return false }
      try arrange(shown, hidden, sections, ordered, arrived.haveKeys) { _ in nil }
      return true
    default: return false
    }
  }

  /// The rows that the filter lets be seen, and the others.
  private func shown(_ arrived: [Shown]) throws -> (shown: [Shown], hidden: [Int]) {
    if rules.filter == nil { return (arrived, []) }
    var shown: [Shown] = []
    shown.reserveCapacity(arrived.count)
    var hidden: [Int] = []
    for row in arrived {
      if try isHidden(row.identity) { hidden.append(row.identity) } else { shown.append(row) }
    }
    return (shown, hidden)
  }

  /// Puts rows into their sections in the order that is found, with the keys that are kept of each.
  private mutating func arrange(
    _ shown: [Shown], _ hidden: [Int], _ sections: [Int], _ ordered: [Int], _ haveKeys: Bool, keys: (Int) -> [Scalar]?
  ) throws {
    for identity in hidden { list.rows[identity]?.sortKeys = nil }
    // Sections are numbered one after the other.
    var arrivals = [[Int]](repeating: [], count: (sections.max() ?? -1) + 1)
    for index in ordered {
      let (identity, place) = shown[index]
      if haveKeys { list.rows[identity]?.sortKeys = keys(place) }
      arrivals[sections[index]].append(identity)
    }
    for (section, identities) in arrivals.enumerated() where !identities.isEmpty {
      if list.order.count(section) == 0 {
        list.order.replace(section, with: identities.map { .init($0) })
      } else {
        try insert(identities, into: section)
      }
    }
  }

  /// The number of the section of each row.
  private func sectionNumbers(of shown: [Shown], _ rows: LoadedRows) throws -> [Int] {
    guard let section = rules.section else {
      return Array(repeating: names.number(of: .text([]), ""), count: shown.count)
    }
    let known = try rows.sections(shown.map(\.place), by: section, names)
    return try shown.indices.map { index in
      if let known, let number = known[index] { return number }
      guard let row = list.rows[shown[index].identity] else { return 0 }
      return try self.section(of: row)
    }
  }

}

extension RowContents {
  /// The fetched list that a row was taken over from.
  var loadedRows: LoadedRows? {
    if case .loaded(let rows, _) = self { rows } else { nil }
  }

  /// What it came from together with others, and its place among these.
  fileprivate var origin: (rows: AnyObject, place: Int)? {
    switch self {
    case .listed(let rows, let place): (rows, place)
    case .loaded(let rows, let place): (rows, place)
    case .table, .object: nil
    }
  }
}
