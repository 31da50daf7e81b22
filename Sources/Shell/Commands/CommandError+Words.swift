import Encodings
import Interchange
import Platform
import Schema

extension CommandError {
  var description: String {
    switch self {
    case .unknown(let name) where Self.elsewhere[name] != nil:
      "there is no command .\(name).\(Self.elsewhere[name] ?? "") .help lists them"
    case .unknown(let name):
      "there is no command .\(name)." + suggestion(for: "." + name, in: Command.all.flatMap(\.names).map { "." + $0 })
        + (ForeignWords.entry(for: name, at: .command).map { " Write \($0.example)." } ?? "") + " .help lists them"
    case .usage(let name, let words):
      "\(words)\(words.hasSuffix("?") || words.hasSuffix(".") ? "" : ".") Write \(Command.all.first { $0.name == name }?.usage ?? "." + name)"
    case .refused(let name, let words): ".\(name): \(words)"
    }
  }
}

/// How commands are written.
extension CommandError {
  /// What other shells have commands for, and Lua or the keyboard does here.
  private static let elsewhere = [
    "shell": shell, "system": shell, "sh": shell, "clear": clear, "cls": clear,
    "cd": " A file is named by its path.", "print": " print(x) prints.", "cat": " .read FILE runs a file.",
  ]
  private static let shell = " os.execute \"ls\" runs a program."
  private static let clear = " Ctrl-L clears the screen."

  static func sqlForRequest(_ command: String) -> CommandError {
    let way = command == "explain" ? ": SQL is explained by EXPLAIN QUERY PLAN" : ": db:from_sql makes one of a SELECT"
    return .usage(command, ".\(command) takes a request, not SQL\(way)")
  }
  /// - Parameter words: what the command takes: `takes nothing`.
  static func surplus(_ command: String, _ words: String, _ surplus: String) -> CommandError {
    .usage(command, ".\(command) \(words): \(quotedExcerpt(surplus)) is too much")
  }

  static let chartWithoutField = usage(
    "chart", ".chart takes a request and a field, such as .chart Player:all() age")
  static let importWithoutFile = usage(
    "import", ".import takes a file, and an entity if there is one: .import players.csv Player")
  static let exportWithoutRequest = usage(
    "export", ".export takes a file and a request, such as .export players.json Player:all()")
  static let openWithoutFile = usage("open", ".open takes a file, or :memory:")
  static let readWithoutFile = usage("read", ".read takes a file")
  static let editTakesNothing = usage("edit", ".edit takes nothing: it is about the last entry")
  static let migrateTakesNothing = usage("migrate", ".migrate takes nothing: db:migrate { … } has options")

  static func noEntity(_ command: String) -> CommandError { .usage(command, ".\(command) takes an entity") }

  static var noEntityToCheck: CommandError { noEntity("check") }

  static func unknownEntity(_ command: String, _ name: String, among names: [String]) -> CommandError {
    let near = suggestion(for: name, in: names)
    return .usage(
      command,
      "there is no entity \(quotedExcerpt(name))." + (near.isEmpty ? " .entities lists what there is" : near))
  }

  /// - Parameters:
  ///   - found: what was given, if anything was.
  ///   - guess: the name that was meant, as a sentence, or nothing.
  static func noRequest(_ command: String, found: String? = nil, guess: String = "") -> CommandError {
    let words = ".\(command) takes a request, such as Player:where { age = 20 }"
    return .usage(command, words + (found.map { ", not \($0)" } ?? "") + (guess.isEmpty ? "" : "." + guess))
  }

  static func unknownMode(_ command: String, _ name: String, among names: [String]) -> CommandError {
    .usage(
      command,
      "there is no mode \(quotedExcerpt(name))." + suggestion(for: name, in: names) + " The modes are "
        + names.joined(separator: ", "))
  }

  static func noLimit(_ argument: String) -> CommandError {
    .usage("limit", "a limit is a number of rows, at least 1, or all, not '\(argument)'")
  }

  static func noFlag(_ command: String, _ argument: String) -> CommandError {
    .usage(command, "'\(argument)' is neither on nor off")
  }
}

/// Why commands cannot be done.
extension CommandError {
  static let adviseOnReadOnly = refused(
    "advise", "an index is made to be tried, and the database is open for reading only")
  static let adviseOnGroups = refused(
    "advise", "groups are not advised on: ask about the request that they are made of")
  static let chartOfValues = refused("chart", "the list has plain values, which have no fields: give it rows")
  static let noEntities = refused("diagram", "there are no entities yet")
  static let openInTransaction = refused("open", "a transaction is open: commit or roll it back first")
  static let readsEntries = refused("read", "standard input is where the entries come from")
  static let noHistory = refused("history", "nobody typed anything here")
  static let noTerminal = refused("edit", "there is no terminal to edit in")
  /// Why there is no editor in a sandbox.
  static let editorKeptOut = refused("edit", "the sandbox starts no other program")
  static let watchOfGroups = refused("watch", "groups are not watched: name the request that they are made of")
  static let nothingShown = refused("last", "nothing was shown yet")
  static let tourWithData = refused(
    "tour", "it makes an entity of its own: start moonshell without a database, and say .tour there")

  static func noNumbers(_ field: String) -> CommandError {
    .refused("chart", "\(quotedExcerpt(field)) is no number in every row")
  }

  static func editorFailed(_ editor: String) -> CommandError {
    .refused("edit", "'\(escapingControls(editor))' failed: nothing is run")
  }

  // What the system has just refused, by `errno`.

  static func readFailed(_ path: String) -> CommandError { .refused("read", cannot("read", path)) }
  static func editUnreadable(_ path: String) -> CommandError { .refused("edit", cannot("read", path)) }
  static func editUnwritable(_ path: String) -> CommandError { .refused("edit", cannot("write", path)) }
  static func outputUnwritable(_ path: String) -> CommandError { .refused("output", cannot("write", path)) }

  /// Not everything is in the file that results go to; perhaps they go to the screen again.
  static func outputLost(_ path: String, isLeft: Bool) -> CommandError {
    let more = isLeft ? ", and results go to the screen again" : ""
    return .refused("output", cannot("write", path) + ": not everything is in it\(more)")
  }

  /// Why something with a file failed: `cannot write x.csv: permission denied`.
  static func cannot(_ verb: String, _ path: String) -> String {
    let reason = systemWords(errno, path, isWriting: verb == "write")
    return "cannot \(verb) \(escapingControls(path)): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
  }
}
