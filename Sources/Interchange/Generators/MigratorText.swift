/// The migrations of a schema as a `DatabaseMigrator` of GRDB.
package enum MigratorText {
  /// All of them, named `v1`, `v2`, ….
  package static func migrator(_ migrations: [[String]]) -> String {
    let steps = migrations.enumerated().map { registration("v\($0 + 1)", $1) }
    let body = steps.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let functions = MigratorFunctions.areCalled(by: migrations.flatMap(\.self)) ? "\n" + MigratorFunctions.swift : ""
    return """
      /// The migrations that make the tables, in their order.
      enum SchemaMigrations {
        static var migrator: DatabaseMigrator {
          var migrator = DatabaseMigrator()
      \(body.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n"))
          return migrator
        }
      }

      """ + functions
  }

  /// The migrations that a text of `migrator` registers, as they stand there.
  package static func registrations(in text: String) -> [Registration] {
    var result: [Registration] = []
    var isInside = false
    for line in textLines(text) {
      if line.hasPrefix("    \(registering)") {
        result.append(Registration(head: line.dropFirst("    \(registering)".count)))
        isInside = true
      } else if isInside {
        result[result.count - 1].body.append(line)
        isInside = line != "    }"
      }
    }
    return result
  }

  private static let registering = "migrator.registerMigration("

  /// A migration as it stands in Swift.
  package struct Registration: Equatable {
    fileprivate let head: Substring
    fileprivate var body: [Substring] = []

    /// Its name as Swift writes it: `"v1"`.
    package var name: String { String(head.prefix { $0 != ")" }) }
  }

  /// One migration, with the functions that its statements call.
  package static func migration(_ name: String, _ statements: [String]) -> String {
    let registration = registration(name, statements)
    guard MigratorFunctions.areCalled(by: statements) else { return registration }
    return registration + "\n\n// Once, outside of functions:\n\n" + MigratorFunctions.swift
  }

  /// What of a migration is left to be written by hand, in words; empty where the statements are all of it.
  package static func gaps(in name: String, _ statements: [String]) -> String {
    remarks(in: statements).map { "\(name): no SQL says this, write it where the #warning stands: \($0)\n" }.joined()
      + statements.compactMap { note($0) }.map { "\(name): \($0)\n" }.joined()
  }

  /// The same of a plan as the text of its statements, with the doubts that it begins with.
  package static func gaps(ofTextOf statements: [String], _ doubts: [String]) -> String {
    (doubts + remarks(in: statements).map { "no SQL says this, write it where the remark stands: \($0)" })
      .map { "plan:sql(): \($0)\n" }.joined()
  }

  package static func gaps(in migrations: [[String]]) -> String {
    migrations.enumerated().map { gaps(in: "v\($0 + 1)", $1) }.joined()
  }

  /// What no statement does, in words.
  private static func remarks(in statements: [String]) -> [String] { statements.compactMap(remark) }

  /// Its first line; the others are what helps to write it.
  private static func remark(_ statement: String) -> String? {
    guard statement.hasPrefix("--"), !statement.hasPrefix("---") else { return nil }
    return textLines(statement).first.map { String($0.dropFirst(2).drop { $0 == " " }) }
  }

  /// What is said of the statements behind it, which are all there is to do.
  private static func note(_ statement: String) -> String? {
    statement.hasPrefix("---") ? String(statement.dropFirst(3).drop { $0 == " " }) : nil
  }

  private static func textLines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// One migration, which knows nothing but its statements.
  private static func registration(_ name: String, _ statements: [String]) -> String {
    var lines = MigratorFunctions.areCalled(by: statements) ? ["  MoonshellDecimals.add(to: db)"] : []
    lines += statements.flatMap { statement -> [String] in
      if let note = note(statement) { return ["  // \(note)"] }
      // A remark holds no statement. What follows may need what it speaks of: who builds the app must see it.
      if let remark = remark(statement) {
        return ["  #warning(\(SwiftNames.literal("\(remark): no SQL says this, write it here")))"]
          + textLines(statement).dropFirst().map { "  // it ran: \($0.dropFirst(2).drop { $0 == " " })" }
      }
      return ["  try db.execute(sql: ##\"\"\""] + textLines(statement).map { "    " + $0 } + ["    \"\"\"##)"]
    }
    return "\(registering)\(SwiftNames.literal(name))) { db in\n\(lines.joined(separator: "\n"))\n}"
  }
}
