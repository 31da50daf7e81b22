import Encodings
import Manual
import Scripting
import Shell

extension Generated {
  /// The files of the manual: chapters, what `.help` says, and what the command line takes.
  @Sendable static func manual() throws -> [(name: String, text: String)] {
    let session = try Session(open: Engines().open)
    defer { session.close() }
    let terminal = Terminal(inputIsTerminal: false, outputIsTerminal: false)
    let runner = Runner(session: session, terminal: terminal, settings: Settings())
    let pages = Chapters.all + [commandLine] + (try ReferencePages(runner).pages())
    return Site(pages, version: Version.number).files
  }

  /// The options of the program, before what a chapter says of the rest of the command line.
  static var commandLine: Page {
    let options = ProgramOption.shown
    let rows = options.map { option in
      let names = [option.short.map { "-\($0)" }, "--" + option.long].compactMap { $0 }.map { "`\($0)`" }
      let value = option.value.map { " `\($0)`" } ?? ""
      return "| \(names.joined(separator: ", "))\(value) | \(option.details) |"
    }
    let entries = options.flatMap { option in
      (["--" + option.long] + (option.short.map { ["-\($0)"] } ?? [])).map {
        IndexEntry($0, kind: "option", summary: option.summary, heading: "Options")
      }
    }
    let table = "| option | |\n|---|---|\n" + rows.joined(separator: "\n")
    return Page(
      "command-line", "The command line", .reference, entries: entries + Chapters.commandLineEntries,
      text: Chapters.commandLine.replacing("\nOPTIONS\n", with: "\n\(table)\n"))
  }
}
