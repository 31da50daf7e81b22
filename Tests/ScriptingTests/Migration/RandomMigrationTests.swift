import Glibc
import TestSupport
import Testing

/// Random changes of schemas whose tables have rows: what a change keeps is kept.
///
/// `MOONSHELL_MIGRATIONS` says how many changes there are (150).
@Suite struct RandomMigrationTests {
  private static let count = getenv("MOONSHELL_MIGRATIONS").flatMap { Int(String(cString: $0)) } ?? 150

  @Test(arguments: [1, 2, 3] as [UInt64]) func `a migration keeps every value that the new schema has`(
    seed: UInt64
  ) throws {
    var schema = RandomSchema(seed: seed)
    let folder = try TemporaryFolder()
    let file = folder.file("random.db")
    var script = try Script(schema: schema.text + "\ndb:create_all()\n" + schema.rows(0), location: file)
    for step in 0..<(Self.count / 3) {
      let before = try values(schema, script)
      let change = schema.change()
      let words = "seed \(seed), step \(step): \(change)"
      // Another run of the program, with the new schema.
      script = try Script(schema: schema.text, location: file)
      let names = schema.destructive.map { "\"\($0)\"" }.joined(separator: ", ")
      let result = script.failure("db:migrate { destructive = { \(names) } }")
      try #require(result.hasPrefix("no error"), "\(words): \(result)\n\(schema.text)")
      let after = try values(schema, script)
      for (place, value) in before where after[place] != nil && !value.isEmpty {
        #expect(Self.isSame(value, after[place] ?? ""), "\(words): \(place) was \(value), is \(after[place] ?? "")")
      }
      #expect(Set(before.keys.map(\.row)) == Set(after.keys.map(\.row)), "\(words): rows are lost")
      #expect(try script.run("return #db:migrate { dry_run = true }") == "0", "\(words)")
      #expect(try script.run("return \(TestEngine.soundness)") == "ok", "\(words)")
      #expect(try script.run("return \(TestEngine.brokenKeys)") == "0", "\(words)")
      try script.run(schema.rows(step))
    }
  }

  private struct Place: Hashable {
    var row: Int
    var member: Int
  }

  /// Every value of every table, by the identity of its first field and that of the field.
  private func values(_ schema: RandomSchema, _ script: Script) throws -> [Place: String] {
    var result: [Place: String] = [:]
    for (number, table) in schema.tables.enumerated() {
      let names = table.members.map { "tostring(p.\($0.name) == nil and '' or p.\($0.name))" }
      let lines = try script.run(
        "for p in \(table.name):iterate() do print(p.id, \(names.joined(separator: ", "))) end")
      for line in lines.split(separator: "\n") {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for (member, value) in zip(table.members, parts.dropFirst()) where !member.kind.hasPrefix("belongs_to") {
          result[Place(row: number * 1_000_000 + (Int(parts[0]) ?? 0), member: member.identity)] = value
        }
      }
    }
    return result
  }

  /// A number may be written differently in its new type.
  private static func isSame(_ old: String, _ new: String) -> Bool {
    if old == new { return true }
    guard let old = Double(old), let new = Double(new) else { return false }
    return old == new
  }
}
