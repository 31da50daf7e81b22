import Encodings
import Schema

/// A command line that was not understood, in a few lines: what is wrong, how it is written, where to read more.
///
///     moonshell: unknown option '--colr'. Did you mean '--color'?
///     usage: moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]
///     moonshell --help says more
struct UsageError: Error, Equatable {
  let words: String

  init(_ words: String) {
    self.words = words
  }

  var text: String {
    "moonshell: \(words)\nusage: \(HelpPage.usage)\nmoonshell --help says more\n"
  }

  /// A word of the command line as a message shows it: short, and nothing in it that a terminal obeys.
  static func quoted(_ word: String) -> String { quotedExcerpt(word) }
}
