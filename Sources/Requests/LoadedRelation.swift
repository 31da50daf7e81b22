import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// What was loaded along with some rows, by the relation's name.
final class LoadedRelations {
  private var relations: [(name: String, rows: LoadedRelation)] = []

  /// There are few, and they are asked for once per object.
  subscript(name: String) -> LoadedRelation? { relations.first { $0.name == name }?.rows }

  func add(_ name: String, _ rows: LoadedRelation) { relations.append((name, rows)) }
}

/// The rows that a relation of many objects leads to, by their key: objects of them are made when they are touched.
package final class LoadedRelation {
  /// What its objects are of.
  private let target: ObjectContext
  private let store: Database
  /// The tables that it was read from, and how old they were.
  private let tables: [(name: String, version: Int)]
  private var lists: [LuaValue] = []
  private var found = Found.sparse([:])
  /// How keys see what refers to them; empty where they are found as they are stored.
  private let readings: [ReferenceReading]

  /// The rows of every key that was asked for.
  private enum Found {
    /// Of all whole numbers from a first one on, in one list: they are found without a search.
    case dense(first: Int64, [Span])
    case sparse([RowKey: Rows])
  }

  /// Rows of a list that follow each other, the first of them counted from 1.
  private struct Span {
    var first: UInt32
    var count: UInt32
  }

  /// The rows of one key; places count from 1.
  private enum Rows {
    /// Rows that follow each other, as they mostly do: they are read in the order of their keys.
    case span(list: Int, first: Int, count: Int)
    case scattered([Place])

    var count: Int {
      switch self {
      case .scattered(let places): places.count
      case .span(_, _, let count): count
      }
    }

    var first: Place? {
      switch self {
      case .scattered(let places): places.first
      case .span(let list, let first, let count): count > 0 ? Place(list: list, row: first) : nil
      }
    }

    var places: [Place] {
      switch self {
      case .scattered(let places): places
      case .span(let list, let first, let count): (first..<first + count).map { Place(list: list, row: $0) }
      }
    }
  }

  /// A row of one of the lists.
  struct Place {
    var list: Int
    var row: Int
  }

  init(_ target: ObjectContext, store: Database, tables: [String], readings: [ReferenceReading] = []) {
    self.target = target
    self.readings = readings
    self.store = store
    self.tables = tables.map { ($0, store.version(of: $0)) }
  }

  /// Whether nothing was written to the tables since.
  package var isCurrent: Bool { tables.allSatisfy { store.version(of: $0.name) == $0.version } }

  // MARK: Adding

  /// Adds the rows that some keys have, which are found by these columns.
  ///
  /// Rows of one key that are equal in the columns of `identity`, if there are any, count once.
  func add(_ list: LuaValue, _ rows: RowBuffer, _ keys: KeySet, keyColumns: [Int], identity: [Int] = []) {
    defer { lists.append(list) }
    switch keys {
    case .range(let range):
      if lists.isEmpty, identity.isEmpty, let spans = spans(rows, range, keyColumns[0]) {
        found = .dense(first: range.lowerBound, spans)
      } else {
        addSparsely(rows, range.map { .integer($0) }, keyColumns, identity)
      }
    case .values(let values): addSparsely(rows, values.map { RowKey($0) }, keyColumns, identity)
    }
  }

  /// The rows of each number in a range; nil where those of one do not follow each other.
  private func spans(_ rows: RowBuffer, _ range: ClosedRange<Int64>, _ column: Int) -> [Span]? {
    guard rows.count < UInt32.max else { return nil }
    var spans = [Span](repeating: Span(first: 0, count: 0), count: Int(range.upperBound - range.lowerBound) + 1)
    var last: Int64?
    for row in 0..<rows.count {
      guard let number = RowKey.integer(rows[row][column]), range.contains(number) else { continue }
      let place = Int(number - range.lowerBound)
      if number == last {
        spans[place].count += 1
      } else if spans[place].count == 0 {
        spans[place] = Span(first: UInt32(row + 1), count: 1)
      } else {
        return nil
      }
      last = number
    }
    return spans
  }

  private func addSparsely(_ rows: RowBuffer, _ keys: [RowKey], _ keyColumns: [Int], _ identity: [Int]) {
    guard case .sparse(var found) = found else { return }
    self.found = .sparse([:])
    found.reserveCapacity(found.count + keys.count)
    var seen: Set<[Value]> = []
    var start = 0
    while start < rows.count {
      let key = key(ofRow: start, rows, keyColumns)
      var end = start + 1
      if identity.isEmpty {
        while end < rows.count, self.key(ofRow: end, rows, keyColumns) == key { end += 1 }
      } else if !seen.insert((keyColumns + identity).map { rows.value(start, $0) }).inserted {
        start = end
        continue
      }
      let span = Rows.span(list: lists.count, first: start + 1, count: end - start)
      if let known = found.updateValue(span, forKey: key) { found[key] = .scattered(known.places + span.places) }
      start = end
    }
    for key in keys.lazy.map(read) where found[key] == nil { found[key] = .scattered([]) }
    self.found = .sparse(found)
  }

  /// A key, or what refers to it, in the form in which the two are the same.
  private func read(_ key: RowKey) -> RowKey {
    if readings.isEmpty { return key }
    return RowKey(zip(readings, key.values).map { $0.key($1) })
  }

  /// The key of a row; 1.0 is no 1 to a key of texts.
  private func key(ofRow row: Int, _ rows: RowBuffer, _ columns: [Int]) -> RowKey {
    if readings.isEmpty { return RowKey(rows, row, columns) }
    return RowKey(zip(readings, columns).map { $0.key(rows.value(row, $1)) })
  }

  // MARK: Asking

  /// The rows of a key; nil for one that was not asked for.
  private func rows(of key: RowKey) -> Rows? {
    switch found {
    case .sparse(let found): return found[read(key)]
    case .dense(let first, let spans):
      guard case .integer(let number) = key, number >= first, number - first < spans.count else { return nil }
      let span = spans[Int(number - first)]
      return .span(list: 0, first: Int(span.first), count: Int(span.count))
    }
  }

  /// Whether it knows the rows of a key: an object may have been given another since.
  func knows(_ key: RowKey) -> Bool { rows(of: key) != nil }

  func count(of key: RowKey) -> Int { rows(of: key)?.count ?? 0 }

  /// A list of the objects with a key, above; nil, and nothing, for a key that was not asked for.
  package func list(of key: RowKey, on stack: LuaStack) throws -> BorrowedValue? {
    guard knows(key), let shape = try target.current.wholeShape() else { return nil }
    return try list(of: key, shape, on: stack)
  }

  /// A list of the objects with a key, above.
  func list(of key: RowKey, _ shape: LuaRowShape, on stack: LuaStack) throws -> BorrowedValue {
    guard let rows = rows(of: key), rows.count > 0 else { return shape.newList(on: stack) }
    switch rows {
    case .span(let place, let first, let count):
      let list = BorrowedValue(lists[place], on: stack)
      list.become(spanFrom: first - 1, count: count)
      return list
    case .scattered(let places):
      let list = shape.newList(on: stack)
      for (index, place) in places.enumerated() { list.takeObject(try object(at: place, on: stack), at: index) }
      return list
    }
  }

  /// The object at a place, above: the same one each time.
  ///
  /// - Throws: what the script's `after_load` raises, and where the kind of the row is unknown.
  private func object(at place: Place, on stack: LuaStack) throws -> BorrowedValue {
    let list = BorrowedValue(lists[place.list], on: stack)
    if list.plainElement(place.row - 1) != nil { list.takeTop() } else { try list.become(read: place.row) }
    return list
  }

  /// The first object with a key, above; nil, and nothing, when there is none.
  package func first(_ key: RowKey, on stack: LuaStack) throws -> BorrowedValue? {
    try rows(of: key)?.first.map { try object(at: $0, on: stack) }
  }
}

