/// How rows find their places after an edit.
extension MemoryEdit {
  /// Asks filter, section and order about the touched rows and puts them where they belong.
  mutating func settle() throws {
    try settleArrived()
    var arrivals: [Int: [Int]] = [:]
    var leaving: [Int: Set<Int>] = [:]
    for identity in inOrderOfLoading(touched) {
      guard let former = list.rows[identity] else { continue }
      let isHidden = try isHidden(former)
      let target = isHidden ? nil : try section(of: former)
      var row = former
      row.isHidden = isHidden
      if target != nil { row.sortKeys = try rules.sort.keys(of: row.object, session) }
      list.rows[identity] = row
      if try stays(row, former, identity, target, isAlone: touched.count == 1) { continue }
      if let section = row.section { leaving[section, default: []].insert(identity) }
      list.rows[identity]?.section = target
      list.rows[identity]?.isPlaced = false
      if let target { arrivals[target, default: []].append(identity) }
    }
    touched = []
    for (section, rows) in leaving { list.lists[section]?.removeAll { rows.contains($0) } }
    for (section, rows) in arrivals { try insert(rows, into: section) }
    for section in list.lists.keys where list.lists[section]?.isEmpty == true { list.lists[section] = nil }
  }

  func inOrderOfLoading(_ identities: some Sequence<Int>) -> [Int] {
    identities.compactMap { identity in list.rows[identity].map { (serial: $0.serial, identity: identity) } }
      .sorted { $0.serial < $1.serial }.map(\.identity)
  }

  /// Whether a row that is in a list can stay where it is.
  private func stays(
    _ row: MemoryList.Row, _ former: MemoryList.Row, _ identity: Int, _ target: Int?, isAlone: Bool
  ) throws -> Bool {
    guard let section = row.section else { return false }
    // A hidden row keeps the place that a script gave it.
    guard let target else { return row.isPlaced }
    guard section == target, !former.isHidden || row.isPlaced else { return false }
    if row.isPlaced { return true }
    if !rules.sort.comparesRows, row.sortKeys == keys(of: former) { return true }
    return isAlone ? try fits(identity, section) : false
  }

  /// Whether a row stands between the sorted rows beside it.
  private func fits(_ identity: Int, _ section: Int) throws -> Bool {
    let rows = list.lists[section] ?? []
    guard let index = rows.firstIndex(of: identity), let row = sorted(identity) else { return false }
    if let before = rows[..<index].last(where: isSorted), let other = sorted(before),
      try rules.sort.precedes(row, other)
    {
      return false
    }
    if let after = rows[(index + 1)...].first(where: isSorted), let other = sorted(after),
      try rules.sort.precedes(other, row)
    {
      return false
    }
    return true
  }

  /// Whether a row of a list stands where the order has it.
  private func isSorted(_ identity: Int) -> Bool {
    guard let row = list.rows[identity] else { return false }
    return !row.isPlaced && !row.isHidden
  }

  /// Puts rows into a section where the order has them: each before the first sorted row that comes after it.
  mutating func insert(_ arrivals: [Int], into section: Int) throws {
    let sort = rules.sort
    let rows = list.lists[section] ?? []
    let anchors = rows.indices.filter { isSorted(rows[$0]) }
    let known = arrivals.compactMap { identity in sorted(identity).map { ($0, identity: identity) } }
    let ordered = try sort.places(of: known.map(\.0), session).map { known[$0] }
    var result: [Int] = []
    result.reserveCapacity(rows.count + arrivals.count)
    var next = 0
    var low = 0
    for (row, identity) in ordered {
      var high = anchors.count
      while low < high {
        let middle = (low + high) / 2
        guard let other = sorted(rows[anchors[middle]]) else { break }
        if try sort.precedes(row, other) { high = middle } else { low = middle + 1 }
      }
      let place = low < anchors.count ? anchors[low] : rows.count
      result += rows[next..<place]
      result.append(identity)
      next = place
    }
    list.lists[section] = result + rows[next...]
  }

  // MARK: Sections

  /// The sections that have visible rows, as these appear: in the order that rows are sorted in, where there is one.
  func sectionsByAppearance() throws -> [Int] {
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
    let loaded = list.sectionsByAppearance
    guard rules.sectionOrder.isAppearance, !rules.sort.isNone else { return loaded }
    let sort = rules.sort
    var first: [(section: Int, row: RowSort.Sorted)] = []
    for section in loaded {
      // Of those that are sorted, the first that is seen comes before the others.
      let visible = list.visible(section)
      var heads = visible.filter { list.rows[$0]?.isPlaced == true }
      if let head = visible.first(where: isSorted) { heads.append(head) }
      let least = try heads.compactMap { sorted($0) }.min { try sort.precedes($0, $1) }
      if let least { first.append((section, least)) }
    }
    return try first.sorted { try sort.precedes($0.row, $1.row) }.map(\.section)
  }

  // MARK: Sorting anew

  /// Sorts all rows, or those of one section, and forgets the places that were given by hand.
  mutating func sortAnew() throws {
    list.lists = [:]
    list.heldSections = []
    arrived = inOrderOfLoading(list.rows.identities)
    touched = []
    for identity in arrived { list.rows[identity]?.settle(in: nil, isHidden: false, keys: []) }
    try settle()
  }

  /// Sorts the rows of one section once: they keep these places until all are sorted anew.
  mutating func sortOnce(_ section: Int, by sort: RowSort) throws {
    let visible = list.visible(section)
    let rows = try visible.compactMap { identity in
      try list.rows[identity].map { row in
        (
          RowSort.Sorted(
            object: row.object, keys: try sort.keys(of: row.object, session), serial: row.serial),
          identity: identity
        )
      }
    }
    var ordered = try sort.places(of: rows.map(\.0), session).map { rows[$0].identity }[...]
    list.lists[section] = (list.lists[section] ?? []).map { identity in
      list.rows[identity]?.isHidden == false ? ordered.popFirst() ?? identity : identity
    }
    for identity in visible { list.rows[identity]?.isPlaced = true }
  }

  /// Moves the rows that are not where the order has them, and no others.
  mutating func restoreOrder() throws {
    for section in list.lists.keys.sorted() {
      var kept: [Int] = []
      var arrivals: [Int] = []
      var last: RowSort.Sorted?
      for identity in list.lists[section] ?? [] {
        guard isSorted(identity), let row = sorted(identity) else {
          kept.append(identity)
          continue
        }
        if let last, try rules.sort.precedes(row, last) {
          arrivals.append(identity)
        } else {
          kept.append(identity)
          last = row
        }
      }
      list.lists[section] = kept
      try insert(arrivals, into: section)
    }
  }
}
