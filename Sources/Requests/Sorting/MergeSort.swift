/// The places 0, 1, … in an order: a stable merge sort, which asks few questions and ends whatever the answers are.
///
///     mergeSorted(3) { [30, 10, 20][$0] < [30, 10, 20][$1] }   // [1, 2, 0]
///
/// `precedes` says whether the first place comes before the second; where neither does, they stay as they are.
package func mergeSorted<Failure: Error>(
  _ count: Int, _ precedes: (Int, Int) throws(Failure) -> Bool
) throws(Failure) -> [Int] {
  var places = Array(0..<count)
  var merged = places
  var width = 1
  while width < count {
    var start = 0
    while start < count {
      let middle = min(start + width, count)
      let end = min(middle + width, count)
      try merge(places, start, middle, end, into: &merged, precedes)
      start = end
    }
    swap(&places, &merged)
    width *= 2
  }
  return places
}

/// Merges two sorted runs; those that follow each other already are copied after one question.
private func merge<Failure: Error>(
  _ places: [Int], _ start: Int, _ middle: Int, _ end: Int, into merged: inout [Int],
  _ precedes: (Int, Int) throws(Failure) -> Bool
) throws(Failure) {
  var (left, right, target) = (start, middle, start)
  if right < end, try !precedes(places[right], places[right - 1]) { right = end }
  let isInOrder = right == end
  while left < middle, right < end {
    if try precedes(places[right], places[left]) {
      merged[target] = places[right]
      right += 1
    } else {
      merged[target] = places[left]
      left += 1
    }
    target += 1
  }
  for place in left..<(isInOrder ? end : middle) {
    merged[target] = places[place]
    target += 1
  }
  while right < end {
    merged[target] = places[right]
    (target, right) = (target + 1, right + 1)
  }
}
