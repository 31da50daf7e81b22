import Model
import SQLText

extension Runner {
  /// What to say to a command that is typed where an entry goes on: there it is not a command.
  ///
  ///     moon> t = {
  ///       ... .help
  ///     .help was left out: the entry above is not finished. Finish it, or drop it with Ctrl-C
  ///
  /// - Parameter entry: the entry so far, its last line being the one in question.
  package func hint(forLastLineOf entry: String) -> LineHint? {
    guard let end = entry.lastIndex(of: "\n") else { return nil }
    let line = String(entry[end...]).trimmingBlanks()
    guard case .command(let name, _) = Entry(line, lua: luaForEntries),
      Command.all.contains(where: { $0.names.contains(name) })
    else { return nil }
    let isTaken = takes(line, asPartOf: entry)
    let words = "\(line.prefix { !$0.isWhitespace }) \(isTaken ? "became part of" : "was left out:") the entry above"
    let state = isTaken ? ", which is not finished." : " is not finished."
    return LineHint(
      words: settings.messagePalette(words + state + " Finish it, or drop it with Ctrl-C", .hint), isTaken: isTaken)
  }

  /// Whether an entry can go on with a line that looks like a command, as inside of a long string.
  private func takes(_ line: String, asPartOf entry: String) -> Bool {
    if isSQL(entry) { return !line.hasPrefix(".") || SQLShape(entry, syntax: syntax).isOpen }
    return session.lua.acceptsEntry(entry) != .no
  }
}
