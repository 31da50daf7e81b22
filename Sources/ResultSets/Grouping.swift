/// How rows that come in any order go together by section, those of one section in the order they came in.
///
///     let grouping = Grouping(sectionOfRow: [1, 2, 1])
///     grouping.sections                      // 1: 0..<2, 2: 2..<3
///     grouping.grouped(["a", "b", "c"])      // ["a", "c", "b"]
///     grouping.origin(ofIndex: 1)            // 2
///
/// A counting sort, so stable and linear. Rows that come section by section already, as they do from a database that
/// orders by section first, are seen to be in place and are not moved.
package struct Grouping: Sendable {
  package let sections: [SectionedOrder.Section]
  package let rowCount: Int
  /// The index before of each row, by its index after; empty when every row stays where it was.
  private let origins: [Int]

  /// Sections in order of appearance.
  ///
  /// Complexity: O(rows).
  package init(sectionOfRow: [Int]) {
    let census = Census(sectionOfRow)
    self.init(census, order: Array(census.identities.indices))
  }

  /// Sections in a given order, without those that no row is in.
  ///
  /// Throws `duplicateSection`, or `sectionNotListed` for a section of a row that the order does not name.
  /// Complexity: O(rows + sections).
  package init(sectionOfRow: [Int], sectionOrder: [Int]) throws(ResultSetError) {
    let listed: IdentityIndex
    do throws(IdentityIndex.Duplicate) {
      listed = try IdentityIndex(sectionOrder)
    } catch {
      throw .duplicateSection(error.identity)
    }
    let census = Census(sectionOfRow)
    var ordinals = [Int?](repeating: nil, count: sectionOrder.count)
    for (ordinal, identity) in census.identities.enumerated() {
      guard let place = listed[identity] else { throw .sectionNotListed(identity) }
      ordinals[place] = ordinal
    }
    self.init(census, order: ordinals.compactMap(\.self))
  }

  private init(_ census: Census, order: [Int]) {
    var sections: [SectionedOrder.Section] = []
    var starts = [Int](repeating: 0, count: order.count)
    var start = 0
    for ordinal in order {
      let end = start + census.counts[ordinal]
      sections.append(.init(identity: census.identities[ordinal], range: start..<end))
      starts[ordinal] = start
      start = end
    }
    self.sections = sections
    rowCount = start
    let isInPlace = census.isContiguous && order == Array(order.indices)
    origins = isInPlace ? [] : Self.scatter(census.runs, starts: starts, rowCount: rowCount)
  }

  /// Puts each run of rows at the next free place of its section.
  private static func scatter(_ runs: [(ordinal: Int, count: Int)], starts: [Int], rowCount: Int) -> [Int] {
    var next = starts
    var origins = [Int](repeating: 0, count: rowCount)
    var index = 0
    for (ordinal, count) in runs {
      for offset in 0..<count { origins[next[ordinal] + offset] = index + offset }
      next[ordinal] += count
      index += count
    }
    return origins
  }

  /// Where the row that is now at an index was before.
  package func origin(ofIndex index: Int) -> Int {
    origins.isEmpty ? index : origins[index]
  }

  /// Rows, in order of their sections.
  package func grouped<Row>(_ rows: [Row]) -> [Row] {
    origins.isEmpty ? rows : origins.map { rows[$0] }
  }
}

/// Which sections there are in order of appearance, how many rows each has, and in which runs they came.
private struct Census {
  var identities: [Int] = []
  var counts: [Int] = []
  /// Rows of one section that follow each other, by the index of the section in `identities`.
  var runs: [(ordinal: Int, count: Int)] = []

  /// Whether the rows of every section follow each other.
  var isContiguous: Bool { runs.count == identities.count }

  init(_ sectionOfRow: [Int]) {
    var ordinals: [Int: Int] = [:]
    var start = 0
    while start < sectionOfRow.count {
      let identity = sectionOfRow[start]
      let end = sectionOfRow[start...].firstIndex { $0 != identity } ?? sectionOfRow.count
      let ordinal = ordinals[identity] ?? identities.count
      if ordinal == identities.count {
        ordinals[identity] = ordinal
        identities.append(identity)
        counts.append(0)
      }
      counts[ordinal] += end - start
      runs.append((ordinal, end - start))
      start = end
    }
  }
}
