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
    origins = isInPlace ? [] : Self.scatter(census.ordinals, starts: starts)
  }

  /// Puts each row's index at the next free place of its section.
  private static func scatter(_ ordinals: [Int32], starts: [Int]) -> [Int] {
    var next = starts
    var origins = [Int](repeating: 0, count: ordinals.count)
    for (index, ordinal) in ordinals.enumerated() {
      origins[next[Int(ordinal)]] = index
      next[Int(ordinal)] += 1
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

/// Which sections there are in order of appearance, and how many rows each has.
private struct Census {
  var identities: [Int] = []
  var counts: [Int] = []
  /// For each row the index of its section in `identities`.
  var ordinals: [Int32] = []
  /// Whether the rows of every section follow each other.
  var isContiguous = true
  private var known: [Int: Int] = [:]

  init(_ sectionOfRow: [Int]) {
    ordinals.reserveCapacity(sectionOfRow.count)
    var last: (identity: Int, ordinal: Int)?
    for identity in sectionOfRow {
      // Neighbours are mostly of one section: only its first row is looked up.
      if let last, last.identity == identity {
        add(last.ordinal)
      } else {
        let ordinal = ordinal(of: identity)
        add(ordinal)
        last = (identity, ordinal)
      }
    }
  }

  private mutating func add(_ ordinal: Int) {
    counts[ordinal] += 1
    ordinals.append(Int32(ordinal))
  }

  private mutating func ordinal(of identity: Int) -> Int {
    if let ordinal = known[identity] {
      isContiguous = false
      return ordinal
    }
    let ordinal = identities.count
    known[identity] = ordinal
    identities.append(identity)
    counts.append(0)
    return ordinal
  }
}
