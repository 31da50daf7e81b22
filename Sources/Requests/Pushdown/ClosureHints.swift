import Model

/// What is to be said to those who typed functions that do something else than they seem to.
///
///     note: UnitPrice is a decimal, which is never == a number: write decimal "0.99"
///
/// A prompt says it once an entry has run; a script is not interrupted by it.
package final class ClosureHints: SessionState {
  private var words: [String] = []

  package init(_ session: SessionContext) {}

  func add(_ hints: [String]) { words += hints.filter { !words.contains($0) } }

  /// A plan says its hints itself.
  func forget(_ hints: [String]) { words.removeAll(where: hints.contains) }

  /// The hints since the last call.
  package func take() -> [String] {
    defer { words = [] }
    return words
  }
}
