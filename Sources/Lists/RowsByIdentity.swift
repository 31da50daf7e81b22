/// The rows of a list in memory by their identities, which are given one after the other and never again.
///
/// They stand in pages, and these in blocks, so that a row is found without a hash table, a page goes with the last of its
/// rows, and a copy that changes one row copies one block and one page.
struct RowsByIdentity {
  private struct Page {
    var rows: [MemoryList.Row?] = []
    var count = 0
  }

  private static let size = 64

  /// The page of the identities from `n * size` on is the n-th of all; it is empty while none of them is in use.
  private var blocks: [[Page]] = []
  private(set) var count = 0

  private typealias Place = (block: Int, page: Int, row: Int)

  private static func place(_ identity: Int) -> Place {
    (identity / (size * size), identity / size % size, identity % size)
  }

  private func has(_ place: Place) -> Bool {
    place.block < blocks.count && blocks[place.block][place.page].count > 0
  }

  subscript(identity: Int) -> MemoryList.Row? {
    // Lent: to copy a row takes as long as to look at it.
    _read {
      let place = Self.place(identity)
      if has(place) { yield blocks[place.block][place.page].rows[place.row] } else { yield nil }
    }
    _modify {
      let place = Self.place(identity)
      guard has(place) else {
        var row: MemoryList.Row?
        yield &row
        if let row { insert(row, place) }
        return
      }
      let wasThere = blocks[place.block][place.page].rows[place.row] != nil
      defer {
        let isThere = blocks[place.block][place.page].rows[place.row] != nil
        if wasThere != isThere { add(isThere ? 1 : -1, place) }
      }
      yield &blocks[place.block][place.page].rows[place.row]
    }
  }

  /// What is in a row, which is not copied for it.
  func contents(_ identity: Int) -> RowContents? {
    let place = Self.place(identity)
    return has(place) ? blocks[place.block][place.page].rows[place.row]?.contents : nil
  }

  /// Whether a row keeps keys that it was sorted by.
  func hasKeys(_ identity: Int) -> Bool {
    let place = Self.place(identity)
    return has(place) && blocks[place.block][place.page].rows[place.row]?.sortKeys != nil
  }

  /// Adds a row, of which there is none yet.
  mutating func add(_ row: MemoryList.Row, as identity: Int) { insert(row, Self.place(identity)) }

  private mutating func insert(_ row: MemoryList.Row, _ place: Place) {
    while blocks.count <= place.block { blocks.append(Array(repeating: Page(), count: Self.size)) }
    if blocks[place.block][place.page].rows.isEmpty {
      blocks[place.block][place.page].rows = Array(repeating: nil, count: Self.size)
    }
    blocks[place.block][place.page].rows[place.row] = row
    add(1, place)
  }

  private mutating func add(_ difference: Int, _ place: Place) {
    count += difference
    blocks[place.block][place.page].count += difference
    if blocks[place.block][place.page].count == 0 { blocks[place.block][place.page].rows = [] }
  }

  /// Any row; nil where there is none.
  var any: MemoryList.Row? {
    blocks.lazy.joined().first { $0.count > 0 }?.rows.lazy.compactMap(\.self).first
  }

  /// All identities, in the order in which they were given.
  var identities: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    for (number, page) in blocks.joined().enumerated() where page.count > 0 {
      for (row, content) in page.rows.enumerated() where content != nil { result.append(number * Self.size + row) }
    }
    return result
  }
}
