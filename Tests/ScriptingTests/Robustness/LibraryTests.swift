import Schema
import Testing

@testable import Model
@testable import Saving
@testable import Scripting

/// A walk over every word and method: what `.help` and completion rely on.
@Suite struct LibraryTests {
  private struct Entry {
    var name: String
    var summary: String
    var example: String
  }

  private static func entries(_ methods: [Method]) -> [Entry] {
    methods.map { Entry(name: $0.name, summary: $0.summary, example: $0.example) }
  }

  private static let lists: [(String, [Entry])] = [
    ("words", Library.all.map { Entry(name: $0.name, summary: $0.summary, example: $0.example) }),
    ("entities", entries(EntityMethods.all)), ("requests", entries(RequestMethods.all)),
    ("groups", entries(GroupMethods.all)),
    ("objects", entries(ObjectMethods.all)), ("lists", entries(ListMethods.all)),
    ("result sets", entries(ResultSetMethods.all)),
    ("databases", entries(DatabaseMethods.all)), ("batches", entries(BatchMethods.all)),
    ("tests", TestKind.all.map { Entry(name: $0.name, summary: $0.summary, example: $0.example) }),
    ("types", ColumnType.all.map { Entry(name: $0.name, summary: $0.summary, example: $0.example) }),
  ]

  @Test(arguments: lists.map(\.0))
  func `every name is unique and has a summary`(list: String) throws {
    let entries = Self.lists.first { $0.0 == list }?.1 ?? []
    #expect(!entries.isEmpty)
    #expect(Set(entries.map(\.name)).count == entries.count)
    for entry in entries {
      #expect(!entry.summary.isEmpty && !entry.summary.hasSuffix("."), "\(entry.name)")
      #expect(entry.summary.unicodeScalars.count <= 90, "\(entry.name)")
    }
  }

  @Test(arguments: lists.map(\.0))
  func `every example is Lua and shows its word`(list: String) throws {
    let script = try Script()
    for entry in Self.lists.first(where: { $0.0 == list })?.1 ?? [] {
      #expect(entry.example.contains(entry.name), "\(entry.name)")
      for line in entry.example.split(separator: "   ") {
        let code = line.replacing("…", with: "")
        let isLua = ["return ", "", "x = { ", "for x in y do local z = "].contains { start in
          (try? script.session.lua.load(start + code + (start == "x = { " ? " }" : ""), name: "=example")) != nil
        }
        #expect(isLua, "\(entry.name): \(code)")
      }
    }
  }

  @Test func `the example of every type of field defines a field`() throws {
    for type in ColumnType.all where type != .any {
      let script = try Script(schema: #"entity "Address" { abstract = true } entity "Rect" { abstract = true }"#)
      try script.expect("X = entity 'X' { \(type.example) } db:create_all() return X:count()", "0")
    }
  }

  @Test func `no method of an entity hides one of its requests`() {
    let names = Set(RequestMethods.all.map(\.name))
    #expect(EntityMethods.all.map(\.name).filter { names.contains($0) } == ["all", "create", "get_or_create"])
  }
}
