/// The short texts that a buffer stored last: the same again need no bytes of their own.
///
/// Columns of few different values (a team, a country, a state of an order) are common, and the bytes of a million rows
/// are not few. A place for each hash holds the text that was seen last with it, so that a column whose values never
/// repeat costs a look and no search.
struct RepeatedTexts {
  /// The most bytes of a text that is looked for.
  static let longest = 16

  private struct Entry {
    /// Its first and last eight bytes, which are all of it, and how many it has; 0 where the place is free.
    var first: UInt64 = 0
    var last: UInt64 = 0
    var count = 0
    var address: UnsafeMutableRawPointer?
  }

  private static let placeBits: UInt64 = 9

  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << Self.placeBits)
  private var place = 0
  private var sought = Entry()

  init() {
    entries.initialize(repeating: Entry(), count: 1 << Self.placeBits)
  }

  func free() {
    entries.deallocate()
  }

  /// Where a text of 1 to `longest` bytes was stored; nil where it was not, or others came since.
  @inline(__always)
  mutating func address(of text: UnsafeRawPointer, _ count: Int) -> UnsafeMutableRawPointer? {
    sought = Entry(first: Self.first(text, count), last: Self.last(text, count), count: count)
    // The multiplier is that of Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, 6.4).
    let mixed = (sought.first ^ (sought.last << 7 | sought.last >> 57) ^ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
    place = Int(mixed >> (64 - Self.placeBits))
    let entry = entries[place]
    let isSame = entry.count == count && entry.first == sought.first && entry.last == sought.last
    return isSame ? entry.address : nil
  }

  /// Remembers where the text that was looked for last is stored now.
  @inline(__always)
  mutating func remember(_ address: UnsafeMutableRawPointer) {
    sought.address = address
    entries[place] = sought
  }

  @inline(__always)
  private static func first(_ text: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 8 { return text.loadUnaligned(as: UInt64.self) }
    if count >= 4 { return UInt64(text.loadUnaligned(as: UInt32.self)) }
    return UInt64(text.load(as: UInt8.self)) | UInt64(text.load(fromByteOffset: count >> 1, as: UInt8.self)) << 8
  }

  @inline(__always)
  private static func last(_ text: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 8 { return text.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self) }
    if count >= 4 { return UInt64(text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)) }
    return UInt64(text.load(fromByteOffset: count - 1, as: UInt8.self))
  }
}
