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
  /// What makes UTF-8 of the bytes, where they are something else.
  private var decoder: TextDecoder?
  /// How many bytes were read so far, for those who show how far they are.
  package private(set) var offset: Int
  /// How many bytes there are in all, where that is known.
  package let size: Int?
  /// Whether the first bytes tell how the others stand for letters.
  private(set) var saysEncoding = false

  /// Asked now and then by those who read long: whether to stop.
  package var isInterrupted: (() -> Bool)?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - window: how many bytes are looked at together at first.
  ///   - encoding: how they stand for letters, where no mark at the beginning says so.
  package convenience init(
    path: String, window: Int = 1 << 18, encoding: TextEncoding = .utf8
  ) throws(InterchangeError) {
    try self.init(InputFile(path), window: window, encoding)
  }

  init(_ file: InputFile, window: Int, _ encoding: TextEncoding = .utf8) throws(InterchangeError) {
    self.file = file
    size = file.size
    offset = 0
    count = 0
    capacity = max(window, 4)
    base = .allocate(capacity: capacity)
    while count < 4, try more(keeping: 0) {}
    try skipMark(encoding)
  }

  /// Reads a copy of these bytes.
  package init(_ bytes: some Collection<UInt8>, encoding: TextEncoding = .utf8) throws(InterchangeError) {
    file = nil
    size = bytes.count
    offset = bytes.count
    count = bytes.count
    capacity = max(count, 1)
    base = .allocate(capacity: capacity)
    _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(from: bytes)
    try skipMark(encoding)
    try decoder?.finish()
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
    if decoder != nil { return try decodeMore(file) }
    let free = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    let added = try file.read(into: free)
    count += added
    offset += added
    return added > 0
  }

  /// Reads on in a file that is no UTF-8; false at its end.
  private func decodeMore(_ file: InputFile) throws(InterchangeError) -> Bool {
    let before = count
    while count == before {
      let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 1)
      defer { raw.deallocate() }
      let added = try file.read(into: raw)
      offset += added
      if added == 0 {
        try decoder?.finish()
        return false
      }
      try decode(Array(raw[..<added]))
    }
    return true
  }

  /// Puts some bytes behind the others, as UTF-8.
  private func decode(_ bytes: [UInt8]) throws(InterchangeError) {
    while capacity - count < (bytes.count + 4) * TextDecoder.growth { grow() }
    try decoder?.decode(bytes) { byte in
      base[count] = byte
      count += 1
    }
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

  /// Drops the mark that says how the bytes are to be read, and reads them so.
  private func skipMark(_ encoding: TextEncoding) throws(InterchangeError) {
    let start = Array(UnsafeBufferPointer(start: base, count: min(count, 4)))
    if TextEncoding.isUTF32(start) { throw InterchangeError.utf32 }
    let mark = TextEncoding.mark(of: start) ?? TextEncoding.unmarked(start)
    saysEncoding = mark != nil
    if let mark {
      count -= mark.length
      base.update(from: base + mark.length, count: count)
    }
    let encoding = mark?.encoding ?? encoding
    guard encoding != .utf8 else { return }
    let raw = Array(UnsafeBufferPointer(start: base, count: count))
    decoder = TextDecoder(encoding)
    count = 0
    try decode(raw)
  }
}
