import LuaRuntime
import Query
import Schema
import Store

/// What was loaded along with some rows, by the relation's name.
final class LoadedRelations {
  private var relations: [String: LoadedRelation] = [:]

  subscript(name: String) -> LoadedRelation? {
    get { relations[name] }
    set { relations[name] = newValue }
  }
}

/// The rows that a relation of many objects leads to, by their key: objects of them are made when they are touched.
final class LoadedRelation {
  private let store: Database
  /// The tables that it was read from, and how old they were.
  private let tables: [(name: String, version: Int)]
  private var lists: [LuaValue] = []
  private var asked: Set<Key> = []
  private var places: [Key: [Place]] = [:]

  /// What rows are found by: mostly one integer, which needs no memory of its own.
  private enum Key: Hashable {
    case integer(Int64)
    case values([Value])

    init(_ values: [Value]) {
      if values.count == 1, case .integer(let number) = values[0] {
        self = .integer(number)
      } else {
        self = .values(values)
      }
    }

    init(_ rows: RowBuffer, _ row: Int, _ columns: [Int]) {
      let first = rows[row, columns[0]]
      if columns.count == 1, first.kind == .integer {
        self = .integer(first.integer)
      } else {
        self = .values(columns.map { rows.value(row, $0) })
      }
    }
  }

  /// A row of one of the lists, from 1.
  struct Place {
    var list: Int
    var row: Int
  }

  init(store: Database, tables: [String]) {
    self.store = store
    self.tables = tables.map { ($0, store.version(of: $0)) }
  }

  /// Whether nothing was written to the tables since.
  var isCurrent: Bool { tables.allSatisfy { store.version(of: $0.name) == $0.version } }

  /// Whether it knows the rows of a key: an object may have been given another since.
  func knows(_ key: [Value]) -> Bool { asked.contains(Key(key)) }

  /// Adds the rows that some keys have, which are found by these columns.
  ///
  /// Rows of one key that are equal in the columns of `identity`, if there are any, count once.
  func add(_ list: LuaValue, _ rows: RowBuffer, keys: [[Value]], keyColumns: [Int], identity: [Int] = []) {
    for key in keys { asked.insert(Key(key)) }
    var seen: Set<[Value]> = []
    for row in 0..<rows.count {
      if !identity.isEmpty, !seen.insert((keyColumns + identity).map { rows.value(row, $0) }).inserted { continue }
      places[Key(rows, row, keyColumns), default: []].append(Place(list: lists.count, row: row + 1))
    }
    lists.append(list)
  }

  func places(of key: [Value]) -> [Place] { places[Key(key)] ?? [] }

  /// Pushes the object at a place: the same one each time.
  ///
  /// - Throws: what the script's `after_load` raises, and where nobody knows of what kind the row is.
  func push(_ place: Place, on stack: LuaStack) throws {
    stack.push(lists[place.list])
    try stack.get(-1, place.row)
    stack.remove(-2)
  }

  /// Pushes the first object with a key; false, and nothing, when there is none.
  func pushFirst(_ key: [Value], on stack: LuaStack) throws -> Bool {
    guard let place = places(of: key).first else { return false }
    try push(place, on: stack)
    return true
  }
}

/// The loaded rows of one object's relation: they answer for its request until something changes.
struct LoadedChildren {
  private let relation: LoadedRelation
  private let key: [Value]

  init(_ relation: LoadedRelation, key: [Value]) {
    self.relation = relation
    self.key = key
  }

  /// These rows as long as they are those of the database.
  var current: LoadedChildren? { relation.isCurrent && relation.knows(key) ? self : nil }

  var count: Int { relation.places(of: key).count }

  /// Pushes a list of the objects.
  func pushList(on stack: LuaStack, _ shape: LuaRowShape) throws {
    stack.pushRowList(shape, anchor: nil, rows: nil, count: 0)
    for (index, place) in relation.places(of: key).enumerated() {
      try relation.push(place, on: stack)
      stack.setRow(ofList: -2, at: index + 1)
    }
  }
}

extension Session {
  /// What was loaded along for a relation of an object.
  func loadedRelation(_ relation: Relation, of object: LuaRowObject, _ stack: LuaStack) -> LoadedRelation? {
    guard object.state == .saved, let rows = object.anchor(on: stack, as: RowBuffer.self) else { return nil }
    return (rows.companion as? LoadedRelations)?[relation.name]
  }

  /// Pushes the one object that was loaded along, or nil; false where nothing was loaded or something changed since.
  func pushLoaded(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ stack: LuaStack
  ) throws -> Bool {
    guard let loaded = loadedRelation(relation, of: object, stack), loaded.isCurrent else { return false }
    let tied = try context.tied()
    let rows = ObjectRows(session: self, stack: stack)
    let key = try tied.tie(relation.name).ownSlots.map { try rows.value($0, of: object, tied.entity) }
    guard loaded.knows(key) else { return false }
    if try !loaded.pushFirst(key, on: stack) { stack.pushNil() }
    return true
  }
}
