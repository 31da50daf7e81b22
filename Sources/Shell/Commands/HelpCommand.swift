import Encodings
import Manual
import Model
import Schema
import Scripting

extension Command {
  static let quit = Command("quit", "exit", "q", usage: ".quit", summary: "leaves (as Ctrl-D does)") { runner, _ in
    runner.wantsToQuit = true
  }

  static let tour = Command("tour", usage: ".tour", summary: "a guided first five minutes") { runner, _ in
    try runner.beginTour()
  }

  static let help = Command(
    "help", "h", usage: ".help [WORD]", summary: "what there is, or what a word means", arguments: [.topic]
  ) {
    runner, argument in
    // An entity of one's own is told of by itself.
    if !Help.knows(argument), let entity = runner.session.entity(named: argument) { return try runner.show([entity]) }
    let text =
      argument.isEmpty
      ? Help.overview(runner.settings.palette, width: runner.terminal.width())
      : argument == "everything"
        ? Help.everything(runner.settings.palette, width: runner.terminal.width())
        : try Help.text(for: argument, runner.settings.palette, pages: Help.pages(runner)) {
          try HelpSample(like: runner).run($0).text
        }
    runner.paged { runner.output.result(text) }
  }
}

/// What `.help` says, made of the lists of commands, words, methods and tests.
package enum Help {
  /// One thing that help knows.
  package struct Topic: Sendable {
    package let name: String
    package let summary: String
    package let example: String
    /// What is run to show what the example does; nil where that would touch the world outside.
    package let entries: String?

    init(name: String, summary: String, example: String, entries: String? = nil) {
      self.name = name
      self.summary = summary
      self.example = example
      self.entries = entries
    }
  }

  /// Everything that has an entry, by the group that it belongs to.
  package static let groups: [(title: String, topics: [Topic])] = [
    ("Words", Library.all.map(topic)),
    ("Entities", EntityMethods.all.map(topic)),
    ("Members of entities", members),
    ("Requests", RequestMethods.all.map(topic)),
    ("Groups", GroupMethods.all.map(topic)),
    ("Objects", ObjectMethods.all.map(topic)),
    ("Lists", ListMethods.all.map(topic)),
    ("Result sets", ResultSetMethods.all.map(topic)),
    ("Databases", DatabaseMethods.all.map(topic)),
    ("Tests", TestKind.all.map(topic)),
    ("Field options", fieldOptions),
    ("Entity options", entityOptions),
    ("Commands", Command.all.map(topic)),
  ]

  @Sendable private static func topic(_ method: Method) -> Topic {
    let touchesFiles = ["import", "export", "read", "reflect", "watch", "refresh"].contains(method.name)
    return Topic(
      name: method.name, summary: method.summary, example: method.example,
      entries: touchesFiles ? nil : followed(method.example))
  }

  /// What a script adds to entities.
  private static let members = [
    Topic(
      name: "methods", summary: "keeps the methods that a script adds to the objects of an entity",
      example: "function Player.methods:title() return self.name:upper() end",
      entries: "function Player.methods:title() return self.name:upper() end   Player:first():title()"),
    Topic(
      name: "scopes", summary: "keeps the words that a script adds to an entity, its requests and relations to it",
      example: "function Player.scopes:adults(age) return self:where { age = is.at_least(age or 18) } end",
      entries: "function Player.scopes:adults(age) return self:where { age = is.at_least(age or 18) } end"
        + "   Player:adults(21):count()"),
  ]

  @Sendable private static func topic(_ kind: TestKind) -> Topic {
    // Which players have a name, or an age, that passes.
    let field = kind.example.contains("18") || kind.name == "present" ? "age" : "name"
    return Topic(
      name: "is." + kind.name, summary: kind.summary, example: kind.example,
      // The players of the examples have no days.
      entries: kind.subject == .days
        ? nil : "Player:where { \(field) = \(kind.example) }:select(\"name\", \"age\")")
  }

  @Sendable private static func topic(_ command: Command) -> Topic {
    Topic(
      name: "." + command.name, summary: command.summary,
      example: command.usage + (command.example.map { "\n  " + $0.replacing("   ", with: "\n  ") } ?? ""),
      entries: command.example)
  }

  /// A word of the schema is shown in an entity, another one as it is; an assignment is followed by its value.
  @Sendable private static func topic(_ word: Word) -> Topic {
    let isMember = word.example.hasPrefix("indexes = ") || Session.isMember(word.name)
    let rest = word.name == "index" ? "name = text {}, score = integer {}, team = belongs_to 'Team', " : ""
    var entries = isMember ? "Example = entity \"Example\" { \(rest)\(word.example) }   Example" : word.example
    if word.name == "entity" { entries += "   Player" }
    let touchesFiles = word.name == "infer"
    return Topic(
      name: word.name, summary: word.summary, example: word.example, entries: touchesFiles ? nil : followed(entries))
  }

  /// Every word, group by group.
  static func everything(_ palette: Palette, width: Int?) -> String {
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
    result += palette("Chapters", .heading) + "\n  "
    result += wrapped(chapterNames, separator: " ", width: width, indent: "  ", start: 2) + "\n"
    return result + "\n.help WORD says more, with an example and what it prints: .help where\n"
  }

  /// - Parameters:
  ///   - pages: the chapters that a word may stand in.
  ///   - run: runs an example and gives what it prints.
  static func text(
    for word: String, _ palette: Palette, pages: [Page] = pages, run: (String) throws -> String = { _ in "" }
  ) throws -> String {
    let group = groups.first { $0.title.lowercased() == word.lowercased() }
    let matching = (groups + expressionGroups).flatMap { group in
      group.topics.filter { matches($0.name, word) }.map { (group.title, $0) }
    }
    // Who writes the dot means the command.
    let found = matching.filter { $0.1.name == word } + matching.filter { $0.1.name != word }
    // A group may be called as a method is.
    let listed = group.map { list($0.topics, palette) } ?? ""
    if found.isEmpty, group == nil {
      let page = chapter(word, of: pages).map { PlainMarkdown.text(of: $0, palette) }
      // In capitals it is the keyword of SQL.
      if let page, word == word.uppercased() { return page }
      if let names = names(toldOf: word) { return try text(ofEveryday: names, palette, pages: pages, run: run) }
      if let home = home(of: word) {
        return try text(for: home, palette, pages: pages, run: run) + (page.map { "\n" + $0 } ?? "")
      }
      if let page { return page }
    }
    guard !found.isEmpty || group != nil else {
      if let name = meant(by: word) { return try text(for: name, palette, pages: pages, run: run) }
      if let sections = sections(word, of: pages) ?? mentions(of: word, in: pages) {
        return PlainMarkdown.text(of: sections, palette)
      }
      let names = groups.flatMap { $0.topics.map(\.name) }
      throw ScriptError.noHelp(on: word, among: names)
    }
    let more = group == nil ? names(toldOf: word).map { brief($0, palette, pages: pages) } ?? "" : ""
    return try found.map { title, topic in
      let head = "\(palette(topic.name, .heading))  (\(title.lowercased()))\n  \(topic.summary)\n"
      let example = "  \(palette(topic.example, .hint))\n"
      let session = Sessions.of(topic.name, in: title.lowercased()).map { PlainMarkdown.text(of: $0, palette) + "\n" }
      return try head + example + (topic.entries.map(run) ?? session ?? "")
    }.joined(separator: "\n") + (found.isEmpty || listed.isEmpty ? "" : "\n") + listed
      + (more.isEmpty ? "" : "\n" + more)
  }

  /// The name that begins so, as all others do that begin so, or that is written with lines in place of blanks: `group by`, `wher`.
  private static func meant(by word: String) -> String? {
    let names = Set(groups.flatMap { $0.topics.map(\.name) })
    let joined = word.split(separator: " ").joined(separator: "_").lowercased()
    if joined != word, names.contains(joined) { return joined }
    guard word.count > 2 else { return nil }
    let found = names.filter { $0.hasPrefix(word) }
    guard let name = found.min(by: { $0.count < $1.count }), found.allSatisfy({ $0.hasPrefix(name) }) else {
      return nil
    }
    return name
  }

  /// The words of a group, each with what it does.
  private static func list(_ topics: [Topic], _ palette: Palette) -> String {
    let width = topics.map(\.name.count).max() ?? 0
    return topics.map { topic in
      let blanks = String(repeating: " ", count: width - topic.name.count + 2)
      return palette(topic.name, .heading) + blanks + topic.summary + "\n"
    }.joined()
  }

  /// Whether there is an entry, or a group, of that name.
  static func knows(_ word: String) -> Bool {
    groups.contains { $0.title.lowercased() == word.lowercased() }
      || (groups + expressionGroups).contains { $0.topics.contains { matches($0.name, word) } }
  }

  static func matches(_ name: String, _ word: String) -> Bool {
    name == word || name == "." + word || name == "is." + word || word.hasSuffix(":" + name)
      || word.hasSuffix("." + name)
  }
}
