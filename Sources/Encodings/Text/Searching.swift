import Platform

// The standard library's own search of text comes with its regular expressions: 1.5 MB of a program that has PCRE2 for
// these. Package.swift leaves it out of every target, and this is what stands for it.

extension StringProtocol {
  /// The first place of a part, compared byte by byte; nil where there is none, and for a part of no bytes.
  ///
  ///     "a = b = c".firstRange(of: " = ")   // the place of the first " = "
  package func firstRange(of part: String) -> Range<Index>? {
    guard let offset = offset(of: part) else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: part.utf8.count)
  }

  /// How many bytes stand before the first place of a part.
  private func offset(of part: String) -> Int? {
    let found = utf8.withContiguousStorageIfAvailable { text in
      part.utf8.withContiguousStorageIfAvailable { part in
        UnsafeRawBufferPointer(text).offset(of: UnsafeRawBufferPointer(part))
      }
    }
    guard let found else { return String(self).offset(of: part) }
    return found.flatMap { $0 }
  }

  /// Whether a part stands anywhere in the text; a part of no bytes stands everywhere.
  ///
  ///     "no such column".contains("such")   // true
  package func contains(_ part: String) -> Bool {
    part.isEmpty || offset(of: part) != nil
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

extension UnsafeRawBufferPointer {
  /// How many bytes stand before the first place of others; nil where there is none, and for no bytes.
  ///
  /// Looks for the first byte with `memchr`, then compares the rest.
  package func offset(of part: UnsafeRawBufferPointer) -> Int? {
    guard let text = baseAddress, let other = part.baseAddress, let first = part.first else { return nil }
    var place = 0
    while count - place >= part.count {
      guard let found = memchr(text + place, Int32(first), count - place - part.count + 1) else { return nil }
      place = found - UnsafeMutableRawPointer(mutating: text)
      if memcmp(found, other, part.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
