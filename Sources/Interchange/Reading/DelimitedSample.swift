/// The beginning of a file of rows, from which its separator is recognised.
///
/// A separator is that by which most records have as many fields as the first one, which has more than one. Where
/// several do, the one that the format is named for wins, then the one with more fields.
struct DelimitedSample {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether nothing stands behind it, so that its last record is whole.
  let isWhole: Bool

  static let size = 1 << 16
  private static let recordCount = 100
  private static let quote = UInt8(ascii: "\"")
  private static let candidates = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  /// The separator of the records, or `usual` where none shows itself.
  func separator(usual: UInt8) -> UInt8 {
    let others = Self.candidates.filter { $0 != usual }
    var best = (separator: usual, share: 0.0, fields: 1)
    for candidate in [usual] + others {
      let counts = records(candidate).map(\.count)
      guard let first = counts.first, first > 1 else { continue }
      let share = Double(counts.filter { $0 == first }.count) / Double(counts.count)
      let isBetter = share > best.share || share == best.share && best.separator != usual && first > best.fields
      if isBetter { best = (candidate, share, first) }
    }
    return best.separator
  }

  /// Whether a blank follows every separator, as in `name, age`.
  func hasBlanks(behind separator: UInt8) -> Bool {
    let followers = records(separator).flatMap { $0.dropFirst() }
    return separator != 0x20 && !followers.isEmpty && followers.allSatisfy { $0 == 0x20 }
  }

  /// What the line `sep=;` says, which spreadsheets take as the first, and where the next line begins.
  func declaration() -> (separator: UInt8, end: Int)? {
    let start = bytes.starts(with: "sep=".utf8) || bytes.starts(with: "SEP=".utf8)
    guard start, bytes.count > 5, Self.candidates.contains(bytes[4]) else { return nil }
    if bytes[5] == 0x0A { return (bytes[4], 6) }
    guard bytes[5] == 0x0D else { return nil }
    return (bytes[4], bytes.count > 6 && bytes[6] == 0x0A ? 7 : 6)
  }

  /// The first byte of each field of the first records; 0 for one that is empty, which a blank may stand for.
  private func records(_ separator: UInt8) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var record: [UInt8] = []
    var place = 0
    while place < bytes.count, result.count < Self.recordCount {
      let start = place
      place = end(ofField: start, separator)
      let isEnd = place == bytes.count || bytes[place] != separator
      record.append(start < place ? bytes[start] : 0x20)
      guard isEnd else {
        place += 1
        continue
      }
      let isBlank = record.count == 1 && start == place
      if !isBlank, place < bytes.count || isWhole { result.append(record) }
      record = []
      place += 1
    }
    return result
  }

  private func end(ofField start: Int, _ separator: UInt8) -> Int {
    var place = start
    while place < bytes.count, bytes[place] == 0x20, separator != 0x20 { place += 1 }
    if place < bytes.count, bytes[place] == Self.quote {
      place += 1
      while place < bytes.count, bytes[place] != Self.quote || place + 1 < bytes.count && bytes[place + 1] == Self.quote
      {
        place += bytes[place] == Self.quote ? 2 : 1
      }
    }
    while place < bytes.count, bytes[place] != separator, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
    return min(place, bytes.count)
  }
}
