// The standard library's own search of text comes with its regular expressions: 1.5 MB of a program that has PCRE2 for
// these. Package.swift leaves it out of every target, and this is what stands for it.

extension StringProtocol {
  /// The first place of a part, compared byte by byte; nil where there is none, and for a part of no bytes.
  ///
  ///     "a = b = c".firstRange(of: " = ")   // the place of the first " = "
  package func firstRange(of part: String) -> Range<Index>? {
    guard let first = part.utf8.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      var (place, isSame) = (start, true)
      for byte in part.utf8 where isSame {
        isSame = place < rest.endIndex && rest[place] == byte
        if isSame { rest.formIndex(after: &place) }
      }
      if isSame { return start..<place }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  /// Whether a part stands anywhere in the text; a part of no bytes stands everywhere.
  ///
  ///     "no such column".contains("such")   // true
  package func contains(_ part: String) -> Bool {
    part.isEmpty || firstRange(of: part) != nil
  }

  /// The text with another in place of a part, wherever that stands, from the left.
  ///
  ///     "it's".replacing("'", with: "''")   // it''s
  ///
  /// - Parameter maxReplacements: how many of them are replaced, the first ones.
  package func replacing(_ part: String, with other: String, maxReplacements: Int = .max) -> String {
    var result = ""
    var (rest, count) = (self[...], 0)
    while count < maxReplacements, let place = rest.firstRange(of: part) {
      result += rest[..<place.lowerBound]
      result += other
      rest = rest[place.upperBound...]
      count += 1
    }
    return count == 0 ? String(self) : result + rest
  }

  /// What stands before, between and after the places of a separator.
  ///
  ///     "a''b".split(separator: "''")   // ["a", "b"]
  package func split(separator: String, omittingEmptySubsequences: Bool = true) -> [SubSequence] {
    var parts: [SubSequence] = []
    var rest = self[...]
    while let place = rest.firstRange(of: separator) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    parts.append(rest)
    return omittingEmptySubsequences ? parts.filter { !$0.isEmpty } : parts
  }
}
