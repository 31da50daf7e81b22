import LuaRows
import LuaRuntime
import Model
import ResultSets
import Schema
import Store

/// The fetched rows of a request, arranged: they stay where they were fetched to, their objects are made when asked for.
struct BoundRows: ShownRows {
  /// How a list reads its rows; the same for all that one result set fetches, as long as its entity stays.
  struct Layout: Equatable {
    /// The columns of the objects' fields by their slots; nil for those that were not selected.
    let fields: [Int?]
    /// The columns of the key.
    let keys: [Int]
    /// The columns that say whether a row changed: rows of several kinds have more than the fields of all.
    let compared: [Int]
    /// The names of the fields, by their slots.
    let names: [String]
    /// What was computed, behind the fields.
    let computed: [Field]
    /// That of the rows, of which each may be of a kind with one of its own; nil where they are all of one.
    let kinds: LuaRowShape?
  }

  let buffer: RowBuffer
  /// The list of Lua over these rows: it gives the same object for the same row each time.
  var list: LuaValue
  let grouping: Grouping
  let layout: Layout
  let entity: Entity
  /// Which of them were read again since; nil where none was.
  var since: RowsReadAgain?

  /// Where a row is.
  struct Place {
    let buffer: RowBuffer
    var list: LuaValue
    let row: Int
  }

  func place(_ index: Int) -> Place {
    guard let since else { return Place(buffer: buffer, list: list, row: grouping.origin(ofIndex: index)) }
    return place(ofNumber: since.number(atIndex: index))
  }

  /// Where a row is of those that `since` numbers.
  func place(ofNumber number: Int) -> Place {
    since?.rows[number]?.place ?? Place(buffer: buffer, list: list, row: grouping.origin(ofIndex: number))
  }

  func inOrder(_ order: SectionedOrder) -> any ShownRows {
    var result = self
    result.since?.shown = order
    return result
  }

  func kept(_ session: SessionContext) -> any ShownRows {
    var known: [ObjectIdentifier: LuaValue] = [:]
    func kept(_ list: LuaValue) -> LuaValue {
      guard let userdata = list.userdata, session.lua.hasRoom(8) else { return list }
      if let known = known[ObjectIdentifier(userdata)] { return known }
      let own = session.lua.borrowing(list) { $0.rowList == nil ? list : $0.ownList(areListed: false).value }
      known[ObjectIdentifier(userdata)] = own
      return own
    }
    var result = self
    result.list = kept(list)
    result.since?.keep { kept($0) }
    return result
  }

  func borrowed(_ index: Int, on stack: LuaStack) throws -> BorrowedValue {
    let place = place(index)
    let row = BorrowedValue(place.list, on: stack)
    do {
      try row.become(read: place.row + 1)
    } catch {
      row.drop()
      throw error
    }
    return row
  }

  func key(_ index: Int) -> Scalar {
    let place = place(index)
    return Scalar(key: layout.keys.map { place.buffer.value(place.row, $0) }) ?? .null
  }

  var owner: String? { entity.keyOwner }
  func identity(_ index: Int) -> Scalar { key(index).marked(by: entity.keyOwner) }

  func mark(_ index: Int) -> ContentMark {
    let place = place(index)
    var result: [UInt8] = []
    for column in kind(of: place)?.columns ?? layout.fields {
      RowContent.append(column.map { place.buffer[place.row, $0] }, to: &result)
    }
    return ContentMark(of: result)
  }

  /// Of which of several kinds a row is, and the columns of its fields; nil where all rows are of one.
  private func kind(of place: Place) -> (entity: Entity, columns: [Int?])? {
    guard let kinds = layout.kinds,
      let shape = kinds.shape(of: UnsafeMutableRawPointer(place.buffer.header), row: place.row),
      let kind = shape.context(as: ObjectContext.self)?.presentEntity
    else { return nil }
    return (kind, kind.fields.indices.map { shape.column(of: $0) } + layout.fields.dropFirst(entity.fields.count))
  }

  func stored(_ index: Int) -> StoredRow? {
    let place = place(index)
    let kind = kind(of: place)
    return StoredRow(
      entity: kind?.entity ?? entity,
      values: (kind?.columns ?? layout.fields).map { column in column.map { place.buffer.value(place.row, $0) } },
      computed: layout.computed)
  }

  /// What tells whether a row holds something else than a row of other rows: how is found out once for all rows.
  func changed(from other: BoundRows) -> (_ old: Int, _ new: Int) -> Bool {
    guard layout == other.layout else { return changedFields(from: other) }
    guard since == nil, other.since == nil else {
      return { old, new in !place(new).isSame(as: other.place(old), in: layout.compared) }
    }
    return { old, new in
      let (row, otherRow) = (grouping.origin(ofIndex: new), other.grouping.origin(ofIndex: old))
      return !buffer.isSame(row, as: otherRow, of: other.buffer, in: layout.compared)
    }
  }

  /// The same where the entity was declared anew: a field that came or went says something only where it has a value.
  private func changedFields(from other: BoundRows) -> (_ old: Int, _ new: Int) -> Bool {
    let (own, others) = (layout.columns, other.layout.columns)
    let pairs = Set(own.keys).union(others.keys).map { (own: own[$0], other: others[$0]) }
    return { old, new in
      let (place, otherPlace) = (place(new), other.place(old))
      return !pairs.allSatisfy { pair in
        let cell = pair.own.map { place.buffer[place.row, $0] } ?? .null
        return cell.isSame(as: pair.other.map { otherPlace.buffer[otherPlace.row, $0] } ?? .null)
      }
    }
  }

  /// The keys of the rows in their order, where each is a single integer; nil where one is not.
  var integerKeys: [Int]? {
    guard layout.keys.count == 1 else { return nil }
    let count = since?.shown.rowCount ?? buffer.count
    var result: [Int] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      let place = place(index)
      let cell = place.buffer[place.row, layout.keys[0]]
      guard cell.kind == .integer else { return nil }
      result.append(Int(cell.integer))
    }
    return result
  }
}

extension BoundRows.Place {
  /// Whether some columns of a row hold what they do at another place.
  func isSame(as other: Self, in columns: [Int]) -> Bool {
    buffer.isSame(row, as: other.row, of: other.buffer, in: columns)
  }
}

extension BoundRows.Layout {
  /// The columns of the fields that were selected, by name.
  fileprivate var columns: [String: Int] {
    zip(names, fields).reduce(into: [:]) { all, field in all[field.0] = field.1 }
  }
}
