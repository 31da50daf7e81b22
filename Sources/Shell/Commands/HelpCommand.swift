import Schema
import Scripting

extension Command {
  static let quit = Command("quit", "exit", "q", usage: ".quit", summary: "leaves (as Ctrl-D does)") { runner, _ in
    runner.wantsToQuit = true
  }

  static let help = Command("help", "h", usage: ".help [WORD]", summary: "this list, or what a word means") {
    runner, argument in
    runner.output.result(
      argument.isEmpty
        ? Help.overview(runner.settings.palette, width: runner.terminal.width())
        : try Help.text(for: argument, runner.settings.palette))
  }
}

/// What `.help` says, made of the lists of commands, words, methods and tests.
package enum Help {
  /// One thing that help knows.
  package struct Topic: Sendable {
    package let name: String
    package let summary: String
    package let example: String
  }

  /// Everything that has an entry, by the group that it belongs to.
  package static let groups: [(title: String, topics: [Topic])] = [
    ("Words", Library.all.map { Topic(name: $0.name, summary: $0.summary, example: $0.example) }),
    ("Entities", EntityMethods.all.map(topic)),
    ("Requests", RequestMethods.all.map(topic)),
    ("Groups", GroupMethods.all.map(topic)),
    ("Objects", ObjectMethods.all.map(topic)),
    ("Lists", ListMethods.all.map(topic)),
    ("Result sets", ResultSetMethods.all.map(topic)),
    ("Databases", DatabaseMethods.all.map(topic)),
    ("Tests", TestKind.all.map { Topic(name: "is." + $0.name, summary: $0.summary, example: $0.example) }),
    ("Commands", Command.all.map { Topic(name: "." + $0.name, summary: $0.summary, example: $0.usage) }),
  ]

  @Sendable private static func topic(_ method: Method) -> Topic {
    Topic(name: method.name, summary: method.summary, example: method.example)
  }

  static func overview(_ palette: Palette, width: Int?) -> String {
    let width = min(width ?? 80, 100)
    var result = "Type Lua or SQL, and see what comes of it.\nCtrl-C ends what runs, Ctrl-D leaves.\n\n"
    for (title, topics) in groups where title != "Commands" {
      result += palette(title, .heading) + "\n  "
      result += wrapped(topics.map(\.name), separator: " ", width: width, indent: "  ", start: 2) + "\n"
    }
    result += palette("Commands", .heading) + "\n"
    for command in Command.all {
      result += "  " + command.usage + String(repeating: " ", count: max(2, 20 - command.usage.count))
      let words = command.summary.split(separator: " ").map(String.init)
      let indent = String(repeating: " ", count: 22)
      result += wrapped(words, separator: " ", width: width, indent: indent, start: 22) + "\n"
    }
    return result + "\n.help WORD says more, with an example: .help where\n"
  }

  static func text(for word: String, _ palette: Palette) throws -> String {
    let found = groups.flatMap { group in group.topics.filter { matches($0.name, word) }.map { (group.title, $0) } }
    guard !found.isEmpty else {
      let names = groups.flatMap { $0.topics.map(\.name) }
      throw ScriptError(
        .argument,
        "there is no help on \(quotedExcerpt(word)).\(suggestion(for: word, in: names)) .help lists what there is")
    }
    return found.map { title, topic in
      "\(palette(topic.name, .heading))  (\(title.lowercased()))\n  \(topic.summary)\n  \(palette(topic.example, .hint))\n"
    }.joined()
  }

  private static func matches(_ name: String, _ word: String) -> Bool {
    name == word || name == "." + word || name == "is." + word || word.hasSuffix(":" + name)
      || word.hasSuffix("." + name)
  }
}
