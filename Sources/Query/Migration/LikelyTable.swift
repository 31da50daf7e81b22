import Schema

/// A table without an entity that has just the columns of one that is to be made: it may be that under a former name.
package struct LikelyTable: Hashable, Sendable {
  package var name: String
  var wanted: String
  var entity: String

  /// What a plan says of it.
  func remark(rowCount: Int) -> String {
    "\(name) (\(SchemaComparison.rows(rowCount, ""))) has the columns of \(wanted) and no entity: renamed_from ="
      + " \"\(name)\" in \(entity) takes its rows along"
  }
}

extension SchemaComparison {
  /// The tables that Moonshell made, that no entity has, and that are like one that is not there yet.
  package func likelyTablesFound() -> [LikelyTable] {
    let missing = wanted.filter { table in
      !isPresent(table.description.name) && !table.formerTables.contains(where: isPresent)
        && table.description.links == nil
    }
    return missing.flatMap { table in
      existing.filter { $0.isOwn && !$0.isView && !isUsed($0.name) && $0.columnNames == table.description.columnNames }
        .map { LikelyTable(name: $0.name, wanted: table.description.name, entity: table.entity) }
    }
  }

  var tableRemarks: [String] {
    likelyTables.compactMap { table in
      guard !destructive.contains(table.name), let count = rowCounts[table.name], count > 0 else { return nil }
      return table.remark(rowCount: count)
    }
  }
}

extension TableDescription {
  fileprivate var columnNames: Set<FoldedName> { Set(columns.map { FoldedName($0.name) }) }
}
