import LuaRows
import LuaRuntime

/// How rows come that a script gives.
extension MemoryEdit {
  /// Adds rows, or updates those of their identities; the identity of each.
  @discardableResult
  mutating func put(_ given: GivenRows) throws -> [Int] {
    switch given {
    case .values(let rows):
      try reserve(rows.count)
      return try put(rows)
    case .table(let table):
      // The copies are made in one go.
      try reserve(table.rawLength, bytesOfEach: MemoryList.bytesOfRow + MemoryList.bytesOfCopy)
      return try put(copiesOf: table) ?? put(table.elements)
    case .list(let list):
      try reserve(given.count(session))
      if let rows = LoadedRows(list, session, isListed: true), let identity = LoadedIdentity(rules.unique, rows),
        owns(rows)
      {
        return try put(rows, identity, list)
      }
      return try put(RowSource(session: session).elements(of: list))
    }
  }

  /// Whether rows are known by their keys alone: the first objects that come are.
  private mutating func owns(_ rows: LoadedRows) -> Bool {
    guard rules.unique == nil, rows.count > 0 else { return true }
    if list.owner == nil { list.owner = rows.entity.keyOwner }
    return list.owner == rows.entity.keyOwner
  }

  private mutating func put(_ rows: [LuaValue]) throws -> [Int] {
    try put(rows.count) { (edit, place) in try edit.put(rows[place]) }
  }

  /// Takes over copies of plain tables, all at once; nil where they must be looked at one by one.
  private mutating func put(copiesOf table: LuaTable) throws -> [Int]? {
    guard table.rawLength > Self.fewRows, let rows = TableRows(table, copied: true, session),
      let keys = rows.keys(rules.unique)
    else { return nil }
    return try put(keys.count) { (edit, place) in
      let key = keys[place]
      let contents = RowContents.listed(rows, place: place)
      let isMerged = edit.rules.merge != nil
      return try edit.add(contents, key: key) ?? edit.replaceKnown(key, by: contents, isMerged: isMerged)
        ?? edit.put(rows[place])
    }
  }

  /// Takes over the rows of a list as they are; those that are known or changed are put one by one.
  private mutating func put(_ rows: LoadedRows, _ identity: LoadedIdentity, _ given: LuaUserdata) throws -> [Int] {
    let list = BorrowedValue(given, on: stack)
    defer { list.drop() }
    guard list.hasRoom(8), let reader = ListReader(list) else { return [] }
    let isMerged = rules.merge != nil || rows.context.model.hooks.merge != nil
    // What the script has changed is not as it was loaded.
    let keys = identity.keys(rows, reader)
    return try put(keys.count) { (edit, place) in
      if let key = keys[place] {
        let contents = RowContents.loaded(rows, place: place)
        if let identity = edit.add(contents, key: key) ?? edit.replaceKnown(key, by: contents, isMerged: isMerged) {
          return identity
        }
      }
      return try edit.put(list.scoped { list.plainElement(place)?.value ?? .nil })
    }
  }

  /// Gives a row that is known other contents; nil where a function of the script makes them of both.
  private mutating func replaceKnown(_ key: Scalar, by contents: RowContents, isMerged: Bool) -> Int? {
    guard !isMerged, let identity = numbers[key], let old = list.rows[identity] else { return nil }
    replace(old, identity, by: contents)
    return identity
  }

  /// Puts so many rows, one after another: what they take beside themselves is counted as it grows.
  private mutating func put(_ count: Int, _ row: (inout MemoryEdit, Int) throws -> Int) throws -> [Int] {
    var identities: [Int] = []
    identities.reserveCapacity(count)
    for place in 0..<count {
      if place % 1024 == 1023 { try session.lua.checkMemory() }
      identities.append(try row(&self, place))
    }
    return identities
  }
}
