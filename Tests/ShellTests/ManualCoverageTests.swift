import Interchange
import SQLText
import Testing

@testable import Lists
@testable import Manual
@testable import Model
@testable import Schema
@testable import Scripting
@testable import Shell

/// What the code takes is in the index of the manual, and what the manual names is in the code.
@Suite struct ManualCoverageTests {
  private let entries: [IndexEntry]
  private let relationOptions: Set<String>

  init() throws {
    let prompt = try Prompt()
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
    #expect(names("SQL keyword").isSuperset(of: SQLKeywords.statements))
  }

  @Test func `kinds of errors are those of the code`() {
    #expect(names("kind of error") == Set(ScriptError.Kind.allCases.map(\.rawValue)))
  }

  @Test func `formats are those of the code`() {
    #expect(names("mode of results") == Set(Format.all.map(\.name)))
    #expect(names("format of files") == Set(FileFormat.all.map(\.name)))
    #expect(names("kind of generate") == Set(Generator.all.map(\.name)))
  }

  @Test func `every key that is bound is on the page of keys`() {
    for (key, command) in KeyBindings.added {
      #expect(Chapters.keys.text.contains("`\(command)`"), "\(key) is bound to \(command)")
    }
  }
}
