import Encodings

/// The candidate nearest to a misspelt name, or nil when nothing is close.
///
/// Close means: at most a third of the letters differ (at least one may), counted as insertions, deletions,
/// substitutions and swaps of neighbours (Damerau 1964, the "optimal string alignment" form); letter case counts
/// little.
///
///     nearest(to: "agee", in: ["age", "name"])   // "age"
///     nearest(to: "zzz", in: ["age", "name"])    // nil
package func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().unicodeScalars)
  let limit = max(1, wanted.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let letters = Array(candidate.lowercased().unicodeScalars)
    // The distance is at least the difference of the lengths: a text of megabytes is not worth the walk.
    guard abs(letters.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, letters)
    // A name of which no letter is left is not close, however short it is.
    if distance <= limit, distance < max(letters.count, wanted.count), distance < best?.distance ?? Int.max {
      best = (candidate, distance)
    }
  }
  // Of an abbreviation too many letters are missing: `Millis` is `Milliseconds`.
  if let best { return best.name }
  let start = name.lowercased()
  let longer = wanted.count > 2 ? candidates.filter { $0 != name && $0.lowercased().hasPrefix(start) } : []
  return longer.min { $0.count < $1.count }
}

/// The sentence that follows an unknown name: ` Did you mean 'age'?`, or nothing.
package func suggestion(for name: String, in candidates: some Sequence<String>) -> String {
  let names = Array(candidates)
  let found = ForeignWords.home(of: bare(name), in: names.map(bare)).flatMap { home in names.first { bare($0) == home }
  }
  return (found ?? nearest(to: name, in: names)).map { " Did you mean \(quotedExcerpt($0))?" } ?? ""
}

/// What follows an unknown method of an entity or a request: how it is said here where no method is its home, else the
/// nearest.
///
///     ` Say db:add(x, { upsert = true, on = "field" })`
package func methodAdvice(for name: String, in candidates: [String]) -> String {
  if let entry = ForeignWords.entry(for: name, at: .request), !candidates.contains(entry.home) {
    return " Say \(entry.example)"
  }
  return suggestion(for: name, in: candidates)
}

/// What follows an unknown option: the one that may be meant, and all that there are.
///
///     ` Did you mean 'upsert'? Options are upsert and on`
package func optionAdvice(for name: String, in candidates: some Sequence<String>) -> String {
  let names = Array(candidates)
  let known =
    switch names.count {
    case 0: " There are no options"
    case 1: " The only option is \(names[0])"
    default: " Options are \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }
  return suggestion(for: name, in: names) + known
}

/// A command without its dot.
private func bare(_ name: String) -> String { name.hasPrefix(".") ? String(name.dropFirst()) : name }

private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var previous = [Int]()
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var next = [i + 1] + [Int](repeating: 0, count: right.count)
    for (j, other) in right.enumerated() {
      let substitution = row[j] + (letter == other ? 0 : 1)
      next[j + 1] = min(substitution, row[j + 1] + 1, next[j] + 1)
      if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
        next[j + 1] = min(next[j + 1], previous[j - 1] + 1)
      }
    }
    (previous, row) = (row, next)
  }
  return row[right.count]
}
