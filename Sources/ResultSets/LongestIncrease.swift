/// The longest increasing subsequence of distinct places: of things in a new order, the most that need not move.
///
///     LongestIncrease.find(in: [2, 0, 1, 3], counting: &steps)   // [false, true, true, true]: one move, the rest stays
///
/// Patience sorting with binary search: C. Schensted, "Longest increasing and decreasing subsequences", Canadian Journal
/// of Mathematics 13 (1961); M. L. Fredman, "On computing the length of longest increasing subsequences", Discrete
/// Mathematics 11 (1975). Of several longest ones it is always the same that is found.
///
/// Complexity: O(n log n) time, O(n) for places that increase but for a few that lie too far ahead; O(n) memory.
enum LongestIncrease {
  /// For each place whether it belongs to the longest increase; nil where all do.
  static func find(in places: [Int32], counting steps: inout some StepCounter) -> [Bool]? {
    let rising = risingPrefix(of: places.span, counting: &steps)
    if rising == places.count { return nil }
    // For each length, the index of the smallest place that an increase of that length can end with. The first ones
    // increase, so each of them ends an increase that is one longer.
    var ends = [Int32](repeating: 0, count: places.count)
    // For each index the index before it in the longest increase that ends there.
    var previous = ends
    for index in 0..<rising {
      ends[index] = Int32(index)
      previous[index] = Int32(index - 1)
    }
    var spanOfEnds = ends.mutableSpan
    var spanOfPrevious = previous.mutableSpan
    let last = search(places.span, after: rising, &spanOfEnds, &spanOfPrevious, counting: &steps)
    return marked(previous, from: last)
  }

  /// How many places increase from the first on.
  private static func risingPrefix(of places: Span<Int32>, counting steps: inout some StepCounter) -> Int {
    var count = min(places.count, 1)
    while count < places.count {
      steps.comparedPlaces()
      if places[count - 1] > places[count] { break }
      count += 1
    }
    return count
  }

  /// Puts every further place at the end of the longest increase that it can continue; returns the last index of the
  /// longest of all.
  private static func search(
    _ places: Span<Int32>, after rising: Int, _ ends: inout MutableSpan<Int32>, _ previous: inout MutableSpan<Int32>,
    counting steps: inout some StepCounter
  ) -> Int32 {
    var count = rising
    for index in rising..<places.count {
      let length = longest(ends.span.extracting(first: count), before: places[index], in: places, counting: &steps)
      previous[index] = length > 0 ? ends[length - 1] : -1
      ends[length] = Int32(index)
      count = max(count, length + 1)
    }
    return ends[count - 1]
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

  private static func marked(_ previous: [Int32], from last: Int32) -> [Bool] {
    var belongs = [Bool](repeating: false, count: previous.count)
    var index = last
    while index >= 0 {
      belongs[Int(index)] = true
      index = previous[Int(index)]
    }
    return belongs
  }
}
