import Schema

extension TableDescription {
  /// The table as one of links, where it has nothing but two keys, and places in an order.
  package var links: LinkTable? {
    guard !isView, foreignKeys.count == 2 else { return nil }
    let keys = foreignKeys.sorted { place(of: $0) < place(of: $1) }
    let columns = Set(keys.flatMap(\.columns).map { FoldedName($0) })
    guard self.columns.allSatisfy({ columns.contains(FoldedName($0.name)) || $0.name.hasSuffix("_position") }) else {
      return nil
    }
    let ends = keys.map { key in
      LinkTable.End(table: key.table, relation: key.columns.lazy.compactMap { self.column($0)?.linkedBy }.first)
    }
    return LinkTable(name: name, first: ends[0], second: ends[1])
  }

  private func place(of key: ForeignKey) -> Int {
    columns.firstIndex { column in key.columns.contains { FoldedName($0) == FoldedName(column.name) } } ?? columns.count
  }
}