/// The loaded rows of one object's relation: they answer for its request until something changes.
package struct LoadedChildren {
  fileprivate let relation: LoadedRelation
  fileprivate let key: RowKey

  var count: Int { relation.count(of: key) }

  /// A list of the objects, above.
  func list(_ shape: LuaRowShape, on stack: LuaStack) throws -> BorrowedValue {
    try relation.list(of: key, shape, on: stack)
  }
}

/// Where the rows of one object's relation are, if they were loaded along or will be with those of other objects.
package struct ChildrenSource {
  fileprivate enum Rows {
    case loaded(LoadedRelation)
    /// Loaded when they are first wanted: the request may be narrowed before, and then they are not.
    case followed(FollowedRelations, String)
  }

  fileprivate let rows: Rows
  private let key: RowKey

  /// Nil where nothing was loaded for the object, nor will be.
  package init?(_ name: String, of object: LuaRowObject, key: [Value], _ session: SessionContext) {
    guard let rows = Requester(session).companionRows(named: name, of: object) else { return nil }
    (self.rows, self.key) = (rows, RowKey(key))
  }

  /// The rows as long as they are those of the database.
  var current: LoadedChildren? {
    get throws {
      guard let relation = try rows.relation, relation.isCurrent, relation.knows(key) else { return nil }
      return LoadedChildren(relation: relation, key: key)
    }
  }
}

