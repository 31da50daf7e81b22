import ResultSets

/// How rows find their places after an edit.
extension MemoryEdit {
  /// Asks filter, section and order about the touched rows and puts them where they belong.
  mutating func settle() throws {
    try settleArrived()
    var arrivals: [Int: [Int]] = [:]
    for identity in inOrderOfLoading(touched) {
      guard var row = list.rows[identity] else { continue }
      let former = keys(of: row)
      let target = try isHidden(row) ? nil : section(of: row)
      if target != nil {
        row.sortKeys = try rules.sort.keys(of: row.object, session)
        list.rows[identity] = row
      }
      affect(identity)
      if try stays(identity, target, hasSameKeys: row.sortKeys == former) { continue }
      list.order.remove(identity)
      if let target { arrivals[target, default: []].append(identity) }
    }
    touched = []
    for (section, rows) in arrivals { try insert(rows, into: section) }
  }

  func inOrderOfLoading(_ identities: some Sequence<Int>) -> [Int] {
    identities.compactMap { identity in list.rows[identity].map { (serial: $0.serial, identity: identity) } }
      .sorted { $0.serial < $1.serial }.map(\.identity)
  }

  /// Leaves a row where it is if it can stay there: in the section that it belongs to, or in none.
  private mutating func stays(_ identity: Int, _ target: Int?, hasSameKeys: Bool) throws -> Bool {
    guard let entry = list.order.entry(of: identity) else { return target == nil }
    guard target == nil || target == list.order.section(of: identity) else { return false }
    if entry.isPlaced {
      // A hidden row keeps the place that a script gave it.
      list.order.set(.init(identity, isHidden: target == nil, isPlaced: true))
      return true
    }
    if target == nil { return false }
    if hasSameKeys, !rules.sort.comparesRows { return true }
    return touched.count == 1 ? try fits(identity) : false
  }

  /// Whether a row stands between the sorted rows beside it.
  private func fits(_ identity: Int) throws -> Bool {
    let neighbors = list.order.neighbors(of: identity)
    guard let row = sorted(identity) else { return false }
    if let before = neighbors.before.flatMap({ sorted($0) }), try rules.sort.precedes(row, before) { return false }
    if let after = neighbors.after.flatMap({ sorted($0) }), try rules.sort.precedes(after, row) { return false }
    return true
  }

  /// Puts rows into a section where the order has them: each before the first sorted row that comes after it.
  mutating func insert(_ arrivals: [Int], into section: Int) throws {
    let known = arrivals.compactMap { identity in sorted(identity).map { ($0, identity: identity) } }
    if known.count > Self.fewRows { return try merge(known, into: section) }
    for (row, identity) in known {
      let index = try list.order.index(in: section) { other in
        try sorted(other).map { try rules.sort.precedes(row, $0) } ?? false
      }
      list.order.insert(.init(identity), into: section, at: index)
    }
  }

  /// The same, all at once.
  private mutating func merge(_ arrivals: [(RowSort.Sorted, identity: Int)], into section: Int) throws {
    let sort = rules.sort
    let rows = list.order.entries(section)
    let anchors = rows.indices.filter { rows[$0].isOrdered }
    let ordered = try sort.places(of: arrivals.map(\.0), session).map { arrivals[$0] }
    var result: [EditableOrder.Entry] = []
    result.reserveCapacity(rows.count + arrivals.count)
    var next = 0
    var low = 0
    for (row, identity) in ordered {
      var high = anchors.count
      while low < high {
        let middle = (low + high) / 2
        guard let other = sorted(rows[anchors[middle]].identity) else { break }
        if try sort.precedes(row, other) { high = middle } else { low = middle + 1 }
      }
      let place = low < anchors.count ? anchors[low] : rows.count
      result += rows[next..<place]
      result.append(.init(identity))
      next = place
    }
    list.order.replace(section, with: result + rows[next...])
  }

  // MARK: Sections

