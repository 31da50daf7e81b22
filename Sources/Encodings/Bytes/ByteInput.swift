/// A window on bytes that are read from a file, or that are all there.
///
/// Readers look at `base` up to `count`, and ask for `more` when what they look for is not there: what they still
/// need is kept, so that a file of any length takes the memory of its longest record.
package final class ByteInput {
  // Looked at for every record: nothing calls out while it holds one of these.
  @exclusivity(unchecked) package private(set) var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) package private(set) var count: Int
  private var capacity: Int
  private let file: InputFile?
  /// How many bytes were read so far, for those who show how far they are.
  package private(set) var offset: Int
  /// How many bytes there are in all, where that is known.
  package let size: Int?

  /// Asked now and then by those who read long: whether to stop.
  package var isInterrupted: (() -> Bool)?

  /// Reads a file.
  ///
  /// - Parameter window: how many bytes are looked at together at first.
  package convenience init(path: String, window: Int = 1 << 18) throws(InterchangeError) {
    try self.init(InputFile(path), window: window)
  }

  init(_ file: InputFile, window: Int) throws(InterchangeError) {
    self.file = file
    size = file.size
    offset = 0
    count = 0
    capacity = max(window, 4)
    base = .allocate(capacity: capacity)
    while count < 4, try more(keeping: 0) {}
    try skipMark()
  }

  /// Reads a copy of these bytes.
  package init(_ bytes: some Collection<UInt8>) throws(InterchangeError) {
    file = nil
    size = bytes.count
    offset = bytes.count
    count = bytes.count
    capacity = max(count, 1)
    base = .allocate(capacity: capacity)
    _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(from: bytes)
    try skipMark()
  }

  deinit { base.deallocate() }

  /// Forgets the bytes before `start` and reads on behind the rest; false at the end.
  ///
  /// What stood at `start` stands at the beginning of the window then.
  package func more(keeping start: Int) throws(InterchangeError) -> Bool {
    if isInterrupted?() == true { throw InterchangeError(.interrupted) }
    count -= start
    if start > 0 { base.update(from: base + start, count: count) }
    guard let file else { return false }
    if count > capacity / 2 { grow() }
    let free = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    let added = try file.read(into: free)
    count += added
    offset += added
    return added > 0
  }

  /// All bytes that there are.
  ///
  /// - Throws: `InterchangeError` where there are more than `limit`, before they are read if their number is known.
  package func everything(limit: Int = .max) throws(InterchangeError) -> [UInt8] {
    if size ?? 0 > limit { throw InterchangeError(.tooLarge(limit: limit)) }
    while try more(keeping: 0) { if count > limit { throw InterchangeError(.tooLarge(limit: limit)) } }
    return Array(UnsafeBufferPointer(start: base, count: count))
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// Drops the mark that says UTF-8 and refuses those that say something else.
  private func skipMark() throws(InterchangeError) {
    let start = Array(UnsafeBufferPointer(start: base, count: min(count, 4)))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      count -= 3
      base.update(from: base + 3, count: count)
    } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      throw InterchangeError(.isUTF16, at: .line(1, column: 1))
    }
  }
}
