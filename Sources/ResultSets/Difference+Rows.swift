extension Difference {
  /// The rows of a section that is in both lists; `was` is its range in the old one.
  mutating func walkSection(
    _ section: Int, was: Range<Int>, contentChanged: (Int, Int) throws -> Bool
  ) rethrows {
    let range = new.sections[section].range
    let first = Int32(was.lowerBound)
    let end = Int32(was.upperBound)
    let stays = whatStays(section, from: first, to: end)
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
      let changed = try contentChanged(Int(source), index)
      if moves || changed { add(Int(source), index, section, moves: moves, changed: changed) }
    }
  }

  /// Of the rows of a section that were in it before, which stay; nil where all do.
  private mutating func whatStays(_ section: Int, from first: Int32, to end: Int32) -> [Bool]? {
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
    // Only in a section that is at its place still can a row be.
    guard sectionSources[section] == section else { return LongestIncrease.find(in: places, counting: &steps) }
    var indices: [Int]?
    return UnmovedRows.find(among: places, counting: &steps) { number in
      if indices == nil { indices = range.filter { sources[$0] >= first && sources[$0] < end } }
      guard let index = indices?[number] else { return false }
      return index - range.lowerBound == Int(places[number] - first)
    }
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