  /// Puts the sections that have visible rows in order, and says which are seen.
  ///
  /// - Parameter view: shows the sections in some order, for a function that compares them.
  mutating func arrangeSections(_ view: (MemoryEdit) -> ResultView) throws {
    let (shown, order) = (list.order.shown, rules.sectionOrder)
    var sections = list.order.visibleSections
    // Names that are in order stay so.
    if order.isByName, !hasOtherSectionOrder, sections.count == shown.count, Set(shown) == Set(sections) { return }
    if !order.isByName { sections = try sectionsByAppearance() }
    // A section that has gone, and comes again, is a new one.
    if !list.heldSections.isEmpty { list.heldSections = sections }
    list.order.show(sections)
    list.order.show(try order.sorted(sections, in: view(self), session))
  }

  /// The sections that have visible rows, as these appear: in the order that rows are sorted in.
  private func sectionsByAppearance() throws -> [Int] {
    let appearance = try appearance()
    guard rules.sectionOrder.isAppearance, !list.heldSections.isEmpty else { return appearance }
    let present = Set(appearance)
    var result = list.heldSections.filter { present.contains($0) }
    let held = Set(result)
    // A new one comes before the next that appears behind it.
    for (place, section) in appearance.enumerated().reversed() where !held.contains(section) {
      let next = place + 1 < appearance.count ? result.firstIndex(of: appearance[place + 1]) : nil
      result.insert(section, at: next ?? result.count)
    }
    return result
  }

  private func appearance() throws -> [Int] {
    let sort = rules.sort
    let first = try list.order.visibleSections.compactMap { section -> (section: Int, row: RowSort.Sorted)? in
      let least = try heads(of: section).compactMap { sorted($0) }.min { try sort.precedes($0, $1) }
      return least.map { (section, $0) }
    }
    return try first.sorted { try sort.precedes($0.row, $1.row) }.map(\.section)
  }

  /// The rows of a section among which the first one is: those with a place of their own, and the first of the others.
  private func heads(of section: Int) -> [Int] {
    if list.order.placed(section) == 0 { return [list.order.row(0, in: section)] }
    let visible = list.order.entries(section).filter { !$0.isHidden }
    return (visible.filter(\.isPlaced) + visible.filter { !$0.isPlaced }.prefix(1)).map(\.identity)
  }

  // MARK: Sorting anew

  /// Sorts all rows, and forgets the places that were given by hand.
  mutating func sortAnew() throws {
    list.order = EditableOrder(showing: list.order.shown)
    list.heldSections = []
    arrived = inOrderOfLoading(list.rows.identities)
    touched = []
    for identity in arrived { list.rows[identity]?.sortKeys = [] }
    affectAll()
    try settle()
  }

  /// Sorts the rows of one section once: they keep these places until all are sorted anew.
  mutating func sortOnce(_ section: Int, by sort: RowSort) throws {
    let entries = list.order.entries(section)
    let rows = try entries.filter { !$0.isHidden }.compactMap { entry in
      try list.rows[entry.identity].map { row in
        let keys = try sort.keys(of: row.object, session)
        return (RowSort.Sorted(object: row.object, keys: keys, serial: row.serial), identity: entry.identity)
      }
    }
    var ordered = try sort.places(of: rows.map(\.0), session).map { rows[$0].identity }[...]
    affectAll()
    list.order.replace(
      section,
      with: entries.map { entry in
        entry.isHidden ? entry : .init(ordered.popFirst() ?? entry.identity, isPlaced: true)
      })
  }

  /// Moves the rows that are not where the order has them, and no others.
  mutating func restoreOrder() throws {
    affectAll()
    for section in list.order.sections {
      var kept: [EditableOrder.Entry] = []
      var arrivals: [Int] = []
      var last: RowSort.Sorted?
      for entry in list.order.entries(section) {
        guard entry.isOrdered, let row = sorted(entry.identity) else {
          kept.append(entry)
          continue
        }
        if let last, try rules.sort.precedes(row, last) {
          arrivals.append(entry.identity)
        } else {
          kept.append(entry)
          last = row
        }
      }
      if arrivals.isEmpty { continue }
      list.order.replace(section, with: kept)
      try insert(arrivals, into: section)
    }
  }
}
