/// The rows of a list in memory by their identities, which are given one after the other and never again.
///
/// They stand in pages, so that a row is found without a hash table, a page goes with the last of its rows, and a copy
/// that changes one row copies one page.
struct RowsByIdentity {
  private struct Page {
    var rows: [MemoryList.Row?] = []
    var count = 0
  }

  private static let rowsPerPage = 64

  /// The page of the identities from `n * rowsPerPage` on is the n-th; it is empty while none of them is in use.
  private var pages: [Page] = []
  private(set) var count = 0

  private static func place(_ identity: Int) -> (page: Int, row: Int) {
    (identity / rowsPerPage, identity % rowsPerPage)
  }

  subscript(identity: Int) -> MemoryList.Row? {
    get {
      let place = Self.place(identity)
      guard place.page < pages.count, pages[place.page].count > 0 else { return nil }
      return pages[place.page].rows[place.row]
    }
    _modify {
      let place = Self.place(identity)
      guard place.page < pages.count, pages[place.page].count > 0 else {
        var row: MemoryList.Row?
        yield &row
        if let row { insert(row, identity) }
        return
      }
      let wasThere = pages[place.page].rows[place.row] != nil
      defer {
        let isThere = pages[place.page].rows[place.row] != nil
        if wasThere != isThere { add(isThere ? 1 : -1, place.page) }
      }
      yield &pages[place.page].rows[place.row]
    }
  }

  private mutating func insert(_ row: MemoryList.Row, _ identity: Int) {
    let place = Self.place(identity)
    while pages.count <= place.page { pages.append(Page()) }
    if pages[place.page].rows.isEmpty {
      pages[place.page].rows = Array(repeating: nil, count: Self.rowsPerPage)
    }
    pages[place.page].rows[place.row] = row
    add(1, place.page)
  }

  private mutating func add(_ difference: Int, _ page: Int) {
    count += difference
    pages[page].count += difference
    if pages[page].count == 0 { pages[page].rows = [] }
  }

  /// All identities, in the order in which they were given.
  var identities: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    for (number, page) in pages.enumerated() where page.count > 0 {
      for (row, content) in page.rows.enumerated() where content != nil {
        result.append(number * Self.rowsPerPage + row)
      }
    }
    return result
  }
}
