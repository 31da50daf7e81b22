import Query
import Schema

/// What is noted of columns and tables stands in their comments, on a line of its own below what people wrote there.
extension PostgreSQLDialect {
  package func noting(_ note: String?, beside comment: String?, on column: String, of table: String) -> SQL {
    "COMMENT ON COLUMN \(.column(column, of: table)) IS \(Self.comment(note, comment))"
  }

  package func notingForeign(_ table: String, beside comment: String?) -> SQL {
    "COMMENT ON TABLE \(name: table) IS \(Self.comment(Self.foreign, comment))"
  }

  private static func comment(_ note: String?, _ others: String?) -> SQL {
    let lines = [others, note.map { remarkMark + $0 }].compactMap(\.self)
    return lines.isEmpty ? "NULL" : "\(.text(lines.joined(separator: "\n")))"
  }

  /// What people wrote of a thing.
  static func others(in comment: String?) -> String? {
    let lines = (comment ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(remarkMark) }
    return lines.isEmpty || lines == [""] ? nil : lines.joined(separator: "\n")
  }
}