extension ChildrenSource.Rows {
  fileprivate var relation: LoadedRelation? {
    get throws {
      switch self {
      case .loaded(let relation): relation
      case .followed(let relations, let name): try relations.relation(name)
      }
    }
  }
}

extension Requester {
  /// What was loaded along for a relation of an object.
  package func loadedRelation(_ relation: Relation, of object: LuaRowObject) throws -> LoadedRelation? {
    try loadedRelation(named: relation.name, of: object)
  }

  /// Whether a request loaded what a relation of an object leads to, as it was told to.
  package func isLoadedAlong(_ relation: Relation, of object: LuaRowObject) -> Bool {
    if case .loaded? = companionRows(named: relation.name, of: object) { true } else { false }
  }

  package func loadedRelation(named name: String, of object: LuaRowObject) throws -> LoadedRelation? {
    try companionRows(named: name, of: object)?.relation
  }

  fileprivate func companionRows(named name: String, of object: LuaRowObject) -> ChildrenSource.Rows? {
    if object.state == .lent {
      return session.state(AskedRows.self).relations(of: object).map { .followed($0, name) }
    }
    guard object.state == .saved, let companion = object.anchor(as: RowBuffer.self)?.companion else { return nil }
    if type(of: companion) == LoadedRelations.self {
      return unsafeDowncast(companion, to: LoadedRelations.self)[name].map { .loaded($0) }
    }
    guard type(of: companion) == FollowedRelations.self else { return nil }
    return .followed(unsafeDowncast(companion, to: FollowedRelations.self), name)
  }

  /// The one object that was loaded along, above, or a nil; no value where nothing was loaded or something changed since.
  package func loaded(
    _ end: ResolvedRelation, of object: LuaRowObject, _ context: ObjectContext, on stack: LuaStack
  ) throws -> BorrowedValue? {
    guard let loaded = try loadedRelation(end.relation, of: object), loaded.isCurrent else { return nil }
    let tied = try context.tied()
    let rows = ObjectRows(session: session, stack: stack)
    let key = RowKey(try end.tie(in: tied).ownSlots.map { try rows.value($0, of: object, tied.entity) })
    guard loaded.knows(key) else { return nil }
    return try loaded.first(key, on: stack) ?? BorrowedValue(.nil, on: stack)
  }
}
