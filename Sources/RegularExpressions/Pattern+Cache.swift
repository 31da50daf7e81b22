import Synchronization

extension Pattern {
  private static let cache = Mutex<[String: Pattern]>([:])

  /// The expression from among those that were used before, or compiled now.
  ///
  /// - Throws: `PatternMistake` where it is not valid.
  package static func cached(_ source: String) throws(PatternMistake) -> Pattern {
    if let pattern = cache.withLock({ $0[source] }) { return pattern }
    let pattern = try Pattern(source)
    cache.withLock { cache in
      // Scripts use a few; those that make them up as they go should not fill the memory.
      if cache.count >= 64 { cache.removeAll() }
      cache[source] = pattern
    }
    return pattern
  }
}
