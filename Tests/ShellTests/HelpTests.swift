import Manual
import Testing

@testable import Model
@testable import Shell

/// Every word, method, test and command is in the help, once, with a summary and an example that runs.
@Suite struct HelpTests {
  @Test(arguments: Help.groups.map(\.title))
  func `names are unique and each is explained`(title: String) throws {
    let topics = Help.groups.first { $0.title == title }?.topics ?? []
    #expect(!topics.isEmpty)
    #expect(Set(topics.map(\.name)).count == topics.count)
    let overview = Help.everything(.plain, width: 80)
    for topic in topics {
      #expect(!topic.summary.isEmpty && !topic.example.isEmpty, "\(topic.name)")
      #expect(overview.split(whereSeparator: \.isWhitespace).contains { $0 == topic.name }, "\(topic.name)")
      let text = try Help.text(for: topic.name, .plain)
      #expect(text.contains(topic.summary) && text.contains(topic.example), "\(topic.name)")
    }
  }

  @Test(arguments: Help.groups.map(\.title)) func `every example runs`(title: String) throws {
    let prompt = try Prompt()
    for topic in Help.groups.first(where: { $0.title == title })?.topics ?? [] {
      guard let entries = topic.entries else { continue }
      let (text, isFine) = try HelpSample(like: prompt.runner).run(entries)
      #expect(isFine, "\(topic.name): \(entries)\n\(text)")
      // How long something took is another time another one.
      #expect(!text.isEmpty || topic.name == ".timer", "\(topic.name) prints nothing: \(entries)")
    }
  }

  @Test(arguments: [
    "year", "month", "day", "hour", "minute", "second", "weekday", "date", "abs", "round", "if", "coalesce",
  ])
  func `each function of expressions has an entry of its own`(name: String) throws {
    let text = try Help.text(for: name, .plain)
    #expect(text.contains("\(name)  (functions, in text)") && text.contains("\(name)("), "\(text)")
  }

  @Test(arguments: Help.expressionGroups.map(\.title)) func `every example of expressions runs`(title: String) throws {
    let prompt = try Prompt()
    for topic in Help.expressionGroups.first(where: { $0.title == title })?.topics ?? [] {
      let (text, isFine) = try HelpSample(like: prompt.runner).run(topic.entries ?? "")
      #expect(isFine && !text.isEmpty, "\(topic.name): \(topic.example)\n\(text)")
    }
  }

  @Test(arguments: Help.groups.map(\.title)) func `what is not run is shown as a session`(title: String) throws {
    for topic in Help.groups.first(where: { $0.title == title })?.topics ?? [] where topic.entries == nil {
      // An editor takes the whole terminal.
      guard topic.name != ".edit" else { continue }
      let text = try Help.text(for: topic.name, .plain)
      #expect(text.contains("moon> ") || text.contains("$ "), "\(topic.name): \(text)")
    }
  }

  @Test(arguments: [
    ("group by", "group_by"), ("wher", "where"), ("sort by", "sorted_by"), ("belongs to", "belongs_to"),
    ("average", "avg"), ("foreign key", "belongs_to"), ("left join", "with"),
  ])
  func `a word may be written with blanks, or begun`(word: String, name: String?) throws {
    let text = try? Help.text(for: word, .plain)
    #expect(text == (try name.map { try Help.text(for: $0, .plain) }), "\(word)")
  }

