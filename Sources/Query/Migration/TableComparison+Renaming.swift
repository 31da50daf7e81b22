import Schema

/// The columns that have another name now, and their values under the former one.
extension TableComparison {
  mutating func renameColumns(_ plan: inout SchemaPlan) {
    let circles = columnsInCircles
    if !circles.isEmpty {
      plan.problems.append(
        "\(circles.map { wanted.word(for: $0) }.joined(separator: ", ")) are renamed from each other, and no later"
          + " migration could tell that it was done: move the values in a migration(\"name\", function(db) … end)")
    }
    // Each may make room for one more: `b` was `a`, and `c` was `b`.
    while let (column, old) = nextRename(except: circles) {
      existing.rename(old, to: column)
      renames.append((old, column))
      plan.early.append(.renameColumn(table: table, old, to: column))
      lines.append(.init(sign: ">", name: column, words: "was \(old)"))
    }
  }

  /// A declared column that is not there, and the one that has its values under a former name.
  func nextRename(except circles: [String]) -> (column: String, old: String)? {
    for column in wanted.description.columns where existing.column(column.name) == nil {
      if circles.contains(column.name) { continue }
      let present = (wanted.formerColumns[column.name] ?? []).compactMap { existing.column($0)?.name }
      // The name may be that of another column by now, which was not there before.
      let unclaimed = present.first { wanted.description.column($0) == nil }
      if let old = unclaimed ?? (present.count == 1 ? present[0] : nil) { return (column.name, old) }
    }
    return nil
  }

  /// The columns whose former names lead back to themselves.
  var columnsInCircles: [String] {
    func former(_ column: String) -> String? {
      (wanted.formerColumns[column] ?? []).lazy.compactMap { wanted.description.column($0)?.name }.first {
        $0 != column
      }
    }
    return wanted.description.columns.map(\.name).filter { column in
      var seen: Set<String> = []
      var next = former(column)
      while let name = next, name != column, seen.insert(name).inserted { next = former(name) }
      return next == column
    }
  }
}
