import ArgumentParser

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

  /// What the parser says, without the help that it adds.
  init(_ error: any Error) {
    // It lists a second reading of a cluster of letters on a line of its own.
    let words = Options.message(for: error).split(separator: "\n").first.map(String.init) ?? "unknown usage"
    self.words = words.prefix(1).lowercased() + words.dropFirst()
  }

  var text: String {
    "moonshell: \(words)\nusage: \(Options.usage)\nmoonshell --help says more\n"
  }
}