  @Test func `every session is that of a word`() {
    for word in Sessions.words { #expect(Help.knows(word), "\(word)") }
  }

  @Test(arguments: [
    "where", "count", "is.between", ".chart", "integer", "entity", "fetch", "aggregate", "query", "save",
  ])
  func `an example is followed by what it prints`(word: String) throws {
    let prompt = try Prompt()
    let plain = try Help.text(for: word, .plain)
    let text = try Help.text(for: word, .plain) { try HelpSample(like: prompt.runner).run($0).text }
    #expect(text.split(separator: "\n").count > plain.split(separator: "\n").count || word == "save", "\(text)")
  }

  @Test(arguments: [
    ("any", ["(words)", "(of related rows, in text)"]), ("none", ["(of related rows, in text)"]),
    ("all", ["(entities)", "(requests)", "(of related rows, in text)"]),
    ("count", ["(requests)", "(groups)", "(of related rows, in text)", "(aggregates, in text)"]),
    ("sum", ["(requests)", "(of related rows, in text)", "(aggregates, in text)"]),
    ("min", ["(requests)", "(of related rows, in text)", "(aggregates, in text)"]),
    ("max", ["(requests)", "(of related rows, in text)", "(aggregates, in text)"]),
    ("avg", ["(requests)", "(of related rows, in text)", "(aggregates, in text)"]),
    ("median", ["(aggregates, in text)"]), ("list", ["(aggregates, in text)"]),
    ("length", ["(tests)", "(functions, in text)"]), ("date", ["(words)", "(functions, in text)"]),
  ])
  func `a word of several meanings has all of them on one screen`(word: String, titles: [String]) throws {
    let prompt = try Prompt()
    var isFine = true
    let text = try Help.text(for: word, .plain) { entries in
      let answer = try HelpSample(like: prompt.runner).run(entries)
      isFine = isFine && answer.isFine && !answer.text.isEmpty
      return answer.text
    }
    for title in titles { #expect(text.contains("\(title)\n"), "\(text)") }
    #expect(isFine && text.split(separator: "\n", omittingEmptySubsequences: false).count <= 25, "\(text)")
  }

  @Test func `the world of the examples is not ones own`() throws {
    let prompt = try Prompt("Player = 5")
    _ = try HelpSample(like: prompt.runner).run("Player:all():delete()")
    #expect(prompt.session.lua.global("Player") == .integer(5))
    #expect(prompt.session.entityNames.isEmpty)
  }

  @Test func `a group is listed with its summaries`() throws {
    let text = try Help.text(for: "lists", .plain)
    #expect(text.contains("map ") && text.contains("the list of a field's values"))
  }

  @Test(arguments: [40, 80, 100]) func `the overview fits the window`(width: Int) {
    let lines = Help.everything(.plain, width: width).split(separator: "\n")
    #expect(lines.filter { $0.count > width && $0.contains(" is.") }.isEmpty)
  }

  @Test func `what there is fits one screen`() {
    let lines = Help.overview(.plain, width: 80).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24)
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: Help.everyday.map(\.word)) func `everyday words lead to entries`(word: String) throws {
    for name in Help.everyday.first(where: { $0.word == word })?.names ?? [] {
      #expect(throws: Never.self, "\(name)") { try Help.text(for: name, .plain) }
    }
    #expect(try !Help.text(for: word, .plain).isEmpty)
  }

  @Test(arguments: [
    ("pivot", "group_by"), ("timezone", "datetime"), ("window", "rank() OVER"), ("excel", "export"),
    ("json_extract", "json"), ("case when", "function(p)"), ("paging", "page"), ("restore", ".backup"),
    ("!=", "~="), ("#", "count"), ("gt", "is.greater"), ("$gt", "is.greater"), ("upsert", "on = \"name\""),
    ("slow", ".advise"), ("search", "is.containing"),
  ])
  func `words of other shells lead to entries`(word: String, part: String) throws {
    #expect(try Help.text(for: word, .plain).contains(part))
  }

  @Test(arguments: Help.further.map(\.words)) func `every word that leads on has entries`(_ words: String) throws {
    for word in words.split(separator: " ") { #expect(try !Help.text(for: String(word), .plain).isEmpty, "\(word)") }
    for name in Help.further.first(where: { $0.words == words })?.names ?? [] {
      #expect(try !Help.text(for: name, .plain).isEmpty, "\(name)")
    }
  }

  @Test(arguments: Help.everyday.filter { !$0.names.isEmpty && $0.word != "recipes" }.map(\.word))
  func `an everyday word fits a screen, and tells nothing twice`(word: String) throws {
    let prompt = try Prompt()
    let text = try Help.text(for: word, .plain) { try HelpSample(like: prompt.runner).run($0).text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 42, "\(text)")
    let heads = lines.filter { $0.hasSuffix(")") && $0.contains("  (") && !$0.hasPrefix(" ") }
    #expect(Set(heads).count == heads.count, "\(text)")
  }

  @Test func `migration tells of the way from one schema to the next`() throws {
    let text = try Help.text(for: "migration", .plain)
    for part in ["db:migrate", "rehearse", "destructive", "renamed_from", ".migrate"] {
      #expect(text.contains(part), "\(part): \(text)")
    }
  }

  @Test func `an unknown word gets a suggestion`() {
    #expect(throws: (any Error).self) { try Help.text(for: "whree", .plain) }
  }

  @Test(arguments: [
    ("cookbook", "Cookbook", "Money"), ("sort", "sorted_by", "result_set"),
    ("ValidationError", "ValidationError", "All failures come at once"),
    ("SELECT", "Asking", ":values("), ("PRAGMA", "Tables", "CREATE"),
    ("WHERE", "Asking", "is.at_least"), ("DELETE", "Changing", "p:delete()"), ("INDEX", "Tables", "indexes ="),
    ("VIEW", "Tables", "to read"), ("CASE", "Asking", "function(p)"), ("NULL", "Asking", "age == nil"),
    ("UNIQUE", "Tables", "unique = true"), ("VALUES", "Asking", "a list of tables"),
    ("on_delete", "Relations", "inverse"),
    ("ctrl-r", "What everyone needs", "em-inc-search-prev"),
    ("modules", "A project of several files", "--allow-read"), ("require", "require", "package.loaded"),
    ("night", "Sections of the manual", "A file every night"), ("Money", "Money", "decimal"),
    ("script", "Sections of the manual", "A script for every night"),
    ("losses", "Plans of migrations", "problems"),
    ("today", "Today, weeks", "os.date"), ("xcdatamodel", "What generate writes", "a data model of Xcode"),
    ("recipes", "Cookbook", "Money"), ("spreadsheet", "Sections of the manual", "chapter"),
  ])
  func `help shows chapters of the manual, and the section that tells of a word`(
    word: String, start: String, part: String
  ) throws {
    let text = try Help.text(for: word, .plain)
    #expect(text.hasPrefix(start) && text.contains(part))
  }

  @Test func `a section ends before the next of its rank`() throws {
    let text = try Help.text(for: "ConflictError", .plain)
    #expect(!text.contains("ConstraintError") && text.split(separator: "\n").count > 4)
  }
}
