import LuaRuntime
import Model
import Query
import Requests
import ResultSets
import Schema
import Store

/// Reads some rows of a request's result set again, by their keys, and puts them where they belong among the others.
///
/// The database says where: it is asked for the order of a row and of some others, so that there is nothing which it could
/// do otherwise than where it orders all rows.
struct ReadingAgain {
  /// The rows changed while they were read.
  struct Overtaken: Error {}

  /// About so many rows the database is asked at once.
  private static let width = 15

  private let reader: BoundReader
  private let sectionOrder: SectionOrder
  private let keyFields: [Expression]
  /// So many rows can be asked for at once: a condition on several columns grows deep.
  var limit: Int { keyFields.count == 1 ? WrittenRows.limit : 300 }
  private let store: Database
  private let session: SessionContext

  /// Nil where rows that were not written may be others now, or may stand elsewhere.
  init?(_ reader: BoundReader, _ sectionOrder: SectionOrder) throws {
    let fetching = reader.fetching
    let entity = fetching.entity
    store = try fetching.handle.context.database.store()
    session = fetching.session
    guard fetching.looksAtRowsAlone, reader.hasStoredSections, sectionOrder.isByName || !reader.isSectioned else {
      return nil
    }
    let key = entity.keySlots.map { entity.fields[$0] }
    guard store.engine.followedKey(of: entity.table) == key.map(\.column), key.allSatisfy(\.isAskedForAsStored) else {
      return nil
    }
    self.reader = reader
    self.sectionOrder = sectionOrder
    keyFields = key.map { .field(FieldPath(field: $0.name)) }
  }

  /// What is shown once the rows of these keys are read again, and what changed.
  ///
  /// - Parameter view: what is shown now, `numbered`.
  func view(
    of keys: Set<[Value]>, after view: ResultView, _ numbers: inout IdentityNumbers, wantsChanges: Bool
  ) throws -> (view: ResultView, changes: Changes)? {
    guard var rows = view.rows as? BoundRows, let before = rows.since, !numbers.hasUnnamed else { return nil }
    var written = Set(keys.compactMap { numbers.known($0).flatMap(before.number(of:)) })
    let arrivals = try read(keys, &rows, view.names, &numbers)
    written.formUnion(arrivals.map(\.number))
    try place(arrivals, written, &rows)
    try showSections(of: &rows, in: view)
    guard let shown = rows.since?.shown else { return nil }
    let next = ResultView(order: shown, rows: rows, names: view.names)
    return (next, wantsChanges ? changes(of: written, from: view, to: next) : Changes())
  }

  // MARK: Reading

  /// A row that is there, and the section that it belongs to.
  private struct Arrival {
    let number: Int
    let section: Int
  }

  private func read(
    _ keys: Set<[Value]>, _ rows: inout BoundRows, _ names: SectionNames, _ numbers: inout IdentityNumbers
  ) throws -> [Arrival] {
    if keys.isEmpty { return [] }
    let some = reader.fetching.narrowed(to: KeySet.values(Array(keys)).condition(on: keyFields))
    let (buffer, list) = try reader.fetch(some)
    let sections = try reader.sections(of: buffer, names)
    let identities = numbers.numbers(ofSome: buffer, rows.layout.keys)
    return (0..<buffer.count).compactMap { row in
      let place = BoundRows.Place(buffer: buffer, list: list, row: row)
      let number = rows.since?.read(.init(place: place, identity: identities[row]))
      return number.map { Arrival(number: $0, section: sections[row]) }
    }
  }

  // MARK: Placing

  /// Puts rows where they belong; those that were written and are not among them are gone.
  private func place(_ arrivals: [Arrival], _ written: Set<Int>, _ rows: inout BoundRows) throws {
    if written.count == 1, let arrival = arrivals.first, try stays(arrival, rows) { return }
    for number in written { rows.since?.order.remove(number) }
    for arrival in arrivals {
      let key = key(of: arrival.number, rows)
      guard let order = rows.since?.order else { continue }
      let index = try order.index(in: arrival.section, asking: Self.width) { others in
        try sorted(others.map { self.key(of: $0, rows) } + [key]).firstIndex(of: key) ?? 0
      }
      rows.since?.order.insert(.init(arrival.number), into: arrival.section, at: index)
    }
  }

  /// Whether a row is in its section and between its neighbors.
  private func stays(_ arrival: Arrival, _ rows: BoundRows) throws -> Bool {
    guard let order = rows.since?.order, order.section(of: arrival.number) == arrival.section else { return false }
    let neighbors = order.neighbors(of: arrival.number)
    let keys = [neighbors.before, arrival.number, neighbors.after].compactMap(\.self).map { key(of: $0, rows) }
    return try keys.count == 1 || sorted(keys) == keys
  }

  private func key(of number: Int, _ rows: BoundRows) -> [Value] {
    let place = rows.place(ofNumber: number)
    return rows.layout.keys.map { place.buffer.value(place.row, $0) }
  }

  /// The keys of rows in the order of the request.
  private func sorted(_ keys: [[Value]]) throws -> [[Value]] {
    let sql = try reader.fetching.keysSQL(of: KeySet.values(keys).condition(on: keyFields))
    let found = try store.rows(sql)
    guard found.count == keys.count else { throw Overtaken() }
    return (0..<found.count).map { row in keyFields.indices.map { found.value(row, $0) } }
  }

  private func showSections(of rows: inout BoundRows, in view: ResultView) throws {
    guard var order = rows.since?.order else { return }
    let sections = order.visibleSections
    if sections.count != order.shown.count || sections.contains(where: { order.place(ofSection: $0) == nil }) {
      let sorted = try sectionOrder.sorted(sections, in: view, session)
      for section in sorted { try view.title(section, session) }
      order.show(sorted)
      rows.since?.order = order
    }
    rows.since?.shown = SectionedOrder(order)
  }

  // MARK: Comparing

  private func changes(of written: Set<Int>, from view: ResultView, to next: ResultView) -> Changes {
    guard let old = view.rows as? BoundRows, let new = next.rows as? BoundRows else { return Changes() }
    func isChanged(_ number: Int) -> Bool {
      !new.place(ofNumber: number).isSame(as: old.place(ofNumber: number), in: new.layout.compared)
    }
    if written.isEmpty { return Changes() }
    if written.count == 1, let number = written.first {
      let isThere = old.since?.order.entry(of: number) != nil && new.since?.order.entry(of: number) != nil
      return Changes(from: view.order, to: next.order, ofWritten: number, isChanged: isThere && isChanged(number))
    }
    let order = next.order.flat
    return Changes(from: view.order.flat, to: order) { _, index in
      written.contains(order.rows[index]) && isChanged(order.rows[index])
    }
  }
}

extension Field {
  /// Whether a statement that asks for a stored value by that value finds it, and no other.
  fileprivate var isAskedForAsStored: Bool {
    ["integer", "text", "uuid"].contains(type.name) && nature.collation == .binary && encoder == nil && decoder == nil
  }
}
