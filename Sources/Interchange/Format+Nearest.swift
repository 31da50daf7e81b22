extension Format {
  /// The names that a person who typed `name` may have meant, best first; none when nothing is close.
  ///
  ///     Format.nearest(to: "jsn")                    // ["json"]
  ///     Format.nearest(to: "mark")                   // ["markdown"]
  ///     Format.nearest(to: "yaml")                   // []
  package static func nearest(to name: String) -> [String] {
    let typed = Array(name.lowercased().unicodeScalars)
    guard !typed.isEmpty else { return [] }
    let ranked = all.compactMap { format -> (name: String, distance: Int)? in
      let letters = Array(format.name.unicodeScalars)
      if letters.starts(with: typed) { return (format.name, 0) }
      let distance = distance(typed, letters)
      return distance <= max(1, letters.count / 3) && distance < letters.count ? (format.name, distance) : nil
    }
    return ranked.sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbour
  /// (optimal string alignment).
  private static func distance(_ typed: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...name.count)
    for (i, letter) in typed.enumerated() {
      var current = [i + 1]
      for (j, other) in name.enumerated() {
        var best = min(last[j + 1] + 1, current[j] + 1, last[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == name[j - 1], typed[i - 1] == other { best = min(best, beforeLast[j - 1] + 1) }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[name.count]
  }
}
