extension Difference {
  /// The rows of a section that is in both lists; `was` is its range in the old one.
  mutating func walkSection(
    _ section: Int, was: Range<Int>, contentChanged: (Int, Int) throws -> Bool
  ) rethrows {
    let range = new.sections[section].range
    let old32 = Int32(was.lowerBound)..<Int32(was.upperBound)
    let stays = whatStays(of: matching.sources[range].filter(old32.contains))
    // Which of the rows that are still in this section comes next.
    var place = 0
    for index in range {
      let source = matching.sources[index]
      let to = Position(section: section + 1, row: index - range.lowerBound + 1)
      if source == Matching.none {
        changes.inserted.append(.init(new.rows[index], to: to))
      } else if old32.contains(source) {
        let moves = stays.map { !$0[place] } ?? false
        place += 1
        try add(Int(source), index, to, moves: moves, contentChanged)
      } else {
        try add(Int(source), index, to, moves: true, contentChanged)
      }
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
        let to = Position(section: section + 1, row: index - range.lowerBound + 1)
        try add(Int(source), index, to, moves: true, contentChanged)
      }
    }
    changes.sections.inserted.append(.init(new.sections[section].identity, to: section + 1, rows: rows))
  }

  /// What became of a row that is in both lists, by its index in each.
  private mutating func add(
    _ source: Int, _ index: Int, _ to: Position, moves: Bool, _ contentChanged: (Int, Int) throws -> Bool
  ) rethrows {
    let changed = try contentChanged(source, index)
    guard moves || changed else { return }
    let row = Changes.Row(new.rows[index], from: old.position(atIndex: source), to: to)
    if moves { changes.moved.append(row) }
    if changed { changes.updated.append(row) }
  }
}
