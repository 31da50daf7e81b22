/// Which of the things in a new order stay where they are: the most that can, under the rule that none moves from a
/// place to the same place.
///
///     UnmovedRows.find(among: [4, 3, 2, 1, 0], counting: &steps) { $0 == 2 }   // [false, false, true, false, false]
///
/// A thing whose place is the same before and after must be among them, as there is no other place that it could be
/// said to move to; what stands on the wrong side of it moves.
///
/// Complexity: that of `LongestIncrease`, O(n) more where one of the longest would move a thing to its own place.
enum UnmovedRows {
  /// For each of the places before, in the new order, whether the thing stays; nil where all do.
  ///
  /// - Parameter isFixed: whether the thing at an index has the same place before and after. Those increase.
  static func find(
    among places: [Int32], counting steps: inout some StepCounter, isFixed: (Int) -> Bool
  ) -> [Bool]? {
    guard let stays = LongestIncrease.find(in: places, counting: &steps) else { return nil }
    if !places.indices.contains(where: { !stays[$0] && isFixed($0) }) { return stays }
    let candidates = candidates(among: places, isFixed: isFixed)
    let increase = LongestIncrease.find(in: candidates.map { places[$0] }, counting: &steps)
    var result = [Bool](repeating: false, count: places.count)
    for (number, index) in candidates.enumerated() { result[index] = increase?[number] ?? true }
    return result
  }

  /// The same number of them, where of two neighbours that changed places the one that is as it was stays.
  ///
  /// What has changed is the one of which people expect that it moved.
  static func preferring(
    _ stays: [Bool], among places: [Int32], isFixed: (Int) -> Bool, isChanged: (Int) -> Bool
  ) -> [Bool] {
    // The place before of the first that stays from an index on.
    var following = [Int32](repeating: .max, count: places.count + 1)
    for index in places.indices.reversed() { following[index] = stays[index] ? places[index] : following[index + 1] }
    var result = stays
    var last = Int32.min
    for (index, next) in zip(places.indices, places.indices.dropFirst()) {
      if result[index] != result[next] {
        let (staying, moving) = result[index] ? (index, next) : (next, index)
        let fits = places[moving] > last && places[moving] < following[next + 1] && !isFixed(staying)
        if fits && isChanged(staying) && !isChanged(moving) { result.swapAt(index, next) }
      }
      if result[index] { last = places[index] }
    }
    return result
  }

  /// The indices of what can stay beside all that is fixed: greater than the fixed ones before, less than those behind.
  private static func candidates(among places: [Int32], isFixed: (Int) -> Bool) -> [Int] {
    var least = [Int32](repeating: 0, count: places.count)
    var last = Int32.min
    for index in places.indices {
      least[index] = last
      if isFixed(index) { last = places[index] }
    }
    var result: [Int] = []
    var next = Int32.max
    for index in places.indices.reversed() {
      let place = places[index]
      if place > least[index], place < next { result.append(index) }
      if isFixed(index) { next = place }
    }
    return result.reversed()
  }
}
