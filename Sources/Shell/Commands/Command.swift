import Schema

/// One command of the prompt: its names, what `.help` says of it, and what it does.
package struct Command: Sendable {
  package let names: [String]
  /// How it is written: `.schema [ENTITY]`.
  package let usage: String
  package let summary: String
  let run: @Sendable (Runner, String) throws -> Void

  init(_ names: String..., usage: String, summary: String, run: @escaping @Sendable (Runner, String) throws -> Void) {
    self.names = names
    self.usage = usage
    self.summary = summary
    self.run = run
  }

  package var name: String { names[0] }

  /// Every command, in the order in which help lists them.
  package static let all: [Command] = [
    .help, .tables, .entities, .schema, .mode, .limit, .null, .echo, .timer, .quit,
  ]
}

/// A command that was not understood.
enum CommandError: Error, CustomStringConvertible {
  case unknown(String)
  /// A command by its name, and what is wrong with its argument.
  case usage(String, String)

  var description: String {
    switch self {
    case .unknown(let name):
      "there is no command .\(name)." + suggestion(for: "." + name, in: Command.all.flatMap(\.names).map { "." + $0 })
        + " .help lists them"
    case .usage(let name, let words):
      "\(words)\(words.hasSuffix("?") || words.hasSuffix(".") ? "" : ".") Write \(Command.all.first { $0.name == name }?.usage ?? "." + name)"
    }
  }
}
