/// Changes while they are applied to an order: first what goes is taken out, then what comes is put in.
struct Replay {
  /// A section of the new order.
  private struct Target {
    let identity: Int
    /// Its index in the old order, nil for an inserted one.
    let source: Int?
    /// The rows that an inserted one came with.
    let rows: [Int]
    /// What is put in, and where in the section, counted from 1.
    var arrivals: [(at: Int, value: Int)] = []
  }

  private let changes: Changes
  private let old: SectionedOrder
  private var targets: [Target]
  /// For each index in the old rows whether the row was taken out.
  private var isGone: [Bool]

  init(of changes: Changes, to old: SectionedOrder) throws(ResultSetError) {
    self.changes = changes
    self.old = old
    targets = try Self.targets(of: changes.sections, old)
    isGone = [Bool](repeating: false, count: old.rows.count)
  }

  // MARK: Sections

  private static func targets(
    of sections: Changes.Sections, _ old: SectionedOrder
  ) throws(ResultSetError) -> [Target] {
    var isGone = [Bool](repeating: false, count: old.sections.count)
    for change in sections.deleted + sections.moved {
      guard let from = change.from, old.section(from)?.identity == change.identity, !isGone[from - 1] else {
        throw .sectionDoesNotFit(change.identity)
      }
      isGone[from - 1] = true
    }
    let kept = old.sections.indices.filter { !isGone[$0] }.map { index in
      Target(identity: old.sections[index].identity, source: index, rows: [])
    }
    let inserted = sections.inserted.map { Target(identity: $0.identity, source: nil, rows: $0.rows) }
    let moved = sections.moved.map { change in
      Target(identity: change.identity, source: change.from.map { $0 - 1 }, rows: [])
    }
    // Nil means no position, and an empty section has none.
    let places = (sections.inserted + sections.moved).map { $0.to ?? 0 }
    let arrivals = zip(places, inserted + moved).map { (at: $0, value: $1) }
    return try weave(kept, arrivals) { .sectionDoesNotFit($0.identity) }
  }

  // MARK: Rows

  mutating func takeOutRows() throws(ResultSetError) {
    for change in changes.deleted + changes.moved {
      guard let from = change.from, let index = old.index(at: from), old.rows[index] == change.identity,
        !isGone[index]
      else { throw .rowDoesNotFit(change.identity) }
      isGone[index] = true
    }
  }

  /// A deleted section takes along the rows that did not move out of it, and no others.
  func checkDeletedSections() throws(ResultSetError) {
    for change in changes.sections.deleted {
      guard let from = change.from, rowsLeft(inSection: from - 1) == change.rows else {
        throw .sectionDoesNotFit(change.identity)
      }
    }
  }

  private func rowsLeft(inSection index: Int) -> [Int] {
    old.sections[index].range.filter { !isGone[$0] }.map { old.rows[$0] }
  }

  mutating func putInRows() throws(ResultSetError) {
    for change in changes.inserted + changes.moved {
      guard let to = change.to, to.section >= 1, to.section <= targets.count else {
        throw .rowDoesNotFit(change.identity)
      }
      targets[to.section - 1].arrivals.append((at: to.row, value: change.identity))
    }
  }

  // MARK: The new order

  func result() throws(ResultSetError) -> SectionedOrder {
    var rows: [Int] = []
    var sections: [SectionedOrder.Section] = []
    for target in targets {
      let kept = target.source.map(rowsLeft(inSection:)) ?? target.rows
      let start = rows.count
      rows += try Self.weave(kept, target.arrivals) { .rowDoesNotFit($0) }
      if rows.count == start { throw .sectionDoesNotFit(target.identity) }
      sections.append(.init(identity: target.identity, range: start..<rows.count))
    }
    let result = try SectionedOrder(rows: rows, in: sections)
    try checkUpdates(of: result)
    return result
  }

  /// What changed its content must be there before and after.
  private func checkUpdates(of new: SectionedOrder) throws(ResultSetError) {
    for change in changes.updated {
      guard let from = change.from, old.row(at: from) == change.identity,
        let to = change.to, new.row(at: to) == change.identity
      else { throw .rowDoesNotFit(change.identity) }
    }
  }

  /// Puts each arrival at its place, counted from 1, and what was kept into the places between, in its order.
  private static func weave<Value>(
    _ kept: [Value], _ arrivals: [(at: Int, value: Value)], otherwise fault: (Value) -> ResultSetError
  ) throws(ResultSetError) -> [Value] {
    var places = [Value?](repeating: nil, count: kept.count + arrivals.count)
    for (place, value) in arrivals {
      guard place >= 1, place <= places.count, places[place - 1] == nil else { throw fault(value) }
      places[place - 1] = value
    }
    var rest = kept.makeIterator()
    return places.compactMap { $0 ?? rest.next() }
  }
}
