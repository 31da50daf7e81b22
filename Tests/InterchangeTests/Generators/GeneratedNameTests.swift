import Schema
import Testing

@testable import Interchange

/// Whatever the names of a schema are, what is generated gives each thing a name of its own.
@Suite struct GeneratedNameTests {
  /// Numbers that are the same in every run.
  private struct Random {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[next(list.count)] }
  }

  private static let words = [
    "track list", "TrackList", "track_list", "Track", "class", "Class", "self", "Self", "init", "Type", "id", "ID",
    "description", "hash", "hashValue", "rawValue", "validate", "encode", "String", "Date", "Row", "Column", "Größe",
    "größe", "日本", "a b", "a_b", "a-b", "aB", "AB", "2nd", "", "_", "--", "été", "e\u{301}te\u{301}", "Error", "URL",
    "x",
    "constructor", "Json", "interface", "let", "JSONValue", "func", "in", "end", "nil", "and",
  ]

  private static let types: [ColumnType] = [
    .text, .integer, .real, .decimal, .boolean, .date, .datetime, .duration, .data, .uuid, .url, .json, .any,
  ]

  private func catalog(_ random: inout Random) -> Catalog {
    var names: Set<String> = []
    let entities = (0..<(1 + random.next(4))).compactMap { _ -> Entity? in
      let name = random.pick(Self.words)
      guard names.insert(name).inserted else { return nil }
      var fields: [Field] = []
      for _ in 0..<(1 + random.next(8)) {
        let word = random.pick(Self.words)
        guard !fields.contains(where: { $0.name == word }) else { continue }
        var field = Field(name: word, type: random.next(4) == 0 ? .enumeration : random.pick(Self.types))
        if field.type == .enumeration {
          var labels: Set<String> = []
          field.choices = (0..<(1 + random.next(5))).map { _ in random.pick(Self.words + ["+", "-", ">="]) }
            .filter { labels.insert($0).inserted }.map { .init(label: $0, stored: .text($0)) }
        }
        field.isRequired = random.next(2) == 0
        fields.append(field)
      }
      return Entity(name: name, table: "t\(names.count)", fields: fields)
    }
    return Catalog(entities)
  }

  /// What stands between a word and the sign behind a name, of the lines that begin so.
  private func names(_ start: String, _ end: Character, in lines: [Substring]) -> [String] {
    lines.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count).prefix { $0 != end }) }
  }

  @Test func `a thousand schemas have no clash of names`() {
    var random = Random(state: 7)
    for number in 0..<1000 {
      let catalog = catalog(&random)
      for generator in [Generator.swift, .grdb, .swiftData] {
        let text = generator.generate(catalog)
        var members: [String] = []
        var nested: [String] = []
        let lines = text.split(separator: "\n")
        let types = names("struct ", ":", in: lines) + names("@Model final class ", " ", in: lines)
        #expect(Set(types).count == types.count, "schema \(number): \(types)")
        for line in lines {
          if !line.hasPrefix("  ") { (members, nested) = ([], []) }
          if line.hasPrefix("  var ") { members += names("  var ", ":", in: [line]) }
          if line.hasPrefix("  enum ") { nested += names("  enum ", ":", in: [line]) }
          guard line.hasPrefix("}") || line.hasPrefix("  ") else { continue }
          #expect(Set(members).count == members.count, "schema \(number): \(members)")
          #expect(
            Set(nested).count == nested.count && Set(nested).isDisjoint(with: types), "schema \(number): \(nested)")
        }
      }
      let interfaces = names(
        "export interface ", " ", in: Generator.typeScript.generate(catalog).split(separator: "\n"))
      #expect(Set(interfaces).count == interfaces.count, "schema \(number): \(interfaces)")
    }
  }
}
