import Schema

/// One command of the prompt: its names, what `.help` says of it, and what it does.
package struct Command: Sendable {
  package let names: [String]
  /// How it is written: `.schema [ENTITY]`.
  package let usage: String
  package let summary: String
  /// Entries that show what it does, three blanks between them; nil where that would touch the world outside.
  let example: String?
  /// What its arguments are, in order, for completion.
  let arguments: [Argument]
  let run: @Sendable (Runner, String) throws -> Void

  init(
    _ names: String..., usage: String, summary: String, example: String? = nil, arguments: [Argument] = [],
    run: @escaping @Sendable (Runner, String) throws -> Void
  ) {
    self.names = names
    self.usage = usage
    self.summary = summary
    self.example = example
    self.arguments = arguments
    self.run = run
  }

  /// What can stand behind a command.
  package enum Argument: Sendable {
    /// One of these words.
    case words([String])
    /// The name of an entity, of a table too, of anything that help knows.
    case entity, table, topic
    case file
    /// A field of the entity of the request before it.
    case field
    /// Lua, to the end of the line or as far as the next argument allows.
    case request
  }

  package var name: String { names[0] }

  /// Refuses what a command would not look at.
  func checkSurplus(_ argument: String) throws {
    var words = ""
    var surplus = ""
    if !usage.contains(" ") {
      (words, surplus) = ("takes nothing", argument)
    } else if arguments.count == 1, case .file = arguments[0] {
      (words, surplus) = (
        "takes one file, in quotation marks where its name has blanks", argument.splittingFirstWord.rest
      )
    }
    if surplus.isEmpty { return }
    throw CommandError.surplus(name, words, surplus)
  }

  /// Every command, in the order in which help lists them.
  package static let all: [Command] = [
    .help, .tour, .open, .databases, .tables, .entities, .schema, .indexes, .diagram,
    .summary, .chart, .check, .explain, .advise, .mode,
    .limit, .null, .last, .output, .pager, .echo, .timer, .read, .import, .export, .dump, .backup, .compare, .watch,
    .migrate, .undo, .try, .diff, .keep, .discard, .edit, .history, .record, .quit,
  ]
}

/// A command that was not understood.
enum CommandError: Error, CustomStringConvertible {
  case unknown(String)
  /// A command by its name, and what is wrong with its argument.
  case usage(String, String)
  /// A command by its name, and why it cannot be done.
  case refused(String, String)
}
