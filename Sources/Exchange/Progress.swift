import Encodings
import Interchange
import Model
import Store

/// Tells how far a long work is, from its second second on.
struct Progress {
  private let session: SessionContext
  private let name: String
  private let sinceStart = Stopwatch()
  private var sinceShown = Stopwatch()
  private var isShown = false
  /// What is being read, which knows how much of it is left.
  var input: ByteInput?

  init(_ session: SessionContext, _ name: String) {
    self.session = session
    self.name = name
  }

  /// Says that `count` rows are done.
  mutating func show(_ count: Int) {
    guard sinceStart.elapsed > .seconds(1), sinceShown.elapsed > .milliseconds(100) else { return }
    sinceShown = Stopwatch()
    isShown = true
    var words = "\(name): \(count) rows"
    if let input, let size = input.size, size > 0 { words += ", \(input.offset * 100 / size) %" }
    session.messages.progress(words)
  }

  func end() {
    if isShown { session.messages.progress(nil) }
  }
}
