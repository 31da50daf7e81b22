import Encodings
import Query
import Store

extension PostgreSQLEngine {
  /// Runs a statement and reads what that took: the server's own measure of costs, and the rows that it walked.
  package func effort(of sql: RenderedSQL) throws(StoreError) -> StatementEffort? {
    MeasuredLines(try explained(sql, "ANALYZE, TIMING OFF, SUMMARY OFF")).effort
  }
}

/// What EXPLAIN ANALYZE says, as far as it measures.
///
///     Seq Scan on track  (cost=0.00..94.79 rows=1 width=66) (actual rows=1 loops=1)
///       Rows Removed by Filter: 3502
private struct MeasuredLines {
  private(set) var effort = StatementEffort()

  init(_ lines: [String]) {
    var isScan = false
    for line in lines {
      let text = line.drop { " ->".contains($0) }
      if let cost = Self.number(behind: "..", in: text), effort.steps == 0 { effort.steps = max(Int(cost * 100), 1) }
      if text.contains("(actual ") || text.contains("(never executed)") {
        isScan = text.hasPrefix("Seq Scan") || text.hasPrefix("Parallel Seq Scan")
        if isScan { add(Self.number(behind: "actual rows=", in: text)) }
      } else if isScan, text.hasPrefix("Rows Removed by Filter: ") {
        add(Self.number(behind: "Filter: ", in: text))
      }
    }
  }

  private mutating func add(_ rows: Double?) { effort.scannedRows += rows.map { Int($0) } ?? 0 }

  private static func number(behind mark: String, in text: Substring) -> Double? {
    text.firstRange(of: mark).flatMap { Double(text[$0.upperBound...].prefix { $0.isNumber || $0 == "." }) }
  }
}
