/// The longest increasing subsequence of distinct places: of things in a new order, the most that need not move.
///
///     var increase = LongestIncrease()
///     increase.find(in: [2, 0, 1, 3], counting: &steps)   // [false, true, true, true]: 2 moves, the rest stays
///
/// Patience sorting with binary search: C. Schensted, "Longest increasing and decreasing subsequences", Canadian Journal
/// of Mathematics 13 (1961); M. L. Fredman, "On computing the length of longest increasing subsequences", Discrete
/// Mathematics 11 (1975). Of several longest ones it is always the same that is found.
///
/// Complexity: O(n log n); O(n) for places that increase but for a few that lie too far ahead. The memory for the work
/// is kept from one search to the next.
struct LongestIncrease {
  /// For each length, the index of the smallest place that an increase of that length can end with.
  private var ends: [Int32] = []
  /// For each index the index before it in the longest increase that ends there.
  private var previous: [Int32] = []

  /// For each place whether it belongs to the longest increase; nil where all do.
  mutating func find(in places: [Int32], counting steps: inout some StepCounter) -> [Bool]? {
    let rising = risingPrefix(of: places.span, counting: &steps)
    if rising == places.count { return nil }
    search(places.span, after: rising, counting: &steps)
    return marked(count: places.count)
  }

  /// How many places increase from the first on: they are an increase whose ends are known.
  private func risingPrefix(of places: Span<Int32>, counting steps: inout some StepCounter) -> Int {
    var count = min(places.count, 1)
    while count < places.count {
      steps.comparedPlaces()
      if places[count - 1] > places[count] { break }
      count += 1
    }
    return count
  }

  private mutating func search(_ places: Span<Int32>, after rising: Int, counting steps: inout some StepCounter) {
    ends.removeAll(keepingCapacity: true)
    previous.removeAll(keepingCapacity: true)
    for index in 0..<Int32(rising) {
      ends.append(index)
      previous.append(index - 1)
    }
    for index in rising..<places.count {
      let length = Self.longest(ends.span, before: places[index], in: places, counting: &steps)
      previous.append(length > 0 ? ends[length - 1] : -1)
      if length == ends.count { ends.append(Int32(index)) } else { ends[length] = Int32(index) }
    }
  }

  /// The length of the longest increase so far that ends with less than `place`.
  private static func longest(
    _ ends: Span<Int32>, before place: Int32, in places: Span<Int32>, counting steps: inout some StepCounter
  ) -> Int {
    // Most places follow the greatest so far.
    steps.comparedPlaces()
    if places[Int(ends[ends.count - 1])] < place { return ends.count }
    var low = 0
    var high = ends.count - 1
    while low < high {
      let middle = (low + high) / 2
      steps.comparedPlaces()
      if places[Int(ends[middle])] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func marked(count: Int) -> [Bool] {
    var belongs = [Bool](repeating: false, count: count)
    let previous = previous.span
    var index = ends.last ?? -1
    while index >= 0 {
      belongs[Int(index)] = true
      index = previous[Int(index)]
    }
    return belongs
  }
}
