/// The rows of a list by section while it is edited: what comes, goes or moves costs the same however long the list is.
///
///     var order = EditableOrder()
///     order.insert(.init(7), into: 1, at: 0)
///     order.insert(.init(8, isHidden: true), into: 1, at: 1)
///     order.show([1])
///     SectionedOrder(order).rows   // [7]
///
/// Rows stand in chunks of a few hundred, each of which knows how many of its rows are seen. A copy shares all of them,
/// and an edit of the copy makes the one anew that it falls into. Sections are small numbers given one after another.
package struct EditableOrder: Sendable {
  /// A row in its section: whether it is seen, and whether a script gave it its place there.
  package struct Entry: Hashable, Sendable {
    private let bits: Int

    package init(_ identity: Int, isHidden: Bool = false, isPlaced: Bool = false) {
      bits = identity << 2 | (isHidden ? 1 : 0) | (isPlaced ? 2 : 0)
    }

    package var identity: Int { bits >> 2 }
    package var isHidden: Bool { bits & 1 != 0 }
    package var isPlaced: Bool { bits & 2 != 0 }
    /// Whether it stands where the order of the rows has it.
    package var isOrdered: Bool { bits & 3 == 0 }
  }

  private struct Chunk {
    let number: Int
    var entries: [Entry]
    var visible: Int

    /// The last of its rows that is in order.
    var lastOrdered: Entry? { entries.last(where: \.isOrdered) }
  }

  private struct Rows {
    var chunks: [Chunk] = []
    var count = 0
    var visible = 0
    var placed = 0
  }

  /// Where a chunk stands.
  private struct Home {
    var section: Int32
    var index: Int32
  }

  /// So many rows stand in a chunk at most.
  private let chunkLimit: Int

  /// By the number of the section.
  private var lists: [Rows] = []
  /// By the number of the chunk, which is given again when it is free.
  private var homes: [Home] = []
  private var freeChunks: [Int] = []
  /// The number of the chunk of each row.
  private var chunkOfRow = ChunkNumbers()
  /// The sections that are seen, in their order, and the place of each by its number.
  private(set) package var shown: [Int] = []
  private var shownPlace: [Int32] = []
  package private(set) var rowCount = 0

  /// An order without rows, which come into the sections that it shows.
  package init(showing sections: [Int] = [], chunkLimit: Int = 512) {
    self.chunkLimit = chunkLimit
    show(sections)
  }

  // MARK: Reading

  /// How many rows a section has, hidden ones included.
  package func count(_ section: Int) -> Int { section < lists.count ? lists[section].count : 0 }

  /// How many rows of a section are seen.
  package func visible(_ section: Int) -> Int { section < lists.count ? lists[section].visible : 0 }

  /// How many rows of a section have a place that a script gave them.
  package func placed(_ section: Int) -> Int { section < lists.count ? lists[section].placed : 0 }

  /// Whether any row has a place that a script gave it.
  package var hasPlaced: Bool { lists.contains { $0.placed > 0 } }

  /// The sections that have rows to be seen, by their numbers.
  package var visibleSections: [Int] { lists.indices.filter { lists[$0].visible > 0 } }

  /// The sections that have rows.
  package var sections: [Int] { lists.indices.filter { lists[$0].count > 0 } }

  package func entries(_ section: Int) -> [Entry] {
    guard section < lists.count else { return [] }
    var result: [Entry] = []
    result.reserveCapacity(lists[section].count)
    for chunk in lists[section].chunks { result += chunk.entries }
    return result
  }

  package func entry(_ section: Int, _ index: Int) -> Entry {
    let (chunk, place) = position(lists[section], index)
    return lists[section].chunks[chunk].entries[place]
  }

  /// The row as it stands in its section; nil where it is in none.
  package func entry(of identity: Int) -> Entry? {
    locate(identity).map { lists[$0.section].chunks[$0.chunk].entries[$0.index] }
  }

  /// The section that a row is in.
  package func section(of identity: Int) -> Int? {
    chunkOfRow[identity].map { Int(homes[$0].section) }
  }

  /// Where a row belongs among those of a section that are in order: before the first of them that comes after it.
  ///
  /// Those that are hidden or have places of their own are passed over. Complexity: O(log rows) questions.
  /// - Parameter comesBefore: whether the row comes before another one.
  package func index(in section: Int, where comesBefore: (Int) throws -> Bool) rethrows -> Int {
    guard section < lists.count else { return 0 }
    let chunks = lists[section].chunks
    // The first chunk of which some row comes after it.
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      guard let next = chunks[middle..<high].firstIndex(where: { $0.lastOrdered != nil }),
        let last = chunks[next].lastOrdered
      else {
        high = middle
        continue
      }
      if try comesBefore(last.identity) { high = middle } else { low = next + 1 }
    }
    guard let chunk = chunks[low...].firstIndex(where: { $0.lastOrdered != nil }) else { return lists[section].count }
    let start = chunks[..<chunk].reduce(0) { $0 + $1.entries.count }
    return start + (try Self.index(in: chunks[chunk].entries, where: comesBefore))
  }

  private static func index(in entries: [Entry], where comesBefore: (Int) throws -> Bool) rethrows -> Int {
    var (low, high, result) = (0, entries.count, entries.count)
    while low < high {
      let middle = (low + high) / 2
      guard let next = entries[middle..<high].firstIndex(where: \.isOrdered) else {
        high = middle
        continue
      }
      if try comesBefore(entries[next].identity) {
        (high, result) = (middle, next)
      } else {
        low = next + 1
      }
    }
    return result
  }

  /// The rows beside one of a section that are in order, before it and behind it.
  package func neighbors(of identity: Int) -> (before: Int?, after: Int?) {
    guard let place = locate(identity) else { return (nil, nil) }
    let chunks = lists[place.section].chunks
    let entries = chunks[place.chunk].entries
    let before =
      entries[..<place.index].last(where: \.isOrdered)
      ?? chunks[..<place.chunk].lazy.reversed().compactMap(\.lastOrdered).first
    let after =
      entries[(place.index + 1)...].first(where: \.isOrdered)
      ?? chunks[(place.chunk + 1)...].lazy.compactMap { $0.entries.first(where: \.isOrdered) }.first
    return (before?.identity, after?.identity)
  }

  /// The index in a section, hidden ones counted, of its n-th row that is seen, from 0; its end where there is none.
  package func index(ofVisible number: Int, in section: Int) -> Int {
    guard section < lists.count else { return 0 }
    var (rest, index) = (number, 0)
    for chunk in lists[section].chunks {
      if rest >= chunk.visible {
        rest -= chunk.visible
        index += chunk.entries.count
        continue
      }
      return index + Self.place(ofVisible: rest, in: chunk)
    }
    return index
  }

  private static func place(ofVisible number: Int, in chunk: Chunk) -> Int {
    if chunk.visible == chunk.entries.count { return number }
    var rest = number
    for (place, entry) in chunk.entries.enumerated() where !entry.isHidden {
      if rest == 0 { return place }
      rest -= 1
    }
    return chunk.entries.count
  }

  private func locate(_ identity: Int) -> (section: Int, chunk: Int, index: Int)? {
    guard let number = chunkOfRow[identity] else { return nil }
    let home = homes[number]
    let (section, chunk) = (Int(home.section), Int(home.index))
    let index = lists[section].chunks[chunk].entries.firstIndex { $0.identity == identity }
    return index.map { (section, chunk, $0) }
  }

  /// The chunk that holds an index of a section, and the index in it.
  private func position(_ rows: Rows, _ index: Int) -> (chunk: Int, index: Int) {
    var rest = index
    var chunk = 0
    while chunk < rows.chunks.count - 1, rest >= rows.chunks[chunk].entries.count {
      rest -= rows.chunks[chunk].entries.count
      chunk += 1
    }
    return (chunk, rest)
  }

  // MARK: What is seen

  /// The place of a section among those that are seen, from 0.
  package func place(ofSection section: Int) -> Int? {
    guard section >= 0, section < shownPlace.count, shownPlace[section] >= 0 else { return nil }
    return Int(shownPlace[section])
  }

  /// The n-th row of a section that is seen, from 0.
  package func row(_ number: Int, in section: Int) -> Int {
    entry(section, index(ofVisible: number, in: section)).identity
  }

  /// Where a row is seen: the place of its section and its own among the rows there, from 0.
  package func visiblePlace(_ identity: Int) -> (section: Int, row: Int)? {
    guard let place = locate(identity), let section = self.place(ofSection: place.section) else { return nil }
    let chunks = lists[place.section].chunks
    let chunk = chunks[place.chunk]
    guard !chunk.entries[place.index].isHidden else { return nil }
    var row = place.index
    if chunk.visible < chunk.entries.count { row = chunk.entries[..<place.index].count { !$0.isHidden } }
    for before in 0..<place.chunk { row += chunks[before].visible }
    return (section, row)
  }

  /// The rows of a section that are seen.
  package func visibleRows(_ section: Int) -> [Int] {
    guard section < lists.count else { return [] }
    var result: [Int] = []
    result.reserveCapacity(lists[section].visible)
    for chunk in lists[section].chunks {
      for entry in chunk.entries where !entry.isHidden { result.append(entry.identity) }
    }
    return result
  }

  // MARK: Editing

  /// Says which sections are seen, in which order: all that have rows to be seen.
  package mutating func show(_ sections: [Int]) {
    for section in shown { shownPlace[section] = -1 }
    shown = sections
    if let last = sections.max(), last >= shownPlace.count {
      shownPlace += repeatElement(-1, count: last + 1 - shownPlace.count)
    }
    for (place, section) in sections.enumerated() { shownPlace[section] = Int32(place) }
  }

  /// Puts a row, which is in no section, before the one at an index, hidden ones counted.
  package mutating func insert(_ entry: Entry, into section: Int, at index: Int) {
    grow(to: section)
    if lists[section].chunks.isEmpty { addChunk([], to: section, at: 0) }
    let (chunk, place) = position(lists[section], index)
    lists[section].chunks[chunk].entries.insert(entry, at: place)
    chunkOfRow[entry.identity] = lists[section].chunks[chunk].number
    count(entry, in: section, chunk, by: 1)
    if lists[section].chunks[chunk].entries.count > chunkLimit { split(chunk, of: section) }
  }

  /// Takes a row out of its section.
  package mutating func remove(_ identity: Int) {
    guard let (section, chunk, index) = locate(identity) else { return }
    let entry = lists[section].chunks[chunk].entries.remove(at: index)
    chunkOfRow[identity] = nil
    count(entry, in: section, chunk, by: -1)
    if lists[section].chunks[chunk].entries.isEmpty { removeChunk(chunk, of: section) }
  }

  /// Says of a row whether it is seen and has a place of its own; it stays where it is.
  package mutating func set(_ entry: Entry) {
    guard let (section, chunk, index) = locate(entry.identity) else { return }
    count(lists[section].chunks[chunk].entries[index], in: section, chunk, by: -1)
    lists[section].chunks[chunk].entries[index] = entry
    count(entry, in: section, chunk, by: 1)
  }

  /// Makes these the rows of a section; those that are new in it must be in no other.
  package mutating func replace(_ section: Int, with entries: [Entry]) {
    grow(to: section)
    for chunk in lists[section].chunks {
      freeChunks.append(chunk.number)
      for entry in chunk.entries { chunkOfRow[entry.identity] = nil }
    }
    rowCount -= lists[section].visible
    lists[section] = Rows()
    var start = 0
    while start < entries.count {
      // Half full, so that there is room for more.
      let end = min(start + chunkLimit / 2, entries.count)
      let chunk = lists[section].chunks.count
      addChunk(Array(entries[start..<end]), to: section, at: chunk)
      let number = lists[section].chunks[chunk].number
      var (hidden, placed) = (0, 0)
      for entry in entries[start..<end] {
        chunkOfRow[entry.identity] = number
        if entry.isHidden { hidden += 1 }
        if entry.isPlaced { placed += 1 }
      }
      count(end - start, in: section, chunk, hidden: hidden, placed: placed)
      start = end
    }
  }

  private mutating func grow(to section: Int) {
    while lists.count <= section { lists.append(Rows()) }
  }

  private mutating func count(_ entry: Entry, in section: Int, _ chunk: Int, by difference: Int) {
    count(
      difference, in: section, chunk, hidden: entry.isHidden ? difference : 0, placed: entry.isPlaced ? difference : 0)
  }

  /// Counts rows that came, so many of which are hidden or have places of their own; or went, where numbers are negative.
  private mutating func count(_ rows: Int, in section: Int, _ chunk: Int, hidden: Int, placed: Int) {
    lists[section].count += rows
    lists[section].placed += placed
    lists[section].visible += rows - hidden
    lists[section].chunks[chunk].visible += rows - hidden
    rowCount += rows - hidden
  }

  // MARK: Chunks

  /// Adds a chunk, whose rows are counted by the caller.
  private mutating func addChunk(_ entries: [Entry], to section: Int, at index: Int) {
    let number = freeChunks.popLast() ?? homes.count
    if number == homes.count { homes.append(Home(section: 0, index: 0)) }
    lists[section].chunks.insert(Chunk(number: number, entries: entries, visible: 0), at: index)
    settleHomes(of: section, from: index)
  }

  private mutating func removeChunk(_ chunk: Int, of section: Int) {
    freeChunks.append(lists[section].chunks.remove(at: chunk).number)
    settleHomes(of: section, from: chunk)
  }

  private mutating func settleHomes(of section: Int, from first: Int) {
    for index in first..<lists[section].chunks.count {
      homes[lists[section].chunks[index].number] = Home(section: Int32(section), index: Int32(index))
    }
  }

  /// Moves the second half of a chunk into a new one behind it.
  private mutating func split(_ chunk: Int, of section: Int) {
    let entries = lists[section].chunks[chunk].entries
    let middle = entries.count / 2
    let (first, second) = (Array(entries[..<middle]), Array(entries[middle...]))
    addChunk(second, to: section, at: chunk + 1)
    let number = lists[section].chunks[chunk + 1].number
    for entry in second { chunkOfRow[entry.identity] = number }
    lists[section].chunks[chunk].entries = first
    lists[section].chunks[chunk].visible = first.count { !$0.isHidden }
    lists[section].chunks[chunk + 1].visible = second.count { !$0.isHidden }
  }
}
