/// A row with what is compared of it: a number that is in the same order.
struct SortEntry {
  var head: UInt64
  var row: UInt32
}

/// Sorts by the heads; what is equal keeps its order.
///
/// `scratch` has room for as many.
func sortByHeads(
  _ entries: UnsafeMutableBufferPointer<SortEntry>, _ scratch: UnsafeMutableBufferPointer<SortEntry>
) {
  // The counts of all bytes cost as much as so many rows do.
  if entries.count <= 96 { sortByInsertion(entries) } else { sortByBytes(entries, scratch) }
}

private func sortByInsertion(_ entries: UnsafeMutableBufferPointer<SortEntry>) {
  for index in entries.indices.dropFirst() {
    let entry = entries[index]
    var place = index
    while place > 0, entry.head < entries[place - 1].head {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
  }
}

/// A radix sort from the lowest byte to the highest, without the bytes that are the same in all heads.
private func sortByBytes(
  _ entries: UnsafeMutableBufferPointer<SortEntry>, _ scratch: UnsafeMutableBufferPointer<SortEntry>
) {
  withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8 * 256) { counts in
    counts.initialize(repeating: 0)
    for entry in entries {
      for byte in 0..<8 { counts[byte << 8 | Int(entry.head >> UInt64(byte * 8) & 0xFF)] += 1 }
    }
    var (source, target) = (entries, UnsafeMutableBufferPointer(rebasing: scratch[..<entries.count]))
    for byte in 0..<8 {
      let places = UnsafeMutableBufferPointer(rebasing: counts[byte << 8..<(byte + 1) << 8])
      let shift = UInt64(byte * 8)
      if places[Int(source[0].head >> shift & 0xFF)] == entries.count { continue }
      var next: UInt32 = 0
      for value in places.indices { (places[value], next) = (next, next + places[value]) }
      for entry in source {
        let value = Int(entry.head >> shift & 0xFF)
        target[Int(places[value])] = entry
        places[value] += 1
      }
      swap(&source, &target)
    }
    if source.baseAddress != entries.baseAddress { _ = entries.update(from: source) }
  }
}
