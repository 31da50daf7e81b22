extension Difference {
  /// The rows of a section that is in both lists; `was` is its range in the old one.
  mutating func walkSection(
    _ section: Int, was: Range<Int>, contentChanged: (Int, Int) throws -> Bool
  ) rethrows {
    let range = new.sections[section].range
    let first = Int32(was.lowerBound)
    let end = Int32(was.upperBound)
    let (stays, known) = try whatStays(section, from: first, to: end, contentChanged: contentChanged)
    // Which of the rows that are still in this section comes next.
    var place = 0
    // A copy of the reference and a span of it: no retains and releases in the loop.
    let matching = matching
    let sources = matching.sources.span
    for index in range {
      let source = sources[index]
      if source == Matching.none {
        changes.inserted.append(.init(new.rows[index], to: position(index, section)))
        continue
      }
      var moves = true
      if source >= first, source < end {
        if let stays { moves = !stays[place] } else { moves = false }
        place += 1
      }
      let changed = try known?[index - range.lowerBound] ?? contentChanged(Int(source), index)
      if moves || changed { add(Int(source), index, section, moves: moves, changed: changed) }
    }
  }

  /// Of the rows of a section that were in it before, which stay, and of all its rows which changed; nil where all stay.
  private mutating func whatStays(
    _ section: Int, from first: Int32, to end: Int32, contentChanged: (Int, Int) throws -> Bool
  ) rethrows -> (stays: [Bool]?, changed: [Bool]?) {
    let range = new.sections[section].range
    let matching = matching
    let sources = matching.sources.span
    let places = [Int32](unsafeUninitializedCapacity: range.count) { places, count in
      for index in range {
        let source = sources[index]
        if source >= first, source < end {
          places.initializeElement(at: count, to: source)
          count += 1
        }
      }
    }
    lazy var indices = range.filter { sources[$0] >= first && sources[$0] < end }
    // Only in a section that is at its place still can a row be.
    let isAtItsPlace = sectionSources[section] == section
    func isFixed(_ number: Int) -> Bool {
      isAtItsPlace && indices[number] - range.lowerBound == Int(places[number] - first)
    }
    guard let stays = UnmovedRows.find(among: places, counting: &steps, isFixed: isFixed) else { return (nil, nil) }
    // Each row is asked once, in their order.
    let changed = try range.map { index in
      try sources[index] != Matching.none && contentChanged(Int(sources[index]), index)
    }
    let settled = UnmovedRows.preferring(stays, among: places, isFixed: isFixed) { number in
      changed[indices[number] - range.lowerBound]
    }
    return (settled, changed)
  }

  /// The rows of a section that is new: those that are not came into it by a move.
  mutating func walkInsertedSection(_ section: Int, contentChanged: (Int, Int) throws -> Bool) rethrows {
    let range = new.sections[section].range
    var rows: [Int] = []
    for index in range {
      let source = matching.sources[index]
      if source == Matching.none {
        rows.append(new.rows[index])
      } else {
        let changed = try contentChanged(Int(source), index)
        add(Int(source), index, section, moves: true, changed: changed)
      }
    }
    changes.sections.inserted.append(.init(new.sections[section].identity, to: section + 1, rows: rows))
  }

  /// Notes what became of a row that is in both lists, by its index in each.
  private mutating func add(_ source: Int, _ index: Int, _ section: Int, moves: Bool, changed: Bool) {
    let from = old.position(atIndex: source)
    let row = Changes.Row(new.rows[index], from: from, to: position(index, section))
    if moves { changes.moved.append(row) }
    if changed { changes.updated.append(row) }
  }

  private func position(_ index: Int, _ section: Int) -> Position {
    Position(section: section + 1, row: index - new.sections[section].range.lowerBound + 1)
  }
}
