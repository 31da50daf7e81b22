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
    if try !settleLoaded(arrived) { touched.formUnion(arrived) }
  }

  /// Puts rows that were taken over from one list in order by what they hold there, all in one sort.
  ///
  /// - Returns: false where only their objects tell; nothing has changed then.
  private mutating func settleLoaded(_ arrived: [Int]) throws -> Bool {
    guard let first = arrived.first, let rows = list.rows[first]?.contents.loadedRows,
      let order = try LoadedOrder(rules.sort, rows, session)
    else { return false }
    var shown: [(identity: Int, place: Int)] = []
    shown.reserveCapacity(arrived.count)
    var hidden: [Int] = []
    for identity in arrived {
      guard let row = list.rows[identity] else { continue }
      guard case .loaded(let others, let place) = row.contents, others === rows else { return false }
      if try isHidden(row) { hidden.append(identity) } else { shown.append((identity, place)) }
    }
    let sections = try sectionNumbers(of: shown, rows)
    guard let keys = order.keys(shown.map(\.place), rows) else { return false }
    for identity in hidden { list.rows[identity]?.sortKeys = nil }
    // Sections are numbered one after the other.
    var arrivals = [[Int]](repeating: [], count: (sections.max() ?? -1) + 1)
    for index in keys.sortedRows() {
      let (identity, place) = shown[index]
      list.rows[identity]?.sortKeys = order.asksScript ? order.scalars(place, rows) : nil
      arrivals[sections[index]].append(identity)
    }
    for (section, identities) in arrivals.enumerated() where !identities.isEmpty {
      if list.order.count(section) == 0 {
        list.order.replace(section, with: identities.map { .init($0) })
      } else {
        try insert(identities, into: section)
      }
    }
    return true
  }

  /// The number of the section of each row.
  private func sectionNumbers(of shown: [(identity: Int, place: Int)], _ rows: LoadedRows) throws -> [Int] {
    guard let section = rules.section else {
      return Array(repeating: names.number(of: .text([]), ""), count: shown.count)
    }
    let known = knownSections(section, shown.map(\.place), rows)
    return try shown.indices.map { index in
      if let number = known?[index] { return number }
      guard let row = list.rows[shown[index].identity] else { return 0 }
      return try self.section(of: row)
    }
  }

  /// The same, read from rows; nil for those where only their objects tell.
  private func knownSections(_ section: RowProperty, _ places: [Int], _ rows: LoadedRows) -> [Int?]? {
    let (path, isInitial): ([String], Bool)
    switch section {
    case .member(let names): (path, isInitial) = (names, false)
    case .initial(let names): (path, isInitial) = (names, true)
    case .function: return nil
    }
    guard let slot = rows.seenSlot(path) else { return nil }
    var initials = Initials(names)
    return rows.withReader { (reader) throws(Never) in
      let areAsLoaded = reader.areAsLoaded(places)
      return places.indices.map { index in
        guard areAsLoaded[index], let cell = reader.cell(slot, at: places[index], isSeen: true) else { return nil }
        return isInitial ? initials.number(of: cell) : names.number(of: Scalar(cell), LuaValue(cell))
      }
    }
  }
}

extension RowContents {
  /// The list that a row was taken over from.
  var loadedRows: LoadedRows? {
    if case .loaded(let rows, _) = self { rows } else { nil }
  }
}
