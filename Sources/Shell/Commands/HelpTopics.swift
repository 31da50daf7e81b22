import Encodings
import Schema

extension Help {
  /// What there is, on one screen.
  static func overview(_ palette: Palette, width: Int?) -> String {
    let width = min(width ?? 80, 100)
    func part(_ title: String, _ words: [String]) -> String {
      let blanks = String(repeating: " ", count: max(10 - title.count, 1))
      let indent = String(repeating: " ", count: 10)
      return palette(title, .heading) + blanks
        + wrapped(words, separator: " ", width: width, indent: indent, start: 10) + "\n"
    }
    let titles = groups.map { $0.title.lowercased() }.filter { $0 != "commands" }
    return """
      Type Lua or SQL, and see what comes of it. Ctrl-C ends what runs, Ctrl-D leaves.

      .help WORD says what a word, option or command means, with what it prints:
      .help where    .help csv    .help .undo    .help ValidationError


      """
        + part("Topics", everyday.map(\.word)) + part("Lists", titles.map { $0.replacing(" ", with: "\u{A0}") })
        + part("Chapters", chapterNames) + part("Commands", Command.all.map { "." + $0.name })
        + "\n.help everything lists every word.\n"
  }
}
