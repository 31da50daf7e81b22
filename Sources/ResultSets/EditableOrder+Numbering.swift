extension EditableOrder {
  /// An order to be edited in which each row is known by its index there, from 0.
  package init(numbering order: SectionedOrder) {
    self.init(showing: order.sections.map(\.identity))
    for section in order.sections { replace(section.identity, with: section.range.map { Entry($0) }) }
  }

  /// Where a row belongs in a section of which all rows are seen and in order, for who can ask about some rows at once.
  ///
  /// Complexity: O(log rows) questions, to the base of `width` + 1.
  /// - Parameter rank: how many of some rows, which come in order, stand before the row.
  package func index(
    in section: Int, asking width: Int, rank: (_ rows: [Int]) throws -> Int
  ) rethrows -> Int {
    var range = 0..<count(section)
    while !range.isEmpty {
      let step = (range.count + width) / (width + 1)
      let places = Array(stride(from: range.lowerBound + step - 1, to: range.upperBound, by: step))
      let rank = try rank(places.map { entry(section, $0).identity })
      let low = rank == 0 ? range.lowerBound : places[rank - 1] + 1
      range = low..<(rank == places.count ? range.upperBound : places[rank])
    }
    return range.lowerBound
  }
}

extension SectionedOrder {
  /// The same order in other numbers, of which each row must get its own.
  package func renumbered(_ number: (Int) -> Int) throws(ResultSetError) -> SectionedOrder {
    let order = flat
    return try SectionedOrder(rows: order.rows.map(number), in: order.sections)
  }
}
