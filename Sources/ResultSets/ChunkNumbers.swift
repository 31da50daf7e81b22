/// The number of the chunk that each row of an order stands in, by the row's identity.
///
/// In pages, which a copy shares as long as nothing changes in them; a page without rows is empty.
struct ChunkNumbers: Sendable {
  private static let pageSize = 1024
  private static let none: Int32 = -1

  private var pages: [[Int32]] = []
  private var counts: [Int32] = []

  subscript(identity: Int) -> Int? {
    get {
      let page = identity / Self.pageSize
      guard identity >= 0, page < pages.count, counts[page] > 0 else { return nil }
      let number = pages[page][identity % Self.pageSize]
      return number == Self.none ? nil : Int(number)
    }
    set {
      let (page, place) = (identity / Self.pageSize, identity % Self.pageSize)
      while pages.count <= page {
        pages.append([])
        counts.append(0)
      }
      if pages[page].isEmpty { pages[page] = Array(repeating: Self.none, count: Self.pageSize) }
      let before = pages[page][place]
      pages[page][place] = newValue.map { Int32($0) } ?? Self.none
      counts[page] += (newValue == nil ? 0 : 1) - (before == Self.none ? 0 : 1)
      if counts[page] == 0 { pages[page] = [] }
    }
  }
}
