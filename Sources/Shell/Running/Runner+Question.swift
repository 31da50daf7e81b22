import Model
import Platform

extension Runner {
  /// Asks a person something that is answered with yes or no; whatever is no clear yes means no.
  ///
  /// - Throws: when Ctrl-C is the answer.
  func asks(_ question: String) throws -> Bool {
    output.flush()
    output.message(settings.messagePalette(question, .heading) + " (y/N) ")
    let answer = Self.readAnswer()
    if answer == nil, !Signals.isInterrupted { output.message("\n") }
    try session.lua.checkInterruption()
    return ["y", "yes"].contains(answer?.trimmingBlanks().lowercased())
  }

  /// One line from the terminal, past C's buffers; nil where there is none, or Ctrl-C ended it.
  private static func readAnswer() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}
