import Shell

/// What `--help` prints.
enum HelpPage {
  static let usage = "moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]"

  private static let overview = """
    A Lua prompt on a database: entities, requests and their results.

    USAGE: \(usage)

    Without SCRIPT and -e there is a prompt; a pipe is run entry by entry.

    DATABASE  a file, made when it is first written, whose tables become entities;
              or a PostgreSQL server: postgres://user@host:5432/database;
              a fresh database in memory without it, or as ':memory:'
    SCRIPT    a file that ends in .lua or begins with '#!', or '-' for standard
              input; what follows belongs to it, as 'arg' and as '...'

    OPTIONS:

    """

  private static let examples = """

    EXAMPLES:
      moonshell                              .tour shows it
      moonshell shop.db                      a prompt on a file
      moonshell shop.db -e 'Player:count()'  one answer
      moonshell shop.db report.lua a b       a script
      echo 'Player:all()' | moonshell --mode csv shop.db

    At the prompt, .help explains every word. The manual has a
    tutorial, a cookbook and a search:
    moonshell --generate manual DIR, then open DIR/index.html
    Scripts and a database to try: share/moonshell/examples
    below the folder of installation, such as /usr.

    """

  static func text(columns: Int) -> String {
    overview + ProgramOption.shown.map { line($0, columns: columns) }.joined() + examples
  }

  /// Where the summaries begin.
  private static let indent = 26

  /// A line such as `  -i, --interactive       A prompt after the script.` and what does not fit into it.
  private static func line(_ option: ProgramOption, columns: Int) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    let names = "  \(short)--\(option.long)" + (option.value.map { " <\($0)>" } ?? "")
    let words = option.details.split(separator: " ").map(String.init)
    let gap = String(repeating: " ", count: max(indent - names.count, 2))
    let details = wrapped(
      words, separator: " ", width: columns, indent: String(repeating: " ", count: indent), start: indent)
    return names + gap + details + "\n"
  }
}
