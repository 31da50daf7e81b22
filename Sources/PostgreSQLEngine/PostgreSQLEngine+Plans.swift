import Encodings
import Query
import SQLText
import Schema
import Store

extension PostgreSQLEngine {
  package func plan(of sql: RenderedSQL) throws(StoreError) -> [PlanStep] {
    let lines = try explained(sql, "COSTS OFF")
    let names = StatementText(sql.text).names
    let nodes = try facts().nodes.filter { names.contains($0.key) }
    let sent = nodes.isEmpty ? [] : NodeLines(try explained(sql, "VERBOSE"), nodes).steps
    return try touchedParts(sql.text, lines) + sent + ExplainedLines(lines).steps
  }

  func explained(_ sql: RenderedSQL, _ options: String) throws(StoreError) -> [String] {
    let statement = try statement("EXPLAIN (\(options)) " + sql.text)
    defer { statement.release() }
    try statement.bind(sql.bindings)
    let buffer = RowBuffer(columnCount: 1)
    try statement.stepAll(into: buffer)
    return (0..<buffer.count).compactMap { row -> String? in
      if case .text(let text) = buffer.value(row, 0) { text } else { nil }
    }
  }
}

extension PostgreSQLEngine {
  /// For each table in parts that a statement is about, the parts that are looked into, and the nodes that they are on.
  private func touchedParts(_ text: String, _ lines: [String]) throws(StoreError) -> [PlanStep] {
    let names = StatementText(text).names
    let parts = Dictionary(grouping: try rows(PartSQL.parts)) { $0[0] ?? "" }
    let words = Set(lines.flatMap { SQLToken.all(in: $0, syntax: .postgreSQL).map(\.normal) })
    return parts.filter { names.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }.map { table, parts in
      let touched = parts.filter { words.contains(($0[1] ?? "").lowercased()) }
      let list = touched.map { part in (part[1] ?? "") + (part[2].map { " on " + $0 } ?? "") }
      let shown = list.count > 3 ? "" : list.isEmpty ? "" : ": " + list.joined(separator: ", ")
      return PlanStep("\(touched.count) of \(parts.count) parts of \(table)\(shown)")
    }
  }
}

private enum PartSQL {
  /// The tables in parts, their parts, and the nodes that these are on.
  static let parts = """
    SELECT p.relname, c.relname, s.srvname
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    LEFT JOIN pg_foreign_table f ON f.ftrelid = c.oid LEFT JOIN pg_foreign_server s ON s.oid = f.ftserver
    WHERE c.relispartition AND pg_table_is_visible(p.oid) ORDER BY c.relname COLLATE "C"
    """
}

/// What is asked of each node, and how many rows the server expects to come from it.
///
///     node2: about 6 rows travel: SELECT shop, number FROM public.visit_2 WHERE ((shop = 7))
private struct NodeLines {
  private(set) var steps: [PlanStep] = []

  /// - Parameter nodes: those that keep parts, by the names of tables and parts in lower case.
  init(_ lines: [String], _ nodes: [String: [String: String]]) {
    let parts = nodes.values.reduce(into: [:]) { all, parts in all.merge(parts) { first, _ in first } }
    var (node, rows) = ("", "")
    for line in lines {
      let text = String(line.drop { " ->".contains($0) })
      if let part = SQLToken.all(in: text, syntax: .postgreSQL).lazy.compactMap({ parts[$0.normal] }).first,
        text.contains("Foreign ") || text.hasPrefix("Relations:")
      {
        node = part
      }
      if let start = text.firstRange(of: "rows=") {
        let count = text[start.upperBound...].prefix { $0.isNumber }
        if text[count.endIndex...].hasPrefix(" width") { rows = String(count) }
      }
      guard text.hasPrefix("Remote SQL: ") else { continue }
      let words = rows == "1" ? "row travels" : "rows travel"
      steps.append(PlanStep("\(node): about \(rows) \(words): \(text.dropFirst("Remote SQL: ".count))"))
    }
  }
}

/// What EXPLAIN says, as steps: each line that begins with an arrow is a part of the one that it is indented under.
private struct ExplainedLines {
  private(set) var steps: [PlanStep] = []
  private var lines: ArraySlice<(indent: Int, text: String, isStep: Bool)>

  init(_ texts: [String]) {
    lines =
      texts.enumerated().map { place, text in
        let indent = text.prefix { $0 == " " }.count
        let isStep = text.dropFirst(indent).hasPrefix("->") || place == 0
        let plain = text.dropFirst(indent)
        return (indent, String(plain.hasPrefix("->") ? plain.dropFirst(2).drop { $0 == " " } : plain), isStep)
      }[...]
    while let step = next(above: -1) { steps.append(step) }
  }

  private mutating func next(above indent: Int) -> PlanStep? {
    guard let first = lines.first, first.indent > indent || indent < 0 else { return nil }
    lines.removeFirst()
    var (text, inner): (String, [PlanStep]) = (first.text, [])
    while let line = lines.first, line.indent > first.indent {
      if line.isStep {
        if let step = next(above: first.indent) { inner.append(step) }
      } else {
        text += ", " + line.text
        lines.removeFirst()
      }
    }
    return PlanStep(
      text, steps: inner, readsAllRows: first.text.hasPrefix("Seq Scan") || first.text.hasPrefix("Parallel Seq Scan"))
  }
}
