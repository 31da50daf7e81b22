/// Hears of every step of a difference whose number depends on the rows, so that a test can count them.
///
/// In the program it is `UncountedSteps`, which the compiler makes nothing of.
protocol StepCounter {
  /// An identity of one list was compared with one of the other.
  mutating func comparedIdentities()
  /// The place of an identity was looked up.
  mutating func readIndex()
  /// Two places were compared, in the search for the longest increase.
  mutating func comparedPlaces()
}

struct UncountedSteps: StepCounter {
  func comparedIdentities() {}
  func readIndex() {}
  func comparedPlaces() {}
}
