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
    session.messages.progress(words(count))
  }

  /// What is shown: `big.csv ███████▏  42 % · 645,376 rows · 2 s left`.
  private func words(_ count: Int) -> String {
    let rows = "\(count.grouped) rows"
    let file = name.split(separator: "/").last.map(String.init) ?? name
    guard let input, let size = input.size, size > 0 else { return "\(file) · \(rows)" }
    let done = min(Double(input.offset) / Double(size), 1)
    let passed = sinceStart.elapsed / .seconds(1)
    let left = done > 0.02 ? " · \(Int((passed / done * (1 - done)).rounded(.up))) s left" : ""
    return "\(file) \(Self.bar(done)) \(Int(done * 100)) % · \(rows)\(left)"
  }

  /// Ten cells, to an eighth of one.
  private static func bar(_ share: Double) -> String {
    let eighths = Int((share * 80).rounded(.down))
    let parts = Array(" ▏▎▍▌▋▊▉")
    let drawn = String(repeating: "█", count: eighths / 8) + (eighths % 8 == 0 ? "" : String(parts[eighths % 8]))
    return drawn + String(repeating: " ", count: 10 - drawn.count)
  }

  func end() {
    if isShown { session.messages.progress(nil) }
  }
}

extension Int {
  /// The number with commas: `1,194`.
  var grouped: String {
    let digits = Array(String(self))
    return digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }.joined()
  }
}
