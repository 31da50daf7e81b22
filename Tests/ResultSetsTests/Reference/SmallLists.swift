/// Every pair of small lists, up to the names of rows and sections.
enum SmallLists {
  /// The names of rows and sections that only the second list has.
  static let fresh = 101

  /// Every list of up to `rowLimit` rows in up to `sectionLimit` sections, both named 1, 2, … in their order.
  static func all(rowLimit: Int, sectionLimit: Int) -> [Model] {
    var lists: [Model] = []
    extend(Model(), rows: [], sections: [], (rowLimit, sectionLimit)) { lists.append($0) }
    return lists.map(renamed)
  }

  /// Every list that can follow `old`: with its rows and sections in any order, without any of them, and with others.
  static func successors(
    of old: Model, rowLimit: Int, sectionLimit: Int, _ visit: (Model) throws -> Void
  ) rethrows {
    let limits = (rowLimit, sectionLimit)
    try extend(Model(), rows: old.rows, sections: old.sections.map(\.identity), limits, visit)
  }

  private static func extend(
    _ list: Model, rows: [Int], sections: [Int], _ limits: (rows: Int, sections: Int),
    _ visit: (Model) throws -> Void
  ) rethrows {
    try visit(list)
    let present = list.rows
    if present.count == limits.rows { return }
    for row in choices(rows, present) {
      if !list.sections.isEmpty {
        var next = list
        next.sections[next.sections.count - 1].rows.append(row)
        try extend(next, rows: rows, sections: sections, limits, visit)
      }
      if list.sections.count == limits.sections { continue }
      for section in choices(sections, list.sections.map(\.identity)) {
        var next = list
        next.sections.append(.init(identity: section, rows: [row]))
        try extend(next, rows: rows, sections: sections, limits, visit)
      }
    }
  }

  /// The old names that are left, and the next fresh one.
  private static func choices(_ old: [Int], _ used: [Int]) -> [Int] {
    old.filter { !used.contains($0) } + [fresh + used.count { $0 >= fresh }]
  }

  private static func renamed(_ list: Model) -> Model {
    var list = list
    for s in list.sections.indices {
      list.sections[s].identity -= fresh - 1
      list.sections[s].rows = list.sections[s].rows.map { $0 - fresh + 1 }
    }
    return list
  }
}
