import TestSupport
import Testing

/// Columns of numbers that are narrower than Moonshell's own, as others make them.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignWidthTests {
  @Test(arguments: ["s", "i", "b"], ["r", "d"])
  func `integers of any width compare with real numbers of any width`(whole: String, other: String) throws {
    let script = try Script(engine: .postgresql)
    for statement in [
      "CREATE TABLE w (id serial PRIMARY KEY, s smallint, i int, b bigint, r real, d float8)",
      "INSERT INTO w (s, i, b, r, d) VALUES (2, 2, 2, 2, 2), (2, 2, 2, 2.5, 2.5), (-3, -3, -3, -3.5, -3.5)",
    ] {
      try script.run("db:execute [==[\(statement)]==]")
    }
    try script.run("db:reflect()")
    for (comparison, ids) in [("==", "1"), ("<", "2"), (">", "3"), ("<=", "1 2"), ("~=", "2 3")] {
      for (left, right, found) in [(whole, other, ids), (other, whole, mirrored(comparison) ?? ids)] {
        let text = "\(left) \(comparison) \(right)"
        try script.expect(
          """
          local function test(w) return w.\(left) \(comparison) w.\(right) end
          local function ids(rows) return table.concat(rows:sorted_by("id"):pluck "id", " ") end
          return ids(W:where "\(text)"), ids(W:where(test)), #W:where(test):fetch { pushdown = false }
          """, "\(found) \(found) \(found.split(separator: " ").count)")
      }
    }
  }

  private func mirrored(_ comparison: String) -> String? {
    switch comparison {
    case "<": "3"
    case ">": "2"
    case "<=": "1 3"
    default: nil
    }
  }
}
