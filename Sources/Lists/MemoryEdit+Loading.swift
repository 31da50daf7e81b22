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
      var identities: [Int] = []
      for (place, row) in rows.enumerated() {
        try checkMemory(place)
        identities.append(try put(row))
      }
      return identities
    case .table(let table):
      if let rows = try put(table) { return rows }
      return try put(.values(table.elements))
    case .list(let list):
      if let rows = LoadedRows(list, session), let identity = LoadedIdentity(rules.unique, rows) {
        return try put(rows, identity, list)
      }
      return try put(.values(RowSource(session: session).elements(of: list)))
    }
  }

  /// Takes over copies of plain tables, all at once; nil where they must be looked at one by one.
  private mutating func put(_ table: LuaTable) throws -> [Int]? {
    guard table.rawLength > Self.fewRows else { return nil }
    // The copies are made in one go.
    try session.lua.checkRoom(for: table.rawLength * (MemoryList.bytesOfRow + 100))
    guard let rows = TableRows(table, copied: true, session),
      let keys = rows.keys(rules.unique)
    else { return nil }
    try reserve(keys.count)
    return try keys.enumerated().map { place, key in
      try checkMemory(place)
      if let identity = add(.listed(rows, place: place), key: key) { return identity }
      guard rules.merge == nil, let identity = numbers[key], let old = list.rows[identity] else {
        return try put(rows.tables[place])
      }
      replace(old, identity, by: .listed(rows, place: place))
      return identity
    }
  }

  /// Takes over the rows of a list as they are; those that are known or changed are put one by one.
  private mutating func put(_ rows: LoadedRows, _ identity: LoadedIdentity, _ given: LuaUserdata) throws -> [Int] {
    try reserve(rows.count)
    let keys = rows.withReader { (reader) throws(Never) in identity.keys(rows, reader) } ?? []
    var identities: [Int] = []
    identities.reserveCapacity(keys.count)
    for (place, key) in keys.enumerated() {
      try checkMemory(place)
      if let key, let identity = add(.loaded(rows, place: place), key: key) {
        identities.append(identity)
      } else {
        identities.append(try put(rows.object(place)))
      }
    }
    return identities
  }

  /// What a list takes beside its rows is counted as it grows.
  private func checkMemory(_ place: Int) throws {
    if place % 1024 == 1023 { try session.lua.checkMemory() }
  }
}
