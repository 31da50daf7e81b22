import Interchange

/// The line on a terminal that tells how far a long work is, and goes when that is over.
///
///     players.csv ███▎     42 % · 120,000 rows · 2 s left · Ctrl-C cancels
package enum ProgressLine {
  /// Shows the words in place of those before; nil wipes the line.
  package static func show(_ words: String?) {
    let text = words.map { line($0, width: Terminal.size()?.columns) }
    Signals.showProgress(text != nil)
    if Terminal.canMoveCursor(type: Terminal.variable("TERM")) {
      // From the line's start, and then away with what is left of longer words.
      Output().control("\r" + (text ?? "") + "\u{1B}[K")
    } else {
      Output().control(text.map { "\r" + $0 } ?? "\n")
    }
  }

  /// The words with the way out behind them: what would wrap could not be erased, and loses its beginning, the name.
  static func line(_ words: String, width: Int?) -> String {
    let text = escapingControls(words) + " · Ctrl-C cancels"
    guard let width, DisplayWidth.of(text) >= width else { return text }
    return "…" + String(DisplayWidth.prefix(String(text.reversed()), width - 2).reversed())
  }
}
