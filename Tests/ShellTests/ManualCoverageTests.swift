import Interchange
import LuaRuntime
import SQLText
import Store
import TestSupport
import Testing

@testable import Lists
@testable import Manual
@testable import Model
@testable import Query
@testable import Requests
@testable import Schema
@testable import Scripting
@testable import Shell

/// What the code takes is in the index of the manual, and what the manual names is in the code.
@Suite struct ManualCoverageTests {
  private let prompt: Prompt
  private let entries: [IndexEntry]
  private let relationOptions: Set<String>

  init() throws {
    prompt = try Prompt()
    let prompt = prompt
    entries = (Chapters.all + (try ReferencePages(prompt.runner).pages())).flatMap(\.entries)
    let kinds = ["belongs_to", "has_one", "has_many", "many_to_many"]
    relationOptions = Set(kinds.flatMap { prompt.session.optionNames(of: $0) })
  }

  private func names(_ kind: String) -> Set<String> { Set(entries.filter { $0.kind == kind }.map(\.name)) }

  @Test func `every method of every type is in the index`() {
    let methods = HostTypeDefinition.all.flatMap { type in type.methods().map { (type.name, $0.name) } }
    #expect(methods.count > 150)
    let known = Set(entries.map(\.name))
    for (type, name) in methods { #expect(known.contains(name), "\(type).\(name) is on no page of the manual") }
  }

  @Test func `words, tests, commands and options of fields and entities are those of the code`() {
    #expect(names("words") == Set(Library.all.map(\.name)))
    #expect(names("tests") == Set(TestKind.all.map { "is." + $0.name }))
    #expect(names("commands") == Set(Command.all.map { "." + $0.name }))
    #expect(names("field options") == Set(Options.ofFields.map { $0.name }))
    #expect(names("entity options") == Set(Options.ofEntities.map { $0.name }))
  }

  @Test func `faults of Lua are those that the program looks for`() {
    #expect(names("fault of Lua") == Set(LuaFault.all.map(\.name)))
  }

  @Test func `options of relations and result sets are those of the code`() {
    #expect(names("option of relations") == relationOptions)
    #expect(names("option of result_set") == Set(MemoryRules.options))
    #expect(names("option of db:add") == Set(SaveOptions.names))
    #expect(names("option of db:transaction") == Set(TransactionOptions.names))
  }

  @Test func `options of words and methods are those of the code`() {
    // Under a heading such as `asc` and `desc`, or `db:add`.
    var named: [String: Set<String>] = [:]
    for entry in entries where entry.kind.hasPrefix("option of ") {
      for word in (entry.heading ?? "").split(separator: "`") {
        named[word.split(separator: ":").last.map(String.init) ?? "", default: []].insert(entry.name)
      }
    }
    #expect(names("option of Tests") == Set(TestOption.allCases.map(\.rawValue)))
    for (word, options) in Options.ofWords.merging(Options.ofMethods, uniquingKeysWith: { word, _ in word }) {
      if word == "read" || word == "infer" {
        #expect(named["import"]?.isSuperset(of: options) == true, "\(word)")
      } else {
        #expect(named[word] == Set(options), "\(word)")
      }
    }
  }

  @Test func `every word with which SQL begins is on the page of SQL`() {
    #expect(names("SQL keyword").isSuperset(of: SQLKeywords.statements.union(SQLKeywords.proposed)))
  }

  @Test func `kinds of errors are those of the code`() {
    #expect(names("kind of error") == Set(ScriptError.Kind.allCases.map(\.rawValue)))
  }

  @Test func `formats are those of the code`() {
    #expect(names("mode of results") == Set(Format.all.map(\.name)))
    #expect(names("format of files") == Set(FileFormat.all.map(\.name)))
    #expect(names("kind of generate") == Set(Words.generatorNames))
  }

  @Test func `keys are those of the code`() {
    let bound = Set(KeyBindings.added.map(\.command) + EditCommand.allCases.map(\.name))
    let named = Set(Chapters.keys.text.matches(of: /`((?:moonshell|em|ed)-[a-z-]+)`/).map { String($0.1) })
    // What libedit binds by itself may be told of as well.
    #expect(bound.subtracting(named).isEmpty, "no page tells of \(bound.subtracting(named))")
    #expect(named.subtracting(bound).isEmpty, "nothing binds \(named.subtracting(bound))")
    #expect(names("key").count > 20)
  }

  @Test func `members of what words give are those of the code`() throws {
    func methods(_ type: String) -> Set<String> {
      Set(HostTypeDefinition.all.filter { $0.name == type }.flatMap { $0.methods() }.map(\.name))
    }
    #expect(names("member of plans of requests") == Set(Plan.memberNames))
    #expect(names("member of plans of migrations") == methods("migration plan"))
    #expect(names("member of sections") == Set(SectionHandle.members))
    #expect(names("member of changes") == methods("changes").union(ResultChanges.memberNames))
    #expect(names("member of snapshots") == methods("snapshot"))
    #expect(names("member of databases") == Set(ScriptDatabase.memberNames))
    #expect(names("member of batches") == methods("batch"))
    let told = try prompt.session.enter {
      try prompt.session.lua.load("return select(2, pcall(function() return expect(1).nothing end))", name: "=test")
        .call()
    }
    let words = prompt.session.describe(told.first ?? .nil)
    for name in names("member of expectations") { #expect(words.contains(name), "\(words)") }
    #expect(names("member of expectations").count == words.split(separator: ":").last?.split(separator: ",").count)
  }

  @Test func `types with methods have a page of their own, or a place among the values`() {
    let pages = Set((entries.map(\.kind)))
    let places = [
      "entity": "entities", "request": "requests", "unsaved relation": "requests", "groups": "groups",
      "object": "objects",
      "list": "lists", "result set": "result sets", "database": "databases", "snapshot": "member of snapshots",
      "changes": "member of changes", "migration plan": "member of plans of migrations", "batch": "member of batches",
    ]
    for type in HostTypeDefinition.all where !type.methods().isEmpty {
      let place = places[type.name] ?? ""
      #expect(pages.contains(place), "\(type.name) has no page")
      var known = names(place)
      if type.name == "entity" { known.formUnion(names("requests")) }
      // A relation of an object that is not saved takes what those of saved ones take.
      if type.name == "unsaved relation" { continue }
      for method in type.methods() { #expect(known.contains(method.name), "\(type.name).\(method.name)") }
    }
  }

  @Test func `functions, quantifiers and aggregates of expressions are those of the code`() {
    #expect(names("function of expressions") == Set(ValueFunction.all.keys))
    let aggregates = Set(GroupRequest.Function.allCases.map(\.rawValue))
    #expect(names("aggregate") == aggregates)
    #expect(
      names("function of related rows")
        == aggregates.subtracting(["median", "list"]).union(PredicateQuantifier.allCases.map(\.rawValue)))
  }

  @Test func `settings are those of the code`() {
    let rows = Chapters.commandLineEntries.filter { $0.kind == "setting" }.map(\.name)
    #expect(Set(rows) == Set(prompt.runner.promptSettings().names))
  }

  @Test func `what engines can do is on the page of servers`() {
    let printed = Chapters.servers.text.matches(of: /\n([a-z_]+) +(?:yes|no: )/).map { String($0.1) }
    #expect(Set(printed) == Set(Capabilities.Capability.allCases.map(\.rawValue)))
  }

  @Test func `variables of the environment are those that the code reads`() throws {
    let rows = Set(Chapters.commandLineEntries.filter { $0.kind == "variable of the environment" }.map(\.name))
    let read = try Set(
      ["Shell", "moonshell"].flatMap { try source(ofRoom: $0).matches(of: /variable\("([A-Z_]+)"\)/) }
        .map { String($0.1) }
        + (try source(ofRoom: "Shell").matches(of: /\["VISUAL", "EDITOR"\]/).isEmpty ? [] : ["VISUAL", "EDITOR"]))
    // What every program of a system goes by.
    #expect(read.subtracting(rows) == ["HOME", "PATH"])
    // What libraries read: Lua, and that of PostgreSQL.
    #expect(rows.subtracting(read) == ["LUA_PATH", "LUA_CPATH", "PGPASSWORD"])
  }

  @Test func `exit codes are those of the code`() throws {
    let rows = Set(Chapters.commandLineEntries.filter { $0.kind == "exit code" }.map(\.name))
    let code = try Set(source(ofRoom: "moonshell").matches(of: /\.code\(([0-9]+)\)/).map { String($0.1) })
    #expect(rows == code.union(["130", "n"]))
  }
}
