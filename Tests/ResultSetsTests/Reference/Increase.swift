/// The length of the longest increasing subsequence, by trying every subset.
func longestIncreaseByBruteForce(_ values: [Int]) -> Int {
  if values.count < 2 { return values.count }
  var longest = 0
  for subset in 0..<(1 << values.count) where subset.nonzeroBitCount > longest {
    var last = Int.min
    var increases = true
    for (index, value) in values.enumerated() where subset >> index & 1 == 1 {
      if value <= last {
        increases = false
        break
      }
      last = value
    }
    if increases { longest = subset.nonzeroBitCount }
  }
  return longest
}

/// The same in quadratic time: the longest that ends at each value is one more than the longest before a smaller one.
func longestIncrease(_ values: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, value) in values.enumerated() {
    var length = 1
    for before in 0..<index where values[before] < value { length = max(length, lengths[before] + 1) }
    lengths.append(length)
  }
  return lengths.max() ?? 0
}
