import Query
import SQLText
import Schema
import Store

extension SQLiteEngine {
  package func dependents() throws(StoreError) -> [SchemaDependent] {
    var result: [SchemaDependent] = []
    for row in try connection.rows(DependentSQL.texts) {
      guard case .text(let type) = row[0], case .text(let name) = row[1], case .text(let table) = row[2],
        case .text(let sql) = row[3]
      else { continue }
      switch type {
      case "view": result.append(SchemaDependent(.view, name, name, sql))
      case "trigger": result.append(SchemaDependent(.trigger, name, table, sql))
      default:
        for column in TableText(sql)?.columns ?? [] where column.isComputed {
          result.append(SchemaDependent(.column, column.name, name, column.definition))
        }
      }
    }
    return result
  }
}

extension TableText.Column {
  /// Whether the database computes it: `AS (a + b)`.
  fileprivate var isComputed: Bool {
    let words = SQLToken.all(in: definition).filter { $0.kind != .comment }
    return words.indices.dropLast().contains { words[$0].isWord("AS") && words[$0 + 1].text == "(" }
  }
}

extension SchemaDependent {
  fileprivate init(_ kind: Kind, _ name: String, _ table: String, _ sql: String) {
    let tokens = SQLToken.all(in: sql).filter { $0.kind != .comment }
    var uses: [FoldedName: Int] = [:]
    for name in SQLNames.all(in: sql) { uses[FoldedName(name), default: 0] += 1 }
    let copies = tokens.indices.dropFirst().contains { place in
      tokens[place].text == "*" && (tokens[place - 1].isWord("SELECT") || tokens[place - 1].text == ".")
    }
    self.init(kind: kind, name: name, table: table, uses: uses, copiesRows: copies)
  }
}

private enum DependentSQL {
  static let texts = """
    SELECT type, name, tbl_name, sql FROM main.sqlite_schema
    WHERE type IN ('view', 'trigger', 'table') AND sql IS NOT NULL ORDER BY type, name
    """
}
