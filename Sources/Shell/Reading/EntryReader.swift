/// Reads whole entries from a person or a pipe.
package protocol EntryReader: AnyObject {
  /// Shows `prompt` (then `continuation` for further lines) and reads until the text so far is complete.
  ///
  /// - Parameter isComplete: is told each line when it is there: the entry so far, and the line at its end.
  func readEntry(prompt: String, continuation: String, isComplete: (String, String) -> Bool) -> EntryInput

  /// Whether a text, which is complete, goes on with the next line; `line` reads that, and is asked only where it matters.
  ///
  /// Only a pipe knows the next line before what precedes it has run: other readers never ask.
  var goesOn: ((_ text: String, _ line: () -> String?) -> Bool)? { get set }

  /// The line of the input in which the last entry began, counted from 1; 0 at a terminal.
  var line: Int { get }

  /// Keeps an entry that was not typed here, so that Up finds it.
  func remember(_ entry: String)

  /// Puts a text into the next line, to be changed or sent.
  func prefill(_ text: String)
}

/// Reads the entries of a person at a terminal.
package protocol PromptReader: EntryReader {
  /// Runs when a signal ends the program while it is at the prompt: the last chance to roll back and close.
  var onTermination: () -> Void { get set }

  /// What is said to a line that goes on with an entry; it gets the entry so far.
  var lineHint: (String) -> LineHint? { get set }
}

extension EntryReader {
  package var line: Int { 0 }

  package var goesOn: ((_ text: String, _ line: () -> String?) -> Bool)? {
    get { nil }
    set {}
  }

  package func remember(_ entry: String) {}

  package func prefill(_ text: String) {}
}

/// What came from the reader.
package enum EntryInput: Equatable, Sendable {
  /// A whole entry, its lines joined by newlines, without the last newline.
  case entry(String)
  /// Ctrl-C: what was typed is dropped.
  case interrupted
  /// Ctrl-D, the end of the file, or a terminal that is gone.
  case endOfInput
}
