import SQLText

/// What is counted of a table whose parts lie on nodes, as what each node counts, put together: else the server would
/// have all rows sent to count them itself.
///
///     SELECT count(*) FROM "visit" WHERE "note" = $1
///     // SELECT (sum(v1))::int8 FROM (SELECT count(*) AS v1 FROM "visit_1" AS "visit" WHERE "note" = $1 UNION ALL …) AS parts
///
/// Sums of real numbers are not made so: they depend on the order of the rows.
package struct SpreadAggregate {
  package let text: String

  /// Nil for any other statement, and for one that asks for a value by which rows lie in parts: it reaches one of them.
  package init?(_ statement: String, _ tables: [String: SpreadTable], _ dialect: PostgreSQLDialect) {
    let tokens = SQLToken.all(in: statement, syntax: .postgreSQL)
    guard tokens.first?.isWord("SELECT") == true, let from = tokens.firstIndex(where: { $0.isWord("FROM") }),
      from + 1 < tokens.count, tokens[from + 1].kind == .name, let table = tables[tokens[from + 1].normal]
    else { return nil }
    let rest = tokens[(from + 2)...]
    guard rest.isEmpty || rest.first?.isWord("WHERE") == true,
      !rest.contains(where: { token in token.kind == .word && Self.others.contains(token.text.uppercased()) }),
      !rest.contains(where: { $0.kind == .name && table.hasKey($0.normal) }),
      let values = Self.values(tokens[1..<from])
    else { return nil }
    let condition = rest.first.map { " " + Self.written(statement, $0.place.lowerBound) } ?? ""
    let inner = values.enumerated().map { "\($1.inner) AS v\($0 + 1)" }.joined(separator: ", ")
    let parts = table.parts.map { part in
      "SELECT \(inner) FROM \(dialect.quoted(part)) AS \(dialect.quoted(tokens[from + 1].text))\(condition)"
    }
    let outer = values.enumerated().map { $1.outer("v\($0 + 1)") }.joined(separator: ", ")
    text = "SELECT \(outer) FROM (\(parts.joined(separator: " UNION ALL "))) AS parts"
  }

  /// Whether it is worth looking what tables there are.
  static func mayBe(_ statement: String) -> Bool {
    ["count(", "(sum(", "min(", "max("].contains { statement.hasPrefix("SELECT " + $0) }
  }

  private static let others: Set<String> = [
    "SELECT", "GROUP", "ORDER", "LIMIT", "OFFSET", "HAVING", "UNION", "JOIN", "FOR", "WINDOW", "FETCH",
  ]

  private static func written(_ text: String, _ start: Int) -> String {
    String(decoding: Array(text.utf8)[start...], as: UTF8.self)
  }

  /// What one node counts, and what is made of that.
  private struct Counted {
    var inner: String
    var outer: (String) -> String
  }

  private static func values(_ tokens: ArraySlice<SQLToken>) -> [Counted]? {
    var result: [Counted] = []
    for item in tokens.split(whereSeparator: { $0.text == "," }) {
      guard let value = value(item.map { $0.kind == .name ? "\"\($0.text)\"" : $0.text }) else { return nil }
      result.append(value)
    }
    return result.isEmpty ? nil : result
  }

  private static func value(_ item: [String]) -> Counted? {
    // (sum("n"))::int8
    let frame = item.enumerated().filter { $0.offset != 3 }.map(\.element)
    if frame == ["(", "sum", "(", ")", ")", "::", "int8"] {
      return Counted(inner: "sum(\(item[3]))") { "(sum(\($0)))::int8" }
    }
    guard item.count == 4, item[1] == "(", item[3] == ")" else { return nil }
    switch item[0] {
    case "count": return Counted(inner: item.joined()) { "(sum(\($0)))::int8" }
    case "min", "max": return Counted(inner: item.joined()) { "\(item[0])(\($0))" }
    default: return nil
    }
  }
}

/// A table whose parts all lie on nodes.
package struct SpreadTable {
  var parts: [String] = []
  /// What says in which part a row lies: `HASH (shop)`.
  var key = ""

  package init(parts: [String] = [], key: String = "") { (self.parts, self.key) = (parts, key) }

  /// Whether rows lie in parts by a column of this name, in lower case.
  fileprivate func hasKey(_ name: String) -> Bool {
    SQLToken.all(in: key, syntax: .postgreSQL).contains { $0.normal == name }
  }
}
